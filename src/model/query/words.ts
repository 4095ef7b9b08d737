import { isSecondHalf, KINDS, kindAt, kindBefore, startBefore, UNSPACED } from "./character-kind.ts";

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

/** Separators that have been known as such for long, and letters that need no spaces. */
const IS_PLAIN = "\\0-\\xbf\\u2000-\\u2064\\p{L}\\p{N}\\p{M}\\p{Co}";
const NEEDS_SPACES = new RegExp(`[${UNSPACED}]|[^${IS_PLAIN}]`, "u");
/** Code units: so many are made a string at once. */
const PIECE = 4096;
const SPACE = 0x20;
const LAST_ASCII = 0x7f;

/**
 * A folded text for who takes words apart at spaces: with one around each letter that is a word of its own, and in place
 * of each symbol. Whoever does not know the newest of those would take them for letters.
 */
export function spacedWords(folded: string): string {
  if (!NEEDS_SPACES.test(folded)) return folded;
  // A regular expression that puts spaces around each letter takes five times as long.
  const units: number[] = [];
  let spaced = "";
  for (let at = 0; at < folded.length; at++) {
    const kind = kindAt(folded, at);
    const length = (folded.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    const isSymbol = kind === KINDS.separator && folded.charCodeAt(at) > LAST_ASCII;
    if (isSymbol || kind === KINDS.unspaced) units.push(SPACE);
    if (!isSymbol) for (let unit = at; unit < at + length; unit++) units.push(folded.charCodeAt(unit));
    if (kind === KINDS.unspaced) units.push(SPACE);
    at += length - 1;
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
const MOST_PARTS = 4;
/** With digits in it something longer is rather a key or encoded bytes than a name: its parts mean nothing together. */
const LONGEST_NAME = 40;

/**
 * The words within the identifiers of a text, not folded, each once: `as`, `asDate`, `Date`, `DateString` and `String`
 * in `asDateString`.
 */
export function innerWords(text: string): readonly string[] {
  const found = new Set<string>();
  let starts: number[] = [];
  let wordStart = -1;
  let hasNumber = false;
  const close = (end: number) => {
    if (starts.length > 0) addParts(found, text, [...starts, end], hasNumber);
    starts = [];
    wordStart = -1;
    hasNumber = false;
  };
  for (let at = 0; at < text.length; at++) {
    const kind = kindAt(text, at);
    if (kind <= KINDS.unspaced) {
      if (wordStart !== -1 && !isSecondHalf(text, at)) close(at);
      continue;
    }
    if (wordStart === -1) wordStart = at;
    if (kind === KINDS.number) hasNumber = true;
    if (kind !== KINDS.upper || !isInnerStart(text, at)) continue;
    if (starts.length === 0) starts.push(wordStart);
    starts.push(at);
  }
  close(text.length);
  return [...found];
}

/** Adds what lies between the places where parts of an identifier begin, the last of which is its end. */
function addParts(found: Set<string>, text: string, places: readonly number[], hasNumber: boolean): void {
  const [start = 0, end = 0] = [places[0], places.at(-1)];
  const mostParts = hasNumber && end - start > LONGEST_NAME ? 1 : MOST_PARTS;
  for (const [index, from] of places.entries()) {
    for (const to of places.slice(index + 1, index + 1 + mostParts))
      if (from !== start || to !== end) found.add(text.slice(from, to));
  }
}
