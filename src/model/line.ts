import { ForeignEntry, HeaderIdentity, isKnownType, KnownEntry, SessionHeader } from "./entry.ts";

import { isPlainMessage } from "./plain-message.ts";

/** Something about a line that a person may want to know. Lines count from 1. */
export interface LineDiagnostic {
  /** `damaged`: something of the line is lost; `unexpected`: all is kept, but a value does not fit its schema. */
  readonly kind: "damaged" | "unexpected";
  readonly line: number;
  readonly reason: string;
}

/** One value of a line. `foreign` holds what no schema fits, untouched. */
export type LineValue =
  | {
      readonly kind: "header";
      /** Without the fields that are not of the kind they should be. */
      readonly header: SessionHeader;
      /** As it stands in the file. */
      readonly raw: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: "entry"; readonly entry: KnownEntry }
  | { readonly kind: "foreign"; readonly entry: ForeignEntry };

/** What one line of a file holds: normally one value, two where a newline was lost, none where it is blank. */
export interface ParsedLine {
  readonly values: readonly LineValue[];
  /** Where each value stands in the text, in code units, if the line is not one whole record. */
  readonly spans?: readonly TextSpan[];
  readonly diagnostics: readonly LineDiagnostic[];
}

/** A piece of a line, in code units: from `start` up to but not including `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const NO_DIAGNOSTICS: readonly LineDiagnostic[] = [];
const NOTHING: ParsedLine = { values: [], diagnostics: [] };
const RECORD_START = '{"type":"';
/** How many times its own length a damaged line may be searched through before the rest is given up. */
const MOST_PASSES = 16;

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
  if (value === undefined) return recover(text, text.indexOf(record), line);
  const known = classify(value, line);
  return known ?? damaged(line, "no entry: a JSON value without a type");
}

/** The text without white space, byte-order mark and NUL padding at either end. */
export function trimPadding(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isPadding(text.charCodeAt(start))) start++;
  while (end > start && isPadding(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isPadding(code: number): boolean {
  return code <= 0x20
    ? code === 0 || code === 0x20 || (code >= 0x09 && code <= 0x0d)
    : code === 0xfeff || code === 0xa0;
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
  if (isPlainMessage(value))
    return { values: [{ kind: "entry", entry: value }], diagnostics: NO_DIAGNOSTICS };
  if (isHeader(value)) return headerLine(value, line);
  const known = KnownEntry.safeParse(value);
  if (fits(value, known)) return { values: [{ kind: "entry", entry: value }], diagnostics: [] };
  if (!isForeignEntry(value) || value.type === "session") return undefined;
  const values: LineValue[] = [{ kind: "foreign", entry: value }];
  if (!isKnownType(value.type)) return { values, diagnostics: [] };
  const reason = `${value.type}: ${complaint(known.error?.issues[0])}`;
  return { values, diagnostics: [{ kind: "unexpected", line, reason }] };
}

// Values are checked, not copied: their fields keep the order of the file.
const isHeader = (value: unknown): value is HeaderIdentity => HeaderIdentity.safeParse(value).success;
const isForeignEntry = (value: unknown): value is ForeignEntry => ForeignEntry.safeParse(value).success;
const fits = (value: unknown, check: { readonly success: boolean }): value is KnownEntry =>
  check.success && value !== undefined;
const isWhole = (header: HeaderIdentity): header is SessionHeader => SessionHeader.safeParse(header).success;

/** A field of a header that is not what it should be counts as missing, and costs a diagnostic. */
function headerLine(raw: HeaderIdentity, line: number): ParsedLine {
  if (isWhole(raw)) return { values: [{ kind: "header", header: raw, raw }], diagnostics: [] };
  const bad = new Set(SessionHeader.safeParse(raw).error?.issues.map(({ path }) => String(path[0])));
  const good = Object.entries(raw).filter(([field]) => !bad.has(field));
  const header = { ...Object.fromEntries(good), type: raw.type, id: raw.id };
  const diagnostics: LineDiagnostic[] = [];
  for (const field of bad)
    diagnostics.push({ kind: "unexpected", line, reason: `session: unexpected value at ${field}` });
  return { values: [{ kind: "header", header, raw }], diagnostics };
}

function complaint(issue: { readonly path: readonly PropertyKey[] } | undefined): string {
  return `unexpected value at ${issue?.path.map(String).join(".") || "the entry"}`;
}

/** Looks for whole records in a line that is not JSON: a torn record may have swallowed its neighbour. */
function recover(text: string, from: number, line: number): ParsedLine {
  const values: LineValue[] = [];
  const spans: TextSpan[] = [];
  const diagnostics: LineDiagnostic[] = [];
  let isTorn = false;
  let position = from;
  let effort = text.length * MOST_PASSES;
  while (position < text.length) {
    const start = text.indexOf(RECORD_START, position);
    if (start === -1 || effort < 0) {
      isTorn ||= trimPadding(text.slice(position)) !== "";
      break;
    }
    isTorn ||= trimPadding(text.slice(position, start)) !== "";
    const { end, isClosed } = endOfValue(text, start);
    const value = isClosed ? parseJson(text.slice(start, end)) : undefined;
    const found = isRecord(value) ? classify(value, line) : undefined;
    if (found === undefined) {
      isTorn = true;
      effort -= end - start;
      position = start + RECORD_START.length;
      continue;
    }
    for (const one of found.values) values.push(one);
    spans.push({ start, end });
    for (const diagnostic of found.diagnostics) diagnostics.push(diagnostic);
    position = end;
  }
  if (isTorn) diagnostics.push({ kind: "damaged", line, reason: "not JSON: the line is torn" });
  return { values, spans, diagnostics };
}

/** Content blocks inside a torn record have a type too, but no time: those are no records. */
function isRecord(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "timestamp" in value && typeof value.timestamp === "string"
  );
}

/** Where the object or array that starts at `start` ends, and whether it is closed there. */
function endOfValue(text: string, start: number): { readonly end: number; readonly isClosed: boolean } {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === 0x22) {
      i = endOfString(text, i);
    } else if (character === 0x7b || character === 0x5b) {
      depth++;
    } else if (character === 0x7d || character === 0x5d) {
      depth--;
      if (depth === 0) return { end: i + 1, isClosed: true };
    }
  }
  return { end: text.length, isClosed: false };
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === 0x5c) i++;
    else if (character === 0x22) return i;
  }
  return text.length;
}
