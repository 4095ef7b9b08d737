import { closeSync, fstatSync, openSync } from "node:fs";
import { type FileIdentity, IDENTITY_BYTES, identityOf, isSameFile } from "../file-identity.ts";
import { type TextPiece, textPieces } from "./text-pieces.ts";

/** How far a file was read. */
export interface ReadSoFar {
  /** What the file has to be known by if it is to be read on from there. */
  readonly identity: FileIdentity;
  /** The last entry so far. */
  readonly lastId: string | undefined;
}

export type ReadPiece = TextPiece & ReadSoFar;

/** The pieces of a file, one at a time. */
export interface PieceStream {
  /** Whether they follow what was read before; else the file is read from its beginning. */
  readonly continues: boolean;
  /** `changed`: other bytes stand where it was read. Undefined after the last piece. Throws what reading throws. */
  next(): ReadPiece | "changed" | undefined;
  /** Reads no further. */
  close(): void;
}

/** Reads a file on from where it was read before, if it still is that file. Throws what opening throws. */
export function openPieces(path: string, before?: ReadSoFar): PieceStream {
  return new FilePieces(path, before);
}

class FilePieces implements PieceStream {
  readonly continues: boolean;
  readonly #descriptor: number;
  readonly #pieces: Generator<TextPiece, void>;
  #identity: FileIdentity;
  #isOpen = true;

  constructor(path: string, before: ReadSoFar | undefined) {
    this.#descriptor = openSync(path, "r");
    try {
      const known =
        before !== undefined && isSameFile(this.#descriptor, before.identity) ? before : undefined;
      this.continues = known !== undefined;
      this.#identity = known?.identity ?? this.#beginning();
      this.#pieces = textPieces(this.#descriptor, known?.identity.end ?? 0, known?.lastId);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  #beginning(): FileIdentity {
    const stats = fstatSync(this.#descriptor);
    return identityOf(this.#descriptor, Math.min(IDENTITY_BYTES, stats.size), stats);
  }

  next(): ReadPiece | "changed" | undefined {
    if (!this.#isOpen) return undefined;
    const { value, done } = this.#pieces.next();
    if (done === true) {
      this.close();
      return undefined;
    }
    if (!isSameFile(this.#descriptor, this.#identity)) return "changed";
    this.#identity = identityOf(this.#descriptor, value.end);
    return { ...value, identity: this.#identity };
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#pieces?.return();
    closeSync(this.#descriptor);
  }
}
