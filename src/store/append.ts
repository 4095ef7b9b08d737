import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { parseLine } from "../model/line.ts";
import { CURRENT_VERSION } from "../model/migrate.ts";
import { AppendError, NotASessionError } from "./session-errors.ts";
import { readLines, readLinesBackwards, readRawLines } from "./session-lines.ts";

const NEWLINE = 0x0a;

/**
 * Adds whole lines to a session file, in one write to a descriptor opened for appending, and returns when they are
 * on the disk. Where the file does not end with a newline the write begins with one. Throws AppendError when the
 * file is gone or the write fails or falls short; then the file is as it was, unless somebody else wrote to it
 * meanwhile: what others wrote is never cut off.
 */
export function appendLines(path: string, lines: readonly string[]): void {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDWR | constants.O_APPEND);
  } catch (error) {
    throw new AppendError(path, reasonOf(error), { cause: error });
  }
  try {
    const sizeBefore = fstatSync(descriptor).size;
    const start = sizeBefore === 0 || lastByte(descriptor, sizeBefore) === NEWLINE ? "" : "\n";
    const bytes = Buffer.from(start + lines.map((line) => `${line}\n`).join(""));
    writeWhole(descriptor, path, bytes, sizeBefore);
    try {
      fsyncSync(descriptor);
    } catch (error) {
      // Reported as not added, so it must not be there for the next try to add it again.
      takeBack(descriptor, bytes, sizeBefore);
      throw error;
    }
  } catch (error) {
    if (error instanceof AppendError) throw error;
    throw new AppendError(path, reasonOf(error), { cause: error });
  } finally {
    closeSync(descriptor);
  }
}

function writeWhole(descriptor: number, path: string, bytes: Buffer, sizeBefore: number): void {
  let written = 0;
  let cause: unknown;
  try {
    written = writeSync(descriptor, bytes);
  } catch (error) {
    cause = error;
  }
  if (cause === undefined && written === bytes.length) return;
  takeBack(descriptor, bytes.subarray(0, written), sizeBefore);
  const why =
    cause === undefined ? `only ${written} of ${bytes.length} bytes could be written` : reasonOf(cause);
  throw new AppendError(path, why, { cause });
}

/** Removes the beginning of a line that could not be written whole, if it is the last thing in the file. */
function takeBack(descriptor: number, written: Buffer, sizeBefore: number): void {
  if (written.length === 0 || fstatSync(descriptor).size !== sizeBefore + written.length) return;
  const found = Buffer.alloc(written.length);
  readSync(descriptor, found, 0, found.length, sizeBefore);
  if (found.equals(written)) ftruncateSync(descriptor, sizeBefore);
}

function lastByte(descriptor: number, size: number): number | undefined {
  const byte = Buffer.alloc(1);
  readSync(descriptor, byte, 0, 1, size - 1);
  return byte[0];
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The version that a session file has. Throws NotASessionError when it has no valid header. */
export function fileVersion(path: string): number {
  for (const text of readLines(path)) {
    for (const value of parseLine(text, 0).values)
      if (value.kind === "header") return value.header.version ?? 1;
  }
  throw new NotASessionError(path);
}

/** The version to read a file by: one without a header is read as a current one. */
export function versionToRead(path: string): number {
  try {
    return fileVersion(path);
  } catch (error) {
    if (error instanceof NotASessionError) return CURRENT_VERSION;
    throw error;
  }
}

/**
 * The id of the last entry in a file of the current version at this moment; null when it has no entry, undefined
 * when its last entry has no id of its own.
 */
export function lastEntryId(path: string): string | null | undefined {
  for (const text of readLinesBackwards(path)) {
    const last = parseLine(text, 0)
      .values.flatMap((value) => (value.kind === "header" ? [] : [value.entry]))
      .at(-1);
    if (last !== undefined) return typeof last.id === "string" ? last.id : undefined;
  }
  return null;
}

/** Whether the id stands in the file: an agent could not find one that was only made up while reading. */
export function holdsEntry(path: string, entryId: string): boolean {
  const mention = Buffer.from(JSON.stringify(entryId));
  for (const line of readRawLines(path)) {
    if (!line.includes(mention)) continue;
    const { values } = parseLine(line.toString("utf8"), 0);
    if (values.some((value) => value.kind !== "header" && value.entry.id === entryId)) return true;
  }
  return false;
}
