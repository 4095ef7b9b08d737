import { KINDS, kindAt, kindBefore, startBefore, UNSPACED } from "./character-kind.ts";

/** A word of a folded text, in code units: from `start` up to but not including `end`. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a folded text: letters, digits and marks next to each other, or a letter that is a word of its own. */
export function wordsOf(folded: string): readonly Word[] {
  const words: Word[] = [];
  let start = -1;
  const close = (end: number) => {
    if (start !== -1) words.push({ text: folded.slice(start, end), start, end });
    start = -1;
  };
  for (let at = 0; at < folded.length; at++) {
    const kind = kindAt(folded, at);
    const next = (folded.codePointAt(at) ?? 0) > 0xffff ? at + 2 : at + 1;
    if (kind <= KINDS.unspaced) close(at);
    if (kind !== KINDS.separator && start === -1) start = at;
    if (kind === KINDS.unspaced) close(next);
    at = next - 1;
  }
  close(folded.length);
  return words;
}

const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, "u");
/** Code units: so many are made a string at once. */
const PIECE = 4096;
const SPACE = 0x20;

/** A folded text with a space around each letter that is a word of its own, for who takes words apart at spaces. */
export function spacedScripts(folded: string): string {
  if (!HAS_UNSPACED.test(folded)) return folded;
  // A regular expression that puts spaces around each letter takes five times as long.
  const units: number[] = [];
  let spaced = "";
  for (let at = 0; at < folded.length; at++) {
    const isUnspaced = kindAt(folded, at) === KINDS.unspaced;
    if (isUnspaced) units.push(SPACE);
    units.push(folded.charCodeAt(at));
    if (isUnspaced && (folded.codePointAt(at) ?? 0) > 0xffff) units.push(folded.charCodeAt(++at));
    if (isUnspaced) units.push(SPACE);
    if (units.length >= PIECE) spaced += String.fromCharCode(...units.splice(0));
  }
  return spaced + String.fromCharCode(...units);
}

/** Whether a word of a folded text may start at a place, or end before it. */
export function isBorder(folded: string, at: number): boolean {
  return kindBefore(folded, at) <= KINDS.unspaced || kindAt(folded, at) <= KINDS.unspaced;
}

/**
 * Whether at a place of a text, not folded, a word starts within an identifier: `Name` in `userName`, `Request` in
 * `HTTPRequest`, `Decoder` in `utf8Decoder`.
 */
export function isInnerStart(text: string, at: number): boolean {
  if (kindAt(text, at) !== KINDS.upper) return false;
  let before = at;
  let kind: number;
  do {
    before = startBefore(text, before);
    kind = kindAt(text, before);
  } while (kind === KINDS.mark);
  if (kind === KINDS.lower || kind === KINDS.number) return true;
  if (kind !== KINDS.upper) return false;
  let after = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  while (kindAt(text, after) === KINDS.mark) after++;
  return kindAt(text, after) === KINDS.lower;
}

/** So many parts of an identifier are one word together; more would be too much text. */
const MOST_PARTS = 3;

/**
 * The words that start within the identifiers of a text, not folded, each once: `Date`, `DateString` and `String` in
 * `asDateString`.
 */
export function innerWords(text: string): readonly string[] {
  const found = new Set<string>();
  let starts: number[] = [];
  // With digits behind capitals it is rather a key or encoded bytes than a name: its parts mean nothing together.
  let hasNumber = false;
  const close = (end: number) => {
    const mostParts = hasNumber ? 1 : MOST_PARTS;
    starts.push(end);
    for (const [index, start] of starts.entries())
      for (const next of starts.slice(index + 1, index + 1 + mostParts)) found.add(text.slice(start, next));
    starts = [];
    hasNumber = false;
  };
  for (let at = 0; at < text.length; at++) {
    const kind = kindAt(text, at);
    if (kind === KINDS.upper) {
      if (isInnerStart(text, at)) starts.push(at);
    } else if (starts.length === 0) continue;
    else if (kind === KINDS.number) hasNumber = true;
    else if (kind <= KINDS.unspaced && !isSecondHalf(text, at)) close(at);
  }
  if (starts.length > 0) close(text.length);
  return [...found];
}

/** Whether a place lies within a character of two code units. */
function isSecondHalf(text: string, at: number): boolean {
  return startBefore(text, at + 1) < at;
}
