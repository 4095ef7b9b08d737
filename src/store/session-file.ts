import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { isKnownType, type SessionHeader } from "../model/entry.ts";
import { CURRENT_VERSION, type JsonRecord } from "../model/migrate.ts";
import { isForeign, type SessionEntry } from "../model/session-entry.ts";
import {
  asSessionEntry,
  contentOf,
  readRecords,
  readSession,
  type SessionContent,
} from "../model/session-text.ts";
import { appendLines, fileVersion, lastEntryId } from "./append.ts";
import { flushFolder, migrateFile, type RecordText, recordTexts, rewriteHeader } from "./rewrite.ts";
import { AppendError, InvalidEntryError, SessionError, UnreadableSessionError } from "./session-errors.ts";
import { readLines } from "./session-lines.ts";

/**
 * Reads a whole session file, migrated in memory. Reading never changes the file. Throws UnreadableSessionError
 * when there is no such file or it cannot be read.
 */
export function readSessionFile(path: string): SessionContent {
  return readable(path, () => readSession(readLines(path)));
}

/** A session file with the text of each entry's line, from one read. Throws UnreadableSessionError. */
export function readSessionTexts(path: string): SessionContent & { readonly texts: readonly RecordText[] } {
  return readable(path, () => {
    const lines = [...readLines(path)];
    const found = readRecords(lines);
    return { ...contentOf(found), texts: recordTexts(lines, found) };
  });
}

function readable<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof SessionError) throw error;
    throw new UnreadableSessionError(path, error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
}

/** The size of a file in bytes; undefined when there is none. */
export function fileSize(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

/** `<time>_<id>.jsonl`, as the agents name their files. */
export function sessionFileName(timestamp: string, id: string): string {
  return `${timestamp.replace(/[:.]/g, "-")}_${id}.jsonl`;
}

/** An id that is not taken: 8 hex digits, a whole UUID should these run out. */
export function newEntryId(taken: { has(id: string): boolean }): string {
  for (let attempt = 0; attempt < 100; attempt++) {
    const id = randomUUID().slice(0, 8);
    if (!taken.has(id)) return id;
  }
  return randomUUID();
}

/**
 * Makes a new session file with these lines, flushed; `mode` says who may read it. Throws AppendError; then there is
 * no file.
 */
export function createSessionFile(path: string, lines: readonly string[], mode = 0o666): void {
  let descriptor: number | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true });
    descriptor = openSync(path, "wx", mode);
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    fsyncSync(descriptor);
  } catch (error) {
    // Only what this call made is removed.
    if (descriptor !== undefined) rmSync(path, { force: true });
    throw new AppendError(path, error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  flushFolder(dirname(path));
}

/**
 * Makes sure that lines of the current version may be added to a file: an old one is migrated on disk first.
 * Throws NotASessionError, SessionChangedError, and AppendError when the file cannot be read.
 */
export function prepareForAppend(path: string): void {
  writable(path, () => {
    if (fileVersion(path) < CURRENT_VERSION) migrateFile(path);
  });
}

/** Changes the header of a session file on disk. Throws as `prepareForAppend` does. */
export function rewriteSessionHeader(path: string, change: (header: JsonRecord) => JsonRecord): void {
  writable(path, () => rewriteHeader(path, change));
}

/** Does what may fail because of the file, and says so with an AppendError; other errors of a session stay. */
export function writable(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (error instanceof SessionError) throw error;
    throw new AppendError(path, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * Adds one entry below the entry that is last in the file at this moment, which makes it the file's leaf. Throws
 * InvalidEntryError, NotASessionError and AppendError; then nothing was added. Returns the new entry's id.
 */
export function appendAtLeaf(
  path: string,
  fields: { readonly type: string } & Readonly<Record<string, unknown>>,
): string {
  // Checked before the file is touched: an old one is migrated only for an entry that will be added.
  serialiseEntry(placed(fields, "00000000", null), path);
  prepareForAppend(path);
  const last = lastEntryId(path);
  const parentId = last === undefined ? (readSessionFile(path).entries.at(-1)?.id ?? null) : last;
  const id = newEntryId({ has: (candidate) => candidate === parentId });
  appendLines(path, [serialiseEntry(placed(fields, id, parentId), path).text]);
  return id;
}

/** An entry at its place, with the present time. */
export function placed(
  { type, ...rest }: { readonly type: string } & Readonly<Record<string, unknown>>,
  id: string,
  parentId: string | null,
): JsonRecord {
  return { type, id, parentId, timestamp: new Date().toISOString(), ...rest };
}

/**
 * An entry as its line says it, and as that line will be read again: what a caller changes later in what it gave
 * has no effect. Throws InvalidEntryError for what is no JSON or does not fit its type.
 */
export function serialiseEntry(
  record: JsonRecord,
  path: string | undefined,
): { readonly text: string; readonly entry: SessionEntry } {
  const type = String(record.type);
  let text: string;
  try {
    text = JSON.stringify(record);
  } catch (error) {
    throw new InvalidEntryError(type, path, { cause: error });
  }
  const entry = asSessionEntry(JSON.parse(text));
  if (isKnownType(type) && isForeign(entry)) throw new InvalidEntryError(type, path);
  return { text, entry };
}

/** A file's path in a session directory. */
export function sessionPath(sessionDir: string, header: SessionHeader): string {
  return join(sessionDir, sessionFileName(header.timestamp ?? new Date().toISOString(), header.id));
}
