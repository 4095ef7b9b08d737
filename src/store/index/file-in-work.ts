import { fstatSync } from "node:fs";
import { sameFacts } from "../../model/digest-fold.ts";
import { type FileIdentity, IDENTITY_BYTES, identityOf, isSameFile, withOpenFile } from "../file-identity.ts";
import type { CachedFacts } from "./digest-cache.ts";
import { type TextPiece, textPieces } from "./text-pieces.ts";
import type { IndexedFile } from "./text-store.ts";

/** What is noted of a file whose end is not reached: no file has such a size. It is its own inverse. */
const unfinished = (size: number) => -1 - size;

/** A file that was written to but did not grow may hold other bytes anywhere. */
function mayHaveGrown(facts: CachedFacts, before: CachedFacts): boolean {
  const size = before.size < 0 ? unfinished(before.size) : before.size;
  return facts.size > size || sameFacts(facts, { ...before, size });
}

const NOTHING_READ: FileIdentity = { end: 0, text: "" };

/** A file whose words are being read, a piece at a time. */
export class FileInWork {
  readonly facts: CachedFacts;
  /** The store has words of another file that was in its place. */
  readonly isAnew: boolean;
  /** Its number in the store, once something of it was written there. */
  number: number | undefined;
  #end: number;
  #lastId: string | undefined;
  /** What the file at this path has to be known by, or it is another one than the one that is read. */
  #identity: FileIdentity;
  readonly #pieces: Generator<TextPiece, void>;

  /** `stored`: what the store has. Throws what opening throws. */
  constructor(facts: CachedFacts, stored: IndexedFile | undefined) {
    const { path } = facts;
    this.facts = facts;
    const [before, identity] = withOpenFile(path, (descriptor) => {
      if (
        stored !== undefined &&
        mayHaveGrown(facts, stored.facts) &&
        isSameFile(descriptor, stored.identity)
      )
        return [stored, stored.identity];
      return [undefined, identityOf(descriptor, Math.min(IDENTITY_BYTES, fstatSync(descriptor).size))];
    });
    this.isAnew = stored !== undefined && before === undefined;
    this.#end = before?.identity.end ?? 0;
    this.#lastId = before?.lastId;
    this.#identity = identity;
    this.#pieces = textPieces(path, this.#end, this.#lastId);
  }

  /** Up to where it was read: bytes. */
  get end(): number {
    return this.#end;
  }

  /** The next piece; undefined after the last one. Throws what reading throws. */
  next(): TextPiece | undefined {
    const { value, done } = this.#pieces.next();
    return done === true ? undefined : value;
  }

  /** The words of a piece are in the store. */
  took({ end, lastId }: TextPiece): void {
    this.#end = end;
    this.#lastId = lastId;
  }

  /**
   * What is to be noted of it; undefined when another file has taken its place, or other bytes stand where it was read.
   * Before its end is reached, what is noted does not look like the file as it is. Throws what opening throws.
   */
  progress(isWhole: boolean): Omit<IndexedFile, "number"> | undefined {
    const facts = isWhole ? this.facts : { ...this.facts, size: unfinished(this.facts.size) };
    if (this.#end === 0) return { facts, identity: NOTHING_READ, lastId: this.#lastId };
    const identity = withOpenFile(facts.path, (descriptor) =>
      isSameFile(descriptor, this.#identity) ? identityOf(descriptor, this.#end) : undefined,
    );
    if (identity === undefined) return undefined;
    this.#identity = identity;
    return { facts, identity, lastId: this.#lastId };
  }

  /** Reads no further. */
  close(): void {
    this.#pieces.return();
  }
}

/** Whether it was a file that could not be read. */
export function isReadError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
