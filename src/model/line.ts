import { ForeignEntry, isKnownType, KnownEntry, SessionHeader } from "./entry.ts";

/** Something about a line that a person may want to know. Lines count from 1. */
export interface LineDiagnostic {
  /** `damaged`: something of the line is lost; `unexpected`: all is kept, but a value does not fit its schema. */
  readonly kind: "damaged" | "unexpected";
  readonly line: number;
  readonly reason: string;
}

/** One value of a line. `foreign` holds what no schema fits, untouched. */
export type LineValue =
  | { readonly kind: "header"; readonly header: SessionHeader }
  | { readonly kind: "entry"; readonly entry: KnownEntry }
  | { readonly kind: "foreign"; readonly entry: ForeignEntry };

/** What one line of a file holds: normally one value, two where a newline was lost, none where it is blank. */
export interface ParsedLine {
  readonly values: readonly LineValue[];
  readonly diagnostics: readonly LineDiagnostic[];
}

const NOTHING: ParsedLine = { values: [], diagnostics: [] };
const RECORD_START = '{"type":"';
const MOST_RECORDS_IN_A_LINE = 64;

/**
 * One line (without its newline) to its entries and diagnostics. Never throws. A byte-order mark, a carriage
 * return and padding of NUL bytes around a record cost nothing; whole records inside a damaged line are saved.
 */
export function parseLine(text: string, line: number): ParsedLine {
  const record = trimPadding(text);
  if (record === "") {
    return text.includes("\0") ? damaged(line, "only padding, no record") : NOTHING;
  }
  const value = parseJson(record);
  if (value === undefined) return recover(record, line);
  const known = classify(value, line);
  return known ?? damaged(line, "no entry: a JSON value without a type");
}

/** The text without white space, byte-order mark and NUL padding at either end. */
export function trimPadding(text: string): string {
  return text.replace(/^[\s\0\ufeff]+/, "").replace(/[\s\0]+$/, "");
}

function damaged(line: number, reason: string): ParsedLine {
  return { values: [], diagnostics: [{ kind: "damaged", line, reason }] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function classify(value: unknown, line: number): ParsedLine | undefined {
  if (isHeader(value)) return { values: [{ kind: "header", header: value }], diagnostics: [] };
  const known = KnownEntry.safeParse(value);
  if (fits(value, known)) return { values: [{ kind: "entry", entry: value }], diagnostics: [] };
  if (!isForeignEntry(value) || value.type === "session") return undefined;
  const values: LineValue[] = [{ kind: "foreign", entry: value }];
  if (!isKnownType(value.type)) return { values, diagnostics: [] };
  const reason = `${value.type}: ${complaint(known.error?.issues[0])}`;
  return { values, diagnostics: [{ kind: "unexpected", line, reason }] };
}

// Values are checked, not copied: their fields keep the order of the file.
const isHeader = (value: unknown): value is SessionHeader => SessionHeader.safeParse(value).success;
const isForeignEntry = (value: unknown): value is ForeignEntry => ForeignEntry.safeParse(value).success;
const fits = (value: unknown, check: { readonly success: boolean }): value is KnownEntry =>
  check.success && value !== undefined;

function complaint(issue: { readonly path: readonly PropertyKey[] } | undefined): string {
  return `unexpected value at ${issue?.path.map(String).join(".") || "the entry"}`;
}

/** Looks for whole records in a line that is not JSON: a torn record may have swallowed its neighbour. */
function recover(text: string, line: number): ParsedLine {
  const values: LineValue[] = [];
  const diagnostics: LineDiagnostic[] = [];
  let tornText = false;
  let position = 0;
  for (let tries = 0; tries < MOST_RECORDS_IN_A_LINE && position < text.length; tries++) {
    const start = text.indexOf(RECORD_START, position);
    if (start !== position) tornText = true;
    if (start === -1) break;
    const end = endOfValue(text, start);
    const value = end === undefined ? undefined : parseJson(text.slice(start, end));
    const found = isRecord(value) ? classify(value, line) : undefined;
    if (found === undefined || end === undefined) {
      tornText = true;
      position = start + RECORD_START.length;
      continue;
    }
    values.push(...found.values);
    diagnostics.push(...found.diagnostics);
    position = end;
  }
  if (tornText) diagnostics.push({ kind: "damaged", line, reason: "not JSON: the line is torn" });
  return { values, diagnostics };
}

/** Content blocks inside a torn record have a type too, but no time: those are no records. */
function isRecord(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "timestamp" in value && typeof value.timestamp === "string"
  );
}

/** The position after the object or array that starts at `start`, or undefined when it does not close. */
function endOfValue(text: string, start: number): number | undefined {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === 0x22) {
      i = endOfString(text, i);
    } else if (character === 0x7b || character === 0x5b) {
      depth++;
    } else if (character === 0x7d || character === 0x5d) {
      depth--;
      if (depth === 0) return i + 1;
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === 0x5c) i++;
    else if (character === 0x22) return i;
  }
  return text.length;
}
