import { sep } from "node:path";
import { sameFacts } from "../../model/digest-fold.ts";
import { type FileIdentity, identityOf, isSameFile, withOpenFile } from "../file-identity.ts";
import type { CachedFacts } from "./digest-cache.ts";
import { type TextPiece, textPieces } from "./text-pieces.ts";
import type { IndexedFile, TextStore } from "./text-store.ts";

/** A file whose words are being read. */
interface FileInWork {
  readonly facts: CachedFacts;
  readonly pieces: Iterator<TextPiece, void>;
  /** The store has words of another file that was in its place. */
  readonly isAnew: boolean;
  number: number | undefined;
  end: number;
  lastId: string | undefined;
}

export type IndexStep = "worked" | "idle" | "busy";

/** So much is written as one whole: bytes of session files. What is lost by a crash is read again. */
const COMMIT_BYTES = 64 << 20;
/** Another treeline may want to write too: ms. */
const COMMIT_MS = 3000;

/**
 * Keeps the words of session files up to date. Whoever learns of a file says so with `announce` or `remove`, and lets
 * it work with `step`. Of a file that only grew, what was added is read.
 */
export class TextIndexer {
  readonly #store: TextStore;
  /** What of the announced files the store has; a file that it has not, or not as it is now, waits. */
  readonly #numbers = new Map<string, number>();
  readonly #waiting = new Map<string, CachedFacts>();
  readonly #announced = new Set<string>();
  readonly #removed = new Set<string>();
  /** Files without words, because they could not be read, which have not changed since. */
  readonly #unreadable = new Set<string>();
  #known: Map<string, IndexedFile> | undefined;
  #file: FileInWork | undefined;
  #writtenBytes = 0;
  #writingSince = 0;

  constructor(store: TextStore) {
    this.#store = store;
  }

  /** Files that were announced. */
  get total(): number {
    return this.#announced.size;
  }

  /** Files of these whose words can be found, be it as they were a moment ago, and those that have none. */
  get indexed(): number {
    return this.#numbers.size + this.#unreadable.size;
  }

  get isBusy(): boolean {
    return (
      this.#waiting.size > 0 || this.#removed.size > 0 || this.#file !== undefined || this.#store.isWriting
    );
  }

  /** The announced files whose words can be found, and their numbers in the store. */
  numbers(): ReadonlyMap<string, number> {
    return this.#numbers;
  }

  /** There is such a file. Reads nothing yet. */
  announce(facts: CachedFacts): void {
    this.#announced.add(facts.path);
    this.#unreadable.delete(facts.path);
    this.#removed.delete(facts.path);
    const known = this.#stored().get(facts.path);
    if (known !== undefined) this.#numbers.set(facts.path, known.number);
    if (known === undefined || !sameFacts(known.facts, facts)) this.#waiting.set(facts.path, facts);
  }

  /** There is no such file any more. */
  remove(path: string): void {
    this.#announced.delete(path);
    this.#numbers.delete(path);
    this.#unreadable.delete(path);
    this.#waiting.delete(path);
    this.#removed.add(path);
  }

  /** All files below these directories were announced: whatever else the store has of them is gone. */
  removeOthers(directories: readonly string[]): void {
    for (const path of this.#stored().keys()) {
      const isBelow = directories.some((directory) => path.startsWith(directory + sep));
      if (isBelow && !this.#announced.has(path)) this.remove(path);
    }
  }

  #stored(): Map<string, IndexedFile> {
    this.#known ??= new Map(this.#store.files().map((file) => [file.facts.path, file]));
    return this.#known;
  }

  /** Does a little work. `busy`: another process writes, so try again in a while. May throw DamagedIndexError. */
  step(): IndexStep {
    if (this.#file === undefined && this.#removed.size === 0 && !this.#hasNext()) {
      if (!this.#store.isWriting) return "idle";
      this.#commit();
      return "worked";
    }
    if (!this.#store.isWriting && !this.#begin()) return "busy";
    this.#removeWaiting();
    this.#file ??= this.#next();
    if (this.#file !== undefined) this.#read(this.#file);
    if (this.#writtenBytes > COMMIT_BYTES || performance.now() - this.#writingSince > COMMIT_MS)
      this.#commit();
    return "worked";
  }

  #begin(): boolean {
    if (!this.#store.begin()) return false;
    this.#writingSince = performance.now();
    const file = this.#file;
    if (file?.number === undefined) return true;
    // Since the last commit another treeline may have worked on this file too.
    const stored = this.#refreshed(file.facts.path);
    if (stored?.identity.end === file.end) return true;
    this.#file = undefined;
    this.#waiting.set(file.facts.path, file.facts);
    return true;
  }

  #commit(): void {
    const file = this.#file;
    if (file?.number !== undefined) this.#save(file, false);
    this.#store.commit();
    this.#writtenBytes = 0;
  }

  #removeWaiting(): void {
    for (const path of this.#removed) {
      const stored = this.#store.file(path);
      if (stored !== undefined) this.#store.removeFile(stored);
      this.#stored().delete(path);
    }
    this.#removed.clear();
  }

  /** Whether a file has to be read; those that another treeline has read meanwhile have not. */
  #hasNext(): boolean {
    for (const [path, facts] of this.#waiting) {
      const stored = this.#refreshed(path);
      if (stored === undefined || !sameFacts(stored.facts, facts)) return true;
      this.#waiting.delete(path);
    }
    return false;
  }

  #next(): FileInWork | undefined {
    if (!this.#hasNext()) return undefined;
    for (const [path, facts] of this.#waiting) {
      this.#waiting.delete(path);
      const stored = this.#stored().get(path);
      const before = stored !== undefined && isGrown(path, stored) ? stored : undefined;
      const end = before?.identity.end ?? 0;
      return {
        facts,
        pieces: textPieces(path, end, before?.lastId),
        isAnew: stored !== undefined && before === undefined,
        number: undefined,
        end,
        lastId: before?.lastId,
      };
    }
    return undefined;
  }

  #refreshed(path: string): IndexedFile | undefined {
    const file = this.#store.file(path);
    if (file === undefined) this.#stored().delete(path);
    else {
      this.#stored().set(path, file);
      this.#numbers.set(path, file.number);
    }
    return file;
  }

  #read(file: FileInWork): void {
    try {
      const { value, done } = file.pieces.next();
      if (done === true || value === undefined) {
        this.#save(file, true);
        this.#file = undefined;
        return;
      }
      this.#add(file, value);
    } catch (error) {
      // A file that cannot be read has no words; the list says what is wrong with it.
      if (!isSystemError(error)) throw error;
      if (!this.#numbers.has(file.facts.path)) this.#unreadable.add(file.facts.path);
      this.#file = undefined;
    }
  }

  #add(file: FileInWork, piece: TextPiece): void {
    if (file.number === undefined) {
      file.number = this.#save(file, false);
      // What the store has is about another file in its place.
      if (file.isAnew) this.#store.removePieces(file.number);
    }
    this.#store.addPiece(file.number, piece);
    this.#writtenBytes += piece.end - file.end;
    file.end = piece.end;
    file.lastId = piece.lastId;
  }

  /** Notes how far a file was read. Before that is its end, nothing that is noted looks like the file as it is. */
  #save({ facts, end, lastId }: FileInWork, isWhole: boolean): number {
    const saved = isWhole ? facts : { ...facts, size: -1 };
    const identity =
      end === 0 ? NOTHING_READ : withOpenFile(facts.path, (descriptor) => identityOf(descriptor, end));
    const number = this.#store.saveFile(saved, { identity, lastId });
    this.#stored().set(facts.path, { number, facts: saved, identity, lastId });
    if (isWhole) this.#numbers.set(facts.path, number);
    return number;
  }
}

const NOTHING_READ: FileIdentity = { end: 0, text: "" };

function isGrown(path: string, { identity }: IndexedFile): boolean {
  try {
    return withOpenFile(path, (descriptor) => isSameFile(descriptor, identity));
  } catch {
    return false;
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
