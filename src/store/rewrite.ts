import { randomBytes } from "node:crypto";
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
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
import type { SessionEntry } from "../model/session-entry.ts";
import { type RecordPlace, readRecords } from "../model/session-text.ts";
import { NotASessionError, SessionChangedError } from "./session-errors.ts";

const NEWLINE = 0x0a;

/** New texts for some lines of a file, by line from 1; a line that held several records becomes several. */
type LineChanges = ReadonlyMap<number, readonly string[]>;

/**
 * Brings an old file to the current version on disk. What does not change keeps every byte. Throws
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

/** A record of the current version with the text that its line has, or gets where migration changes it. */
export interface RecordText {
  readonly record: JsonRecord;
  readonly text: string;
}

/** All entries of a session in the current version; texts that need no change are kept. */
export function recordTexts(lines: readonly string[], found = readRecords(lines)): readonly RecordText[] {
  const migrated = migrate(found.header?.version ?? 1, found.records);
  return found.records.map((old, index) => {
    const record = migrated[index] ?? old;
    const text = trimPadding(textAt(lines, found.places[index]));
    return { record, text: record === old ? text : rewriteLine(text, old, record) };
  });
}

/** The lines of a branch: as they were, but for what hangs or keeps differently now. */
export function branchedTexts(
  entries: readonly SessionEntry[],
  known: readonly RecordText[],
): readonly string[] {
  const byId = new Map(known.map((one) => [one.record.id, one]));
  return entries.map((entry) => {
    const old = byId.get(entry.id);
    if (old === undefined) return JSON.stringify(entry);
    const changes: Record<string, unknown> = {};
    if (old.record.parentId !== entry.parentId) changes.parentId = entry.parentId;
    const keeps = "firstKeptEntryId" in entry && entry.firstKeptEntryId !== old.record.firstKeptEntryId;
    if (keeps) changes.firstKeptEntryId = entry.firstKeptEntryId;
    return Object.keys(changes).length === 0
      ? old.text
      : rewriteLine(old.text, old.record, { ...old.record, ...changes });
  });
}

function textAt(lines: readonly string[], place: RecordPlace | undefined): string {
  const line = lines[(place?.line ?? 0) - 1] ?? "";
  return place?.span === undefined ? line : line.slice(place.span.start, place.span.end);
}

interface HeaderAndRecords {
  readonly header: JsonRecord;
  readonly records: readonly JsonRecord[];
}

interface Change {
  readonly place: RecordPlace;
  readonly old: JsonRecord;
  readonly now: JsonRecord;
}

function changesTo(
  lines: readonly string[],
  change: (old: HeaderAndRecords & { readonly version: number }) => HeaderAndRecords,
): LineChanges | undefined {
  const { header, rawHeader, headerPlace, records, places } = readRecords(lines);
  if (header === undefined || rawHeader === undefined || headerPlace === undefined) return undefined;
  const changed = change({ header: rawHeader, version: header.version ?? 1, records });
  const byLine = new Map<number, Change[]>();
  const put = (place: RecordPlace, old: JsonRecord, now: JsonRecord) => {
    const others = byLine.get(place.line);
    if (others === undefined) byLine.set(place.line, [{ place, old, now }]);
    else others.push({ place, old, now });
  };
  put(headerPlace, rawHeader, changed.header);
  for (const [index, record] of records.entries()) {
    const [place, now] = [places[index], changed.records[index]];
    if (place !== undefined && now !== undefined) put(place, record, now);
  }
  const texts = new Map<number, readonly string[]>();
  for (const [line, changes] of byLine) {
    if (changes.some(({ old, now }) => old !== now))
      texts.set(line, changedTexts(lines[line - 1] ?? "", changes));
  }
  return texts;
}

/** A line with its changes. Of several records each gets a line, and so does whatever stands between them. */
function changedTexts(text: string, changes: readonly Change[]): readonly string[] {
  const pieces: string[] = [];
  let position = 0;
  for (const { place, old, now } of [...changes].sort(
    (a, b) => (a.place.span?.start ?? 0) - (b.place.span?.start ?? 0),
  )) {
    const { start, end } = place.span ?? { start: 0, end: text.length };
    pieces.push(text.slice(position, start));
    const record = text.slice(start, end);
    pieces.push(now === old ? record : rewriteLine(record, old, now));
    position = end;
  }
  pieces.push(text.slice(position));
  return pieces.filter((piece) => trimPadding(piece) !== "" || piece.includes("\0"));
}

/**
 * Writes a file anew beside the old one, flushed, with its mode and owner, and renames it over the old one. A
 * file that may not be written is not replaced either; through a link the file that it leads to is.
 */
function rewriteFile(link: string, change: (lines: readonly string[]) => LineChanges | undefined): void {
  const path = realpathSync(link);
  accessSync(path, constants.W_OK);
  const before = statSync(path);
  const bytes = readFileSync(path);
  const raw = splitLines(bytes);
  const changes = change(raw.map((line) => line.toString("utf8")));
  if (changes === undefined) throw new NotASessionError(path);
  if (changes.size === 0) return;
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

/**
 * Makes a rename or a new file in a folder last through a power cut, where the file system can do that. The file
 * itself is complete either way, so a folder that cannot be flushed is no failure.
 */
export function flushFolder(folder: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, "r");
    fsyncSync(descriptor);
  } catch {
    // Network mounts and Windows refuse this.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
