import { KnownEntry, type SessionHeader } from "./entry.ts";
import { type LineDiagnostic, parseLine, type TextSpan } from "./line.ts";
import { CURRENT_VERSION, type JsonRecord, migrate } from "./migrate.ts";
import {
  type ForeignSessionEntry,
  foreign,
  isForeign,
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

/** Where a record stands: its line, from 1, and its piece of it, undefined where the line is that record alone. */
export interface RecordPlace {
  readonly line: number;
  readonly span: TextSpan | undefined;
}

/** The records of a file before migration; `places[i]` belongs to `records[i]`. */
export interface SessionRecords {
  readonly header: SessionHeader | undefined;
  /** The header as it stands in the file. */
  readonly rawHeader: JsonRecord | undefined;
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
  let rawHeader: JsonRecord | undefined;
  let headerPlace: RecordPlace | undefined;
  const records: JsonRecord[] = [];
  const places: RecordPlace[] = [];
  const known = new Set<JsonRecord>();
  const diagnostics: LineDiagnostic[] = [];
  let line = 0;
  for (const text of lines) {
    line++;
    const parsed = parseLine(text, line);
    for (const [index, value] of parsed.values.entries()) {
      const place = { line, span: parsed.spans?.[index] };
      if (value.kind !== "header") {
        records.push(value.entry);
        places.push(place);
        if (value.kind === "entry") known.add(value.entry);
      } else if (header === undefined) {
        header = value.header;
        rawHeader = value.raw;
        headerPlace = place;
      }
    }
    for (const diagnostic of parsed.diagnostics) diagnostics.push(diagnostic);
  }
  return { header, rawHeader, headerPlace, records, places, known, diagnostics };
}

/** Reads a session from the lines of its file. Never throws; what is damaged costs a diagnostic. */
export function readSession(lines: Iterable<string>): SessionContent {
  return contentOf(readRecords(lines));
}

/** Records as a session of the current version. */
export function contentOf({ header, records, places, known, diagnostics }: SessionRecords): SessionContent {
  const version = header === undefined ? CURRENT_VERSION : (header.version ?? 1);
  const healed = new Set<number>();
  const entries = migrate(version, records).map((record, index) => {
    const old = records[index];
    // Migration keeps what does not change, and that was checked when it was read.
    if (record === old) return known.has(record) ? asSessionEntry(record, true) : asForeign(record);
    const entry = asSessionEntry(record);
    if (!isForeign(entry) && old !== undefined && !known.has(old)) healed.add(places[index]?.line ?? 0);
    return entry;
  });
  const left = diagnostics.filter(({ kind, line }) => kind === "damaged" || !healed.has(line));
  return { header, version, entries, diagnostics: left };
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
  const { type, id, parentId } = record;
  return {
    ...record,
    type: String(type),
    id: String(id),
    parentId: typeof parentId === "string" ? parentId : null,
    [foreign]: true,
  };
}
