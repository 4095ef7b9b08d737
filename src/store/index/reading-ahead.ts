import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { sameFacts } from "../../model/digest-fold.ts";
import type { CachedFacts } from "./digest-cache.ts";
import { openPieces, type PieceStream, type ReadPiece, type ReadSoFar } from "./piece-stream.ts";

/** What is asked of whoever reads ahead. */
export interface AheadQuestion {
  readonly kind: "read" | "leave";
  readonly path: string;
}

/** A file that was read ahead; without pieces if that failed. */
export interface AheadFile {
  readonly path: string;
  readonly pieces: readonly ReadPiece[] | undefined;
}

/** So much is asked for at once: files, and bytes of them. */
const MOST_FILES = 48;
const MOST_BYTES = 8 << 20;
/** A larger file is read in pieces where it is needed: bytes. */
const LARGEST = 2 << 20;

/**
 * Has files read by another thread while this one does something else with those before. What that one has not begun
 * with can be taken back at any time, so nobody ever waits for it.
 */
export class ReadingAhead {
  readonly #port: MessagePort;
  readonly #asked = new Map<string, CachedFacts>();
  readonly #read = new Map<string, { readonly facts: CachedFacts; readonly file: AheadFile }>();
  #bytes = 0;

  /** `port`: leads to whoever reads. */
  constructor(port: MessagePort) {
    this.#port = port;
  }

  /** These files, new ones, will be wanted soon, in this order. */
  expect(files: Iterable<CachedFacts>): void {
    for (const facts of files) {
      const { path, size } = facts;
      if (this.#asked.size + this.#read.size >= MOST_FILES || this.#bytes >= MOST_BYTES) return;
      if (size > LARGEST || this.#asked.has(path) || this.#read.has(path)) continue;
      this.#asked.set(path, facts);
      this.#bytes += size;
      this.#ask("read", path);
    }
  }

  /** Which file to go on with: one that was read, else the one that the reader would come to last. */
  choose(): string | undefined {
    this.#receive();
    for (const path of this.#read.keys()) return path;
    const last = [...this.#asked.keys()].at(-1);
    if (last !== undefined) this.leave(last);
    return last;
  }

  /** Opens a file as `openPieces` does, or takes what was read of it as it is now. */
  open(facts: CachedFacts, before: ReadSoFar | undefined): PieceStream {
    const read = this.#read.get(facts.path);
    this.leave(facts.path);
    const pieces = read?.file.pieces;
    const isAsItIs = before === undefined && read !== undefined && sameFacts(read.facts, facts);
    return isAsItIs && pieces !== undefined ? streamOf(pieces) : openPieces(facts.path, before);
  }

  /** A file is not wanted any more, or will be read here. */
  leave(path: string): void {
    const asked = this.#asked.get(path);
    const facts = asked ?? this.#read.get(path)?.facts;
    if (facts === undefined) return;
    if (asked !== undefined) this.#ask("leave", path);
    this.#asked.delete(path);
    this.#read.delete(path);
    this.#bytes -= facts.size;
  }

  #ask(kind: AheadQuestion["kind"], path: string): void {
    const question: AheadQuestion = { kind, path };
    this.#port.postMessage(question);
  }

  #receive(): void {
    for (;;) {
      const received: { readonly message: AheadFile } | undefined = receiveMessageOnPort(this.#port);
      if (received === undefined) return;
      const { message: file } = received;
      const facts = this.#asked.get(file.path);
      // It may have been taken back in the meantime.
      if (facts !== undefined) this.#read.set(file.path, { facts, file });
      this.#asked.delete(file.path);
    }
  }
}

function streamOf(pieces: readonly ReadPiece[]): PieceStream {
  let next = 0;
  return { continues: false, next: () => pieces[next++], close: () => undefined };
}
