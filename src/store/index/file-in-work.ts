import { sameFacts } from "../../model/digest-fold.ts";
import { isAtPath } from "../file-identity.ts";
import type { CachedFacts } from "./digest-cache.ts";
import type { PieceStream, ReadPiece, ReadSoFar } from "./piece-stream.ts";
import type { IndexedFile } from "./text-store.ts";

/** What is noted of a file whose end is not reached: no file has such a size. It is its own inverse. */
const unfinished = (size: number) => -1 - size;

/** A file that was written to but did not grow may hold other bytes anywhere. */
function mayHaveGrown(facts: CachedFacts, before: CachedFacts): boolean {
  const size = before.size < 0 ? unfinished(before.size) : before.size;
  return facts.size > size || sameFacts(facts, { ...before, size });
}

const NOTHING_READ: ReadSoFar = { identity: { end: 0, text: "" }, lastId: undefined };

/** Opens a file where it was read before, or at its beginning. Throws what opening throws. */
export type OpenPieces = (facts: CachedFacts, before: ReadSoFar | undefined) => PieceStream;

/** A file whose words are being read, a piece at a time. */
export class FileInWork {
  readonly facts: CachedFacts;
  /** The store has words of another file that was in its place. */
  readonly isAnew: boolean;
  /** Its number in the store, once something of it was written there. */
  number: number | undefined;
  #read: ReadSoFar;
  readonly #pieces: PieceStream;

  /** `stored`: what the store has. Throws what opening throws. */
  constructor(facts: CachedFacts, stored: IndexedFile | undefined, open: OpenPieces) {
    this.facts = facts;
    const before = stored !== undefined && mayHaveGrown(facts, stored.facts) ? stored : undefined;
    this.#pieces = open(facts, before);
    const known = this.#pieces.continues ? before : undefined;
    this.isAnew = stored !== undefined && known === undefined;
    this.#read = known ?? NOTHING_READ;
  }

  /** Up to where it was read: bytes. */
  get end(): number {
    return this.#read.identity.end;
  }

  /** As the pieces tell it. */
  next(): ReadPiece | "changed" | undefined {
    return this.#pieces.next();
  }

  /** The words of a piece are in the store. */
  took({ identity, lastId }: ReadPiece): void {
    this.#read = { identity, lastId };
  }

  /**
   * What is to be noted of it; undefined when another file has taken its place. Before its end is reached, what is noted
   * does not look like the file as it is. Throws when there is no file any more.
   */
  progress(isWhole: boolean): Omit<IndexedFile, "number"> | undefined {
    const { identity, lastId } = this.#read;
    if (identity.end > 0 && !isAtPath(this.facts.path, identity)) return undefined;
    const facts = isWhole ? this.facts : { ...this.facts, size: unfinished(this.facts.size) };
    return { facts, identity, lastId };
  }

  /** Reads no further. */
  close(): void {
    this.#pieces.close();
  }
}

/** Whether it was a file that could not be read. */
export function isReadError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
