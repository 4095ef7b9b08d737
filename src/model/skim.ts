import { BRANCH_SUMMARY_FACT, type DigestFact, ENTRY_FACT, MESSAGE_FACT, talkTime } from "./fact.ts";

/*
 * Most bytes of a store are tool output that no list row needs. A skim looks at the structure of a line's bytes
 * and stops as soon as the line has said what the row needs. Whatever it is not sure of it leaves to the parser
 * by returning undefined, so a skim is never the reason for a wrong row.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const LINE_START = bytes('{"type":"');
const TYPE_MESSAGE = bytes("message");
const TYPE_BRANCH_SUMMARY = bytes("branch_summary");
const TYPES_TO_PARSE = ["session", "session_info", "session_summary", "label"].map(bytes);
const KEY_ID = bytes("id");
const KEY_TIMESTAMP = bytes("timestamp");
const KEY_MESSAGE = bytes("message");
const KEY_ROLE = bytes("role");
const KEY_CONTENT = bytes("content");
const ROLE_USER = bytes("user");
const ROLE_ASSISTANT = bytes("assistant");

/** How much of a line says whether the rest of it matters: bytes. */
export const SKIM_HEAD = 512;

/**
 * The fact of a line from its first bytes alone, where these suffice: `buffer[start, end)` may be cut short.
 * Undefined: the whole line is needed.
 */
export function skimHead(buffer: Uint8Array, start: number, end: number): DigestFact | undefined {
  if (!startsWith(buffer, start, end, LINE_START)) return undefined;
  const typeStart = start + LINE_START.length;
  const typeEnd = endOfString(buffer, typeStart, end);
  if (typeEnd === -1) return undefined;
  if (equals(buffer, typeStart, typeEnd, TYPE_MESSAGE)) return skimMessageHead(buffer, typeEnd + 1, end);
  if (equals(buffer, typeStart, typeEnd, TYPE_BRANCH_SUMMARY)) return BRANCH_SUMMARY_FACT;
  if (TYPES_TO_PARSE.some((type) => equals(buffer, typeStart, typeEnd, type))) return undefined;
  return ENTRY_FACT;
}

/** A message whose first field is a role that is neither user nor assistant is counted, nothing more. */
function skimMessageHead(buffer: Uint8Array, position: number, end: number): DigestFact | undefined {
  const limit = Math.min(end, position + SKIM_HEAD);
  let at = position;
  while (at < limit && buffer[at] === COMMA && buffer[at + 1] === QUOTE) {
    const keyStart = at + 2;
    const keyEnd = endOfString(buffer, keyStart, limit);
    if (keyEnd === -1 || buffer[keyEnd + 1] !== COLON) return undefined;
    const valueStart = keyEnd + 2;
    if (equals(buffer, keyStart, keyEnd, KEY_MESSAGE)) return roleFact(buffer, valueStart, limit);
    at = endOfValue(buffer, valueStart, limit);
    if (at === -1) return undefined;
  }
  return undefined;
}

function roleFact(buffer: Uint8Array, start: number, end: number): DigestFact | undefined {
  if (buffer[start] !== OPEN || buffer[start + 1] !== QUOTE) return undefined;
  const keyEnd = endOfString(buffer, start + 2, end);
  if (keyEnd === -1 || !equals(buffer, start + 2, keyEnd, KEY_ROLE)) return undefined;
  if (buffer[keyEnd + 1] !== COLON || buffer[keyEnd + 2] !== QUOTE) return undefined;
  const roleStart = keyEnd + 3;
  const roleEnd = endOfString(buffer, roleStart, end);
  if (roleEnd === -1) return undefined;
  const isTalk =
    equals(buffer, roleStart, roleEnd, ROLE_USER) || equals(buffer, roleStart, roleEnd, ROLE_ASSISTANT);
  return isTalk ? undefined : MESSAGE_FACT;
}

/**
 * The fact of a user or assistant line `buffer[start, end)` without its text, walking its structure once.
 * Undefined when the line is of another kind, unusual or damaged.
 */
export function skimTalk(buffer: Uint8Array, start: number, end: number): DigestFact | undefined {
  if (!startsWith(buffer, start, end, LINE_START)) return undefined;
  let id: string | undefined;
  let entryTime: string | undefined;
  let talk: MessageSkim | undefined;
  let isPlain = true;
  const finished = walkMembers(buffer, start, end, (keyStart, keyEnd, valueStart, valueEnd) => {
    if (equals(buffer, keyStart, keyEnd, KEY_ID)) {
      id = plainString(buffer, valueStart, valueEnd);
      isPlain = id !== undefined;
    } else if (equals(buffer, keyStart, keyEnd, KEY_TIMESTAMP))
      entryTime = plainString(buffer, valueStart, valueEnd);
    else if (equals(buffer, keyStart, keyEnd, KEY_MESSAGE)) talk = skimMessage(buffer, valueStart, valueEnd);
  });
  if (finished !== end || talk === undefined || talk.role === undefined || !talk.hasContent) return undefined;
  if (!isPlain || (id === undefined && entryTime === undefined)) return undefined;
  return { kind: "talk", role: talk.role, id, time: talkTime(talk.time, entryTime), text: undefined };
}

interface MessageSkim {
  role: "user" | "assistant" | undefined;
  time: number | undefined;
  hasContent: boolean;
}

function skimMessage(buffer: Uint8Array, start: number, end: number): MessageSkim | undefined {
  const skim: MessageSkim = { role: undefined, time: undefined, hasContent: false };
  const finished = walkMembers(buffer, start, end, (keyStart, keyEnd, valueStart, valueEnd) => {
    if (equals(buffer, keyStart, keyEnd, KEY_ROLE)) skim.role = talkRole(buffer, valueStart, valueEnd);
    else if (equals(buffer, keyStart, keyEnd, KEY_TIMESTAMP))
      skim.time = plainNumber(buffer, valueStart, valueEnd);
    else if (equals(buffer, keyStart, keyEnd, KEY_CONTENT)) skim.hasContent = true;
  });
  return finished === end ? skim : undefined;
}

function talkRole(buffer: Uint8Array, start: number, end: number): "user" | "assistant" | undefined {
  if (buffer[start] !== QUOTE) return undefined;
  if (equals(buffer, start + 1, end - 1, ROLE_USER)) return "user";
  if (equals(buffer, start + 1, end - 1, ROLE_ASSISTANT)) return "assistant";
  return undefined;
}

/** Calls `member` for each key and value of the object at `start`; returns the position after it, or -1. */
function walkMembers(
  buffer: Uint8Array,
  start: number,
  end: number,
  member: (keyStart: number, keyEnd: number, valueStart: number, valueEnd: number) => void,
): number {
  if (buffer[start] !== OPEN) return -1;
  let at = start + 1;
  while (at < end) {
    if (buffer[at] !== QUOTE) return -1;
    const keyEnd = endOfString(buffer, at + 1, end);
    if (keyEnd === -1 || buffer[keyEnd + 1] !== COLON) return -1;
    const valueStart = keyEnd + 2;
    const valueEnd = endOfValue(buffer, valueStart, end);
    if (valueEnd === -1) return -1;
    member(at + 1, keyEnd, valueStart, valueEnd);
    if (buffer[valueEnd] === CLOSE) return valueEnd + 1;
    if (buffer[valueEnd] !== COMMA) return -1;
    at = valueEnd + 1;
  }
  return -1;
}

/** The position after the value at `start`, or -1 when it does not end before `end`. */
function endOfValue(buffer: Uint8Array, start: number, end: number): number {
  const first = buffer[start];
  if (first === QUOTE) {
    const close = endOfString(buffer, start + 1, end);
    return close === -1 ? -1 : close + 1;
  }
  if (first !== OPEN && first !== OPEN_LIST) return endOfScalar(buffer, start, end);
  let depth = 0;
  for (let at = start; at < end; at++) {
    const byte = buffer[at];
    if (byte === QUOTE) {
      at = endOfString(buffer, at + 1, end);
      if (at === -1) return -1;
    } else if (byte === OPEN || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function endOfScalar(buffer: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && buffer[at] !== COMMA && buffer[at] !== CLOSE && buffer[at] !== CLOSE_LIST) at++;
  return at === start || at === end ? -1 : at;
}

/** The position of the quote that closes the string whose first character is at `start`, or -1. */
function endOfString(buffer: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = buffer[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
    else if (byte !== undefined && byte < 0x20) return -1;
  }
  return -1;
}

/** A quoted value without escapes, as text; undefined for any other. */
function plainString(buffer: Uint8Array, start: number, end: number): string | undefined {
  if (buffer[start] !== QUOTE || end - start > 200) return undefined;
  let text = "";
  for (let at = start + 1; at < end - 1; at++) {
    const byte = buffer[at] ?? 0;
    if (byte === BACKSLASH || byte > 0x7e) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}

function plainNumber(buffer: Uint8Array, start: number, end: number): number | undefined {
  let text = "";
  for (let at = start; at < end && at < start + 32; at++) text += String.fromCharCode(buffer[at] ?? 0);
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function startsWith(buffer: Uint8Array, start: number, end: number, pattern: Uint8Array): boolean {
  return end - start >= pattern.length && equals(buffer, start, start + pattern.length, pattern);
}

function equals(buffer: Uint8Array, start: number, end: number, pattern: Uint8Array): boolean {
  if (end - start !== pattern.length) return false;
  for (let i = 0; i < pattern.length; i++) if (buffer[start + i] !== pattern[i]) return false;
  return true;
}
