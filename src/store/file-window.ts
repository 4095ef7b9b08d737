import { closeSync, openSync, readSync } from "node:fs";

const SMALLEST_WINDOW = 64 << 10;
const LARGEST_WINDOW = 1 << 20;

/**
 * Pieces of a file by their place. A piece alone is read alone; the longer pieces follow each other, the more is read
 * at once.
 */
export class FileWindow {
  readonly #descriptor: number;
  #buffer = Buffer.alloc(0);
  /** What of the file is in the buffer: bytes. */
  #start = 0;
  #end = 0;
  #window = SMALLEST_WINDOW;

  /** Throws when the file cannot be opened. */
  constructor(path: string) {
    this.#descriptor = openSync(path, "r");
  }

  /** At most `length` bytes from `offset` on, fewer at the end of the file; valid until the next call. */
  bytes(offset: number, length: number): Buffer {
    if (offset < this.#start || offset + length > this.#end) this.#fill(offset, length);
    return this.#buffer.subarray(offset - this.#start, Math.min(offset + length, this.#end) - this.#start);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #fill(offset: number, length: number): void {
    const goesOn =
      this.#end > 0 &&
      offset >= this.#start &&
      offset + length > this.#end &&
      offset <= this.#end + SMALLEST_WINDOW;
    const wanted = goesOn ? Math.max(length, this.#window) : length;
    this.#window = goesOn ? Math.min(2 * this.#window, LARGEST_WINDOW) : SMALLEST_WINDOW;
    if (this.#buffer.length < wanted) this.#buffer = Buffer.allocUnsafe(wanted);
    let filled = 0;
    while (filled < wanted) {
      const read = readSync(this.#descriptor, this.#buffer, filled, wanted - filled, offset + filled);
      if (read === 0) break;
      filled += read;
    }
    this.#start = offset;
    this.#end = offset + filled;
  }
}
