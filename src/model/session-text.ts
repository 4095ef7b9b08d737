import { KnownEntry, type SessionHeader } from "./entry.ts";
import { type LineDiagnostic, parseLine } from "./line.ts";
import { CURRENT_VERSION, type JsonRecord, migrate } from "./migrate.ts";
import {
  type ForeignSessionEntry,
  foreign,
  type KnownSessionEntry,
  type SessionEntry,
} from "./session-entry.ts";

/** A session as its file says it, migrated to the current version in memory. */
export interface SessionContent {
  /** Undefined when the file has no valid header: then it may be read, never written. */
  readonly header: SessionHeader | undefined;
  /** The version that the file itself has. */
  readonly version: number;
  /** In the order of the file. */
  readonly entries: readonly SessionEntry[];
  readonly diagnostics: readonly LineDiagnostic[];
}

/** Where a record stands: line (from 1) and whether it fills that line alone. */
export interface RecordPlace {
  readonly line: number;
  readonly isWholeLine: boolean;
}

/** The records of a file before migration; `places[i]` belongs to `records[i]`. */
export interface SessionRecords {
  readonly header: SessionHeader | undefined;
  readonly headerPlace: RecordPlace | undefined;
  readonly records: readonly JsonRecord[];
  readonly places: readonly RecordPlace[];
  /** The records that fit the schema of their type as they are. */
  readonly known: ReadonlySet<JsonRecord>;
  readonly diagnostics: readonly LineDiagnostic[];
}

/** Takes the lines of a file apart. Of several headers the first counts; the others are no entries. */
export function readRecords(lines: Iterable<string>): SessionRecords {
  let header: SessionHeader | undefined;
  let headerPlace: RecordPlace | undefined;
  const records: JsonRecord[] = [];
  const places: RecordPlace[] = [];
  const known = new Set<JsonRecord>();
  const diagnostics: LineDiagnostic[] = [];
  let line = 0;
  for (const text of lines) {
    line++;
    const parsed = parseLine(text, line);
    const place = { line, isWholeLine: parsed.values.length === 1 };
    for (const value of parsed.values) {
      if (value.kind !== "header") {
        records.push(value.entry);
        places.push(place);
        if (value.kind === "entry") known.add(value.entry);
      } else if (header === undefined) {
        header = value.header;
        headerPlace = place;
      }
    }
    for (const diagnostic of parsed.diagnostics) diagnostics.push(diagnostic);
  }
  return { header, headerPlace, records, places, known, diagnostics };
}

/** Reads a session from the lines of its file. Never throws; what is damaged costs a diagnostic. */
export function readSession(lines: Iterable<string>): SessionContent {
  return contentOf(readRecords(lines));
}

/** Records as a session of the current version. */
export function contentOf({ header, records, known, diagnostics }: SessionRecords): SessionContent {
  const version = header === undefined ? CURRENT_VERSION : (header.version ?? 1);
  const entries = migrate(version, records).map((record, index) => {
    // Migration keeps what does not change, and that was checked when it was read.
    const isChecked = record === records[index];
    return isChecked && !known.has(record) ? asForeign(record) : asSessionEntry(record, isChecked);
  });
  return { header, version, entries, diagnostics };
}

/** A record of the current version as an entry: of its type where it fits the schema, else foreign. */
export function asSessionEntry(record: JsonRecord, isChecked = false): SessionEntry {
  return isKnownPlaced(record, isChecked) ? record : asForeign(record);
}

function isKnownPlaced(record: JsonRecord, isChecked: boolean): record is JsonRecord & KnownSessionEntry {
  const hasPlace = typeof record.id === "string" && record.parentId !== undefined;
  return hasPlace && (isChecked || KnownEntry.safeParse(record).success);
}

function asForeign(record: JsonRecord): ForeignSessionEntry {
  const { type, id, parentId, timestamp } = record;
  return {
    ...record,
    type: String(type),
    id: String(id),
    parentId: typeof parentId === "string" ? parentId : null,
    timestamp: typeof timestamp === "string" ? timestamp : undefined,
    [foreign]: true,
  };
}
