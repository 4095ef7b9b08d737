/**
 * Source of a class: the letters of scripts that are written without spaces. Each is a word of its own. Thai, Lao,
 * Myanmar, Hangul, Khmer, Hiragana, Katakana, Bopomofo, Han.
 */
export const UNSPACED =
  "\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e50-\\u0e59\\u0e81-\\u0edf\\u1000-\\u1049\\u1050-\\u109d\\u1100-\\u11ff" +
  "\\u1780-\\u17d3\\u17d7\\u17dc-\\u17e9\\u3005-\\u3007\\u3021-\\u302f\\u3031-\\u3035\\u3038-\\u303c" +
  "\\u3041-\\u309a\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f\\u3131-\\u318e\\u31a0-\\u31bf" +
  "\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97c\\ua9e0-\\ua9fe\\uaa60-\\uaa76\\uaa7a-\\uaa7f" +
  "\\uac00-\\ud7fb\\uf900-\\ufaff\\uff66-\\uffdc\\u{1aff0}-\\u{1b16f}\\u{20000}-\\u{3ffff}";

/** What a character is to the words of a text. */
export const KINDS = {
  /** Not part of a word. */
  separator: 1,
  /** A word of its own. */
  unspaced: 2,
  upper: 3,
  lower: 4,
  number: 5,
  /** Of a script that knows no case; private characters too, as in the index. */
  letter: 6,
  mark: 7,
} as const;
export type CharacterKind = (typeof KINDS)[keyof typeof KINDS];

const TESTS: readonly (readonly [pattern: RegExp, kind: CharacterKind])[] = [
  [/[^\p{L}\p{N}\p{M}\p{Co}]/u, KINDS.separator],
  [new RegExp(`[${UNSPACED}]`, "u"), KINDS.unspaced],
  [/[\p{Lu}\p{Lt}]/u, KINDS.upper],
  [/\p{Ll}/u, KINDS.lower],
  [/\p{N}/u, KINDS.number],
  [/\p{M}/u, KINDS.mark],
];

/** The kind of each code unit that is a character, as far as it was asked for; else 0. */
const known = new Uint8Array(0x10000);
const BEYOND_UNITS = 0x10000;

/** The kind of the character that starts at a place of a text; beyond its ends, and within a character, a separator. */
export function kindAt(text: string, at: number): number {
  // Reading beyond the ends would make every later read slow.
  if (at < 0 || at >= text.length) return KINDS.separator;
  return known[text.charCodeAt(at)] || learn(text, at);
}

/** The kind of the character that ends before a place of a text. */
export function kindBefore(text: string, at: number): number {
  if (at <= 0 || at > text.length) return KINDS.separator;
  return known[text.charCodeAt(at - 1)] || learn(text, startBefore(text, at));
}

/** Where the character starts that ends before a place. */
export function startBefore(text: string, at: number): number {
  if (at < 2 || !isLowSurrogate(text.charCodeAt(at - 1))) return at - 1;
  return (text.codePointAt(at - 2) ?? 0) >= BEYOND_UNITS ? at - 2 : at - 1;
}

/** Whether a place lies within a character of two code units. */
export function isSecondHalf(text: string, at: number): boolean {
  return isLowSurrogate(text.charCodeAt(at)) && startBefore(text, at + 1) < at;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function learn(text: string, at: number): number {
  const point = text.codePointAt(at);
  if (point === undefined) return KINDS.separator;
  const character = String.fromCodePoint(point);
  const kind = TESTS.find(([pattern]) => pattern.test(character))?.[1] ?? KINDS.letter;
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  if (point < BEYOND_UNITS && !isSurrogate) known[point] = kind;
  return kind;
}
