import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const CHUNK = 1 << 20;
const TAIL = 64 << 10;
const NEWLINE = 0x0a;

/** The lines of a file, without their newlines, one at a time; the last one may lack its newline. */
export function* readLines(path: string): Generator<string, void> {
  for (const line of readRawLines(path)) yield line.toString("utf8");
}

/** The lines of a file as bytes. Each stays valid only until the next one is asked for. */
export function* readRawLines(path: string): Generator<Buffer, void> {
  for (const { bytes } of readRawLinesFrom(path, 0)) yield bytes;
}

/** A line as bytes; only the last one may be without its newline, perhaps because it is still being written. */
export interface RawLine {
  readonly bytes: Buffer;
  readonly hasNewline: boolean;
  /** Where in the file the next line begins: bytes. */
  readonly end: number;
  /** The end of a line that is long and that nobody wants: then `bytes` are only its beginning. */
  readonly tail: Buffer | undefined;
}

/** Thousands of files are read one after the other: a buffer for each would be garbage of as many megabytes. */
let spareBuffer: Buffer | undefined;

/** What of the beginning, and of the end, of a long line is kept when nobody wants it: bytes. */
const CUT = 1024;

/** A long line that nobody wants. */
class CutLine {
  readonly #head: Buffer;
  #tail: Buffer;

  constructor(bytes: Buffer) {
    this.#head = Buffer.from(bytes.subarray(0, CUT));
    this.#tail = Buffer.from(bytes.subarray(-CUT));
  }

  /** What follows. */
  add(bytes: Buffer): void {
    const rest = bytes.subarray(-CUT);
    this.#tail = Buffer.concat([this.#tail, rest]).subarray(-CUT);
  }

  get ends(): Pick<RawLine, "bytes" | "tail"> {
    return { bytes: this.#head, tail: this.#tail };
  }
}

/**
 * The lines of a file from a place in bytes on. Each stays valid only until the next one is asked for. A line longer
 * than a megabyte is left out but for its beginning and its end when `isWanted` does not want it by that beginning.
 */
export function* readRawLinesFrom(
  path: string,
  start: number,
  isWanted?: (head: Buffer) => boolean,
): Generator<RawLine, void> {
  const descriptor = openSync(path, "r");
  try {
    yield* readRawLinesIn(descriptor, start, isWanted);
  } finally {
    closeSync(descriptor);
  }
}

/** The same of an open file, which stays open. */
export function* readRawLinesIn(
  descriptor: number,
  start: number,
  isWanted: (head: Buffer) => boolean = () => true,
): Generator<RawLine, void> {
  let buffer = spareBuffer ?? Buffer.allocUnsafeSlow(CHUNK);
  spareBuffer = undefined;
  try {
    let held = 0;
    let position = start;
    let cut: CutLine | undefined;
    for (;;) {
      if (held === buffer.length) {
        if (isWanted(buffer)) buffer = doubled(buffer);
        else {
          cut = new CutLine(buffer);
          held = 0;
        }
      }
      const read = readSync(descriptor, buffer, held, buffer.length - held, position);
      if (read === 0) break;
      const offset = position - held;
      position += read;
      const view = buffer.subarray(0, held + read);
      let lineStart = 0;
      for (let end = view.indexOf(NEWLINE, held); end !== -1; end = view.indexOf(NEWLINE, lineStart)) {
        yield { ...lineOf(view.subarray(lineStart, end), cut), hasNewline: true, end: offset + end + 1 };
        cut = undefined;
        lineStart = end + 1;
      }
      cut?.add(view);
      held = cut === undefined ? view.length - lineStart : 0;
      buffer.copyWithin(0, lineStart, view.length);
    }
    const last = lineOf(buffer.subarray(0, held), cut);
    if (last.bytes.length > 0) yield { ...last, hasNewline: false, end: position };
  } finally {
    if (buffer.length === CHUNK) spareBuffer = buffer;
  }
}

function doubled(buffer: Buffer): Buffer {
  const larger = Buffer.allocUnsafeSlow(2 * buffer.length);
  buffer.copy(larger);
  return larger;
}

/** A line that ends with some bytes, or is these. */
function lineOf(bytes: Buffer, cut: CutLine | undefined): Pick<RawLine, "bytes" | "tail"> {
  cut?.add(bytes);
  return cut?.ends ?? { bytes, tail: undefined };
}

/**
 * The lines of a file from its end backwards, read in ever larger pieces: who looks for the last entry reads no
 * more than that takes.
 */
export function* readLinesBackwards(path: string): Generator<string, void> {
  const descriptor = openSync(path, "r");
  try {
    let position = fstatSync(descriptor).size;
    let rest = Buffer.alloc(0);
    for (let length = TAIL; position > 0; length *= 2) {
      const start = Math.max(0, position - length);
      const piece = Buffer.alloc(position - start);
      readSync(descriptor, piece, 0, piece.length, start);
      position = start;
      const view = Buffer.concat([piece, rest]);
      let end = view.length;
      for (
        let at = view.lastIndexOf(NEWLINE, end - 1);
        at !== -1 && end > 0;
        at = view.lastIndexOf(NEWLINE, at - 1)
      ) {
        yield view.toString("utf8", at + 1, end);
        end = at;
        if (at === 0) break;
      }
      rest = view.subarray(0, end);
    }
    if (rest.length > 0) yield rest.toString("utf8");
  } finally {
    closeSync(descriptor);
  }
}
