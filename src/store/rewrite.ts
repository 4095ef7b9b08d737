import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { trimPadding } from "../model/line.ts";
import { CURRENT_VERSION, type JsonRecord, migrate } from "../model/migrate.ts";
import { rewriteLine } from "../model/rewrite-line.ts";
import { type RecordPlace, readRecords } from "../model/session-text.ts";
import { NotASessionError, SessionChangedError } from "./session-errors.ts";

const NEWLINE = 0x0a;

/** New texts for some lines of a file, by line from 1; a line that held two records becomes two. */
type LineChanges = ReadonlyMap<number, readonly string[]>;

/**
 * Brings an old file to the current version on disk. Lines that do not change keep every byte. Throws
 * NotASessionError without a valid header, SessionChangedError when somebody else changed the file meanwhile.
 */
export function migrateFile(path: string): void {
  rewriteFile(path, migrationChanges);
}

/** Replaces the header of a file; everything else keeps every byte. Throws as `migrateFile` does. */
export function rewriteHeader(path: string, change: (header: JsonRecord) => JsonRecord): void {
  rewriteFile(path, (lines) =>
    changesTo(lines, ({ header, records }) => ({ header: change(header), records })),
  );
}

/** What migration changes in the lines of an old session; undefined when they have no header. */
export function migrationChanges(lines: readonly string[]): LineChanges | undefined {
  return changesTo(lines, ({ header, version, records }) => ({
    header: { ...header, version: CURRENT_VERSION },
    records: migrate(version, records),
  }));
}

/** The lines of all entries of a session in the current version; texts that need no change are kept. */
export function entryTexts(lines: readonly string[]): readonly string[] {
  const { header, records, places } = readRecords(lines);
  const migrated = migrate(header?.version ?? 1, records);
  return records.map((record, index) => {
    const now = migrated[index] ?? record;
    const place = places[index];
    const text = place?.isWholeLine === true ? trimPadding(lines[place.line - 1] ?? "") : undefined;
    if (text === undefined) return JSON.stringify(now);
    return now === record ? text : rewriteLine(text, record, now);
  });
}

interface HeaderAndRecords {
  readonly header: JsonRecord;
  readonly records: readonly JsonRecord[];
}

function changesTo(
  lines: readonly string[],
  change: (old: HeaderAndRecords & { readonly version: number }) => HeaderAndRecords,
): LineChanges | undefined {
  const { header, headerPlace, records, places } = readRecords(lines);
  if (header === undefined || headerPlace === undefined) return undefined;
  const changes = new Map<number, string[]>();
  const put = ({ line, isWholeLine }: RecordPlace, old: JsonRecord, now: JsonRecord) => {
    if (isWholeLine && now === old) return;
    const text = isWholeLine ? rewriteLine(lines[line - 1] ?? "", old, now) : JSON.stringify(now);
    const others = changes.get(line);
    if (others === undefined) changes.set(line, [text]);
    else others.push(text);
  };
  const changed = change({ header, version: header.version ?? 1, records });
  put(headerPlace, header, changed.header);
  for (const [index, record] of records.entries()) {
    const [place, now] = [places[index], changed.records[index]];
    if (place !== undefined && now !== undefined) put(place, record, now);
  }
  return changes;
}

/** Writes a file anew beside the old one, flushed, with its mode and owner, and renames it over the old one. */
function rewriteFile(path: string, change: (lines: readonly string[]) => LineChanges | undefined): void {
  const before = statSync(path);
  const bytes = readFileSync(path);
  const raw = splitLines(bytes);
  const changes = change(raw.map((line) => line.toString("utf8")));
  if (changes === undefined) throw new NotASessionError(path);
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    writeTemporary(temporary, joinLines(raw, changes), before);
    if (!isUnchanged(before, statSync(path))) throw new SessionChangedError(path);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  flushFolder(dirname(path));
}

/** The lines of a file as bytes; behind a final newline stands an empty one, so that joining gives the same file. */
function splitLines(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  lines.push(bytes.subarray(start));
  return lines;
}

function joinLines(raw: readonly Buffer[], changes: LineChanges): Buffer {
  const pieces: Buffer[] = [];
  for (const [index, line] of raw.entries()) {
    if (index > 0) pieces.push(Buffer.of(NEWLINE));
    const texts = changes.get(index + 1);
    pieces.push(texts === undefined ? line : Buffer.from(texts.join("\n")));
  }
  return Buffer.concat(pieces);
}

function isUnchanged(before: Stats, now: Stats): boolean {
  return now.ino === before.ino && now.size === before.size && now.mtimeMs === before.mtimeMs;
}

function writeTemporary(path: string, bytes: Buffer, { mode, uid, gid }: Stats): void {
  const descriptor = openSync(path, "wx", mode & 0o777);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    fchmodSync(descriptor, mode & 0o7777);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  if (uid !== process.getuid?.() || gid !== process.getgid?.()) chownSync(path, uid, gid);
}

/** Makes a rename or a new file in a folder last through a power cut. */
export function flushFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
