import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { isKnownType, type SessionHeader } from "../model/entry.ts";
import { CURRENT_VERSION } from "../model/migrate.ts";
import { isForeign } from "../model/session-entry.ts";
import { asSessionEntry, readSession, type SessionContent } from "../model/session-text.ts";
import { appendLines, fileVersion, lastEntryId } from "./append.ts";
import { flushFolder, migrateFile } from "./rewrite.ts";
import { AppendError, InvalidEntryError, SessionError } from "./session-errors.ts";
import { readLines } from "./session-lines.ts";

/** Reads a whole session file, migrated in memory. Reading never changes the file. Throws as `fs` does. */
export function readSessionFile(path: string): SessionContent {
  return readSession(readLines(path));
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

/** Makes a new session file with these lines, flushed. Throws AppendError; then there is no file. */
export function createSessionFile(path: string, lines: readonly string[]): void {
  let descriptor: number | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true });
    descriptor = openSync(path, "wx");
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
  try {
    if (fileVersion(path) < CURRENT_VERSION) migrateFile(path);
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
  prepareForAppend(path);
  const parentId = lastEntryId(path);
  const id = newEntryId({ has: (candidate) => candidate === parentId });
  const { type, ...rest } = fields;
  const record = { type, id, parentId, timestamp: new Date().toISOString(), ...rest };
  if (isKnownType(type) && isForeign(asSessionEntry(record))) throw new InvalidEntryError(type, path);
  appendLines(path, [JSON.stringify(record)]);
  return id;
}

/** A file's path in a session directory. */
export function sessionPath(sessionDir: string, header: SessionHeader): string {
  return join(sessionDir, sessionFileName(header.timestamp ?? new Date().toISOString(), header.id));
}
