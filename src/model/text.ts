import quickWidth from "./quick-width.ts";

/*
 * Everything a session file says is foreign text. It becomes printable here and nowhere else: whole escape
 * sequences go, so that their remains are not read as words; what is left of the controls, the marks that turn
 * the direction of writing, and the invisible tag characters go too. Joiners and variation selectors stay,
 * because emoji are made of them.
 */
const STRING_SEQUENCE = /(?:\x1b[\]P_^X]|[\x9d\x90\x9f\x9e\x98])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?/g;
const CONTROL_SEQUENCE = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?/g;
const SHORT_SEQUENCE = /\x1b[ -/]*[0-~]?/g;
const SPACE = /[\s\x85\u2028\u2029]+/g;
const OTHER_SPACE = /[^\S ]|\x85/g;
const INVISIBLE =
  /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;
/** Control characters and turns of direction that JSON leaves as they are. */
const UNESCAPED = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** JSON that may be shown on a terminal: the same value, with every control character written as an escape. */
export function printableJson(json: string): string {
  return json.replace(
    UNESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const SUSPECT = /[^\x20-\x7e]/;
const DOUBLE_SPACE = / {2,}|^ | $/;

/** Foreign text as one inert line: no control reaches the terminal, white space is folded and trimmed. */
export function printable(text: string): string {
  if (!SUSPECT.test(text) && !DOUBLE_SPACE.test(text)) return text;
  return text
    .replace(STRING_SEQUENCE, "")
    .replace(CONTROL_SEQUENCE, "")
    .replace(SHORT_SEQUENCE, "")
    .replace(SPACE, " ")
    .replace(INVISIBLE, "")
    .replace(/ {2,}/g, " ")
    .trim()
    .toWellFormed();
}

/** Foreign text of one line as inert text that keeps its spaces: for what is read, not listed. */
export function printableLine(line: string): string {
  if (!SUSPECT.test(line)) return line;
  return line
    .replace(STRING_SEQUENCE, "")
    .replace(CONTROL_SEQUENCE, "")
    .replace(SHORT_SEQUENCE, "")
    .replace(OTHER_SPACE, " ")
    .replace(INVISIBLE, "")
    .toWellFormed();
}

const LINE_BREAKS = /[\r\n\u2028\u2029]+/g;

/** What may become a name or a label: trimmed, line breaks as spaces. */
export function singleLine(text: string): string {
  return text.replace(LINE_BREAKS, " ").trim();
}

const ASCII = /^[\x20-\x7e]*$/;
/** Columns that a printable text takes in a terminal. */
export function width(text: string): number {
  return quickWidth(text);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The text, or as many whole graphemes of it as leave room for `…` within `columns`. */
export function cut(text: string, columns: number): string {
  if (columns <= 0) return "";
  if (text.length <= columns && ASCII.test(text)) return text;
  // No grapheme that takes a column is longer than this in practice; the rest of a huge text is never measured.
  const head = text.length > columns * 32 + 32 ? text.slice(0, columns * 32 + 32) : text;
  if (head.length === text.length && width(text) <= columns) return text;
  if (ASCII.test(head)) return `${head.slice(0, columns - 1)}…`;
  let taken = "";
  let used = 0;
  for (const { segment } of graphemes.segment(head)) {
    const step = width(segment);
    if (used + step > columns - 1) break;
    taken += segment;
    used += step;
  }
  return `${taken}…`;
}

/** The end of a text behind `…`, where it is wider than `columns`: of a path the end says more. */
export function cutStart(text: string, columns: number): string {
  if (columns <= 0) return "";
  if (width(text) <= columns) return text;
  const pieces = [...graphemesOf(text.slice(-columns * 8))];
  let kept = "";
  let used = 1;
  for (let piece = pieces.pop(); piece !== undefined; piece = pieces.pop()) {
    used += width(piece);
    if (used > columns) break;
    kept = piece + kept;
  }
  return `…${kept.toWellFormed()}`;
}

/** What a reader takes for the characters of a text. */
export function graphemesOf(text: string): readonly string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** The first grapheme of a text, or the empty string. */
export function firstGrapheme(text: string): string {
  const [first] = graphemes.segment(text);
  return first?.segment ?? "";
}

/** The text followed by spaces up to `columns`; a wider text is returned as it is. */
export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - width(text)));
}
