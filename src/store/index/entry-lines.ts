import { parseLine } from "../../model/line.ts";
import type { JsonRecord } from "../../model/migrate.ts";
import { type RawLine, readRawLinesFrom, readRawLinesIn } from "../session-lines.ts";

/** A record of a file as far as searching needs it. */
export interface EntryLine {
  /** Undefined where nothing of it can be searched: then it was not parsed. */
  readonly record: JsonRecord | undefined;
  readonly id: string | undefined;
  /** Undefined where the record does not say. */
  readonly parentId: string | null | undefined;
  /** Of a record that was not parsed: whether its tool failed. */
  readonly failed: boolean;
  /** Where in the file the line after it begins: bytes. */
  readonly end: number;
}

/** Whether a record hangs elsewhere than below the one before it, whose id is given: there a branch begins. */
export function branchesOff({ parentId }: EntryLine, lastId: string | undefined): boolean {
  return lastId !== undefined && parentId !== undefined && parentId !== lastId;
}

/** A line as agents begin it. */
const PLAIN_HEAD =
  /^\{"type":"(\w+)","id":"([^"\\]*)","parentId":(?:null|"([^"\\]*)"),"timestamp":"[^"]*"(?:,"message":\{"role":"(\w+)")?/;
const HEAD = 512;
/** Nothing in entries of these types can be searched. */
const UNSEARCHED = new Set([
  "custom",
  "usage",
  "thinking_level_change",
  "context_window_change",
  "context_edit",
]);
const FAILURE = Buffer.from('"isError":true');
const LOST_NEWLINE = Buffer.from('}{"type":"');
const CLOSE = 0x7d;
/** How a message ends. Within a text quotation marks are escaped: there nothing looks like this. */
const MESSAGE_END = /"\w+":(?:true|false|null|\d+)\}\}$/;

/** The records of a file in its order; the header is none. Throws what reading throws. */
export function entryLines(path: string): Generator<EntryLine, void> {
  return entriesIn(readRawLinesFrom(path, 0, isSearched));
}

/** The same of an open file from a place in bytes on. */
export function entryLinesIn(descriptor: number, start: number): Generator<EntryLine, void> {
  return entriesIn(readRawLinesIn(descriptor, start, isSearched));
}

function* entriesIn(lines: Iterable<RawLine>): Generator<EntryLine, void> {
  for (const line of lines) {
    const { bytes, hasNewline, end, tail } = line;
    const head = PLAIN_HEAD.exec(bytes.toString("latin1", 0, HEAD));
    if (head !== null && isUnsearched(head) && isWhole(line)) {
      yield {
        record: undefined,
        id: head[2],
        parentId: head[3] ?? null,
        failed: bytes.includes(FAILURE) || tail?.includes(FAILURE) === true,
        end,
      };
    } else if (tail === undefined) {
      const records = recordsIn(bytes);
      // The end of the file may be in the making.
      if (records.length === 0 && !hasNewline) return;
      for (const record of records) yield lineOf(record, end);
    }
  }
}

/**
 * Whether a line is one record for sure. Bytes behind the record, or a second one on its line, are the parser's
 * business; so is the end of the file, unless the line is too long for it.
 */
function isWhole({ bytes, tail, hasNewline }: RawLine): boolean {
  if (tail !== undefined) return hasNewline || MESSAGE_END.test(tail.toString("latin1"));
  return hasNewline && bytes.at(-1) === CLOSE && !bytes.includes(LOST_NEWLINE);
}

function isSearched(head: Buffer): boolean {
  const match = PLAIN_HEAD.exec(head.toString("latin1", 0, HEAD));
  return match === null ? head.length < LONGEST_LINE : !isUnsearched(match) && head.length < LONGEST_LINE;
}

/** A longer line is not searched: bytes. */
const LONGEST_LINE = 64 << 20;

const isUnsearched = ([, type = "", , , role]: RegExpExecArray) =>
  type === "message" ? role === "toolResult" : UNSEARCHED.has(type);

function recordsIn(bytes: Buffer): readonly JsonRecord[] {
  const text = bytes.toString("utf8");
  const plain = parsedRecord(text);
  if (plain !== undefined) return plain.type === "session" ? [] : [plain];
  return parseLine(text, 0).values.flatMap((value) => (value.kind === "header" ? [] : [value.entry]));
}

function parsedRecord(text: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && typeof value.type === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

function lineOf(record: JsonRecord, end: number): EntryLine {
  const { id, parentId } = record;
  return {
    record,
    id: typeof id === "string" ? id : undefined,
    parentId: typeof parentId === "string" || parentId === null ? parentId : undefined,
    failed: false,
    end,
  };
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
