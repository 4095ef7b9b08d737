import { printableLine } from "../../model/text.ts";

/** A line being edited, and how it came to be what it is. */
export interface EditedLine {
  readonly text: string;
  /** A position in code units, never inside a grapheme. */
  readonly caret: number;
  /** The line before its last step; undefined where nothing can be taken back. */
  readonly past: EditedLine | undefined;
  /** The line from which a step was taken back. */
  readonly future: EditedLine | undefined;
  /** What the last step goes on with: typing or erasing more belongs to the same step. */
  readonly run: Run | undefined;
}

type Run = "typing" | "erasing";

export type LineEdit =
  | "left"
  | "right"
  | "wordLeft"
  | "wordRight"
  | "start"
  | "end"
  | "eraseBackward"
  | "eraseForward"
  | "eraseToSpace"
  | "eraseWordBackward"
  | "eraseWordForward"
  | "eraseToStart"
  | "eraseToEnd"
  | "eraseAll"
  | "undo"
  | "redo";

/** A text as it may stand in a line: line breaks and tabs are spaces, and nothing in it moves the terminal's cursor. */
export function oneLine(text: string): string {
  return printableLine(text.replace(/[\r\n\t]+/g, " "));
}

/** A line that holds `text`, the caret at its end. */
export function lineOf(text: string): EditedLine {
  const held = oneLine(text);
  return { text: held, caret: held.length, past: undefined, future: undefined, run: undefined };
}

export const EMPTY_LINE: EditedLine = lineOf("");

/** The line with `typed` at the caret. What is typed on and on is taken back a word at a time. */
export function insert(line: EditedLine, typed: string): EditedLine {
  const text = oneLine(typed);
  const beginsWord = text.startsWith(" ") && line.text[line.caret - 1] !== " ";
  return replaced(beginsWord ? { ...line, run: undefined } : line, line.caret, text, "typing");
}

/** The line with `text` at the caret, in a step of its own. */
export function paste(line: EditedLine, text: string): EditedLine {
  return replaced(line, line.caret, oneLine(text));
}

/** The line after an edit; the same line where that changes nothing. */
export function edit(line: EditedLine, what: LineEdit): EditedLine {
  return EDITS[what](line);
}

const EDITS: Readonly<Record<LineEdit, (line: EditedLine) => EditedLine>> = {
  left: (line) => moved(line, before(line)),
  right: (line) => moved(line, after(line)),
  wordLeft: (line) => moved(line, wordStart(line)),
  wordRight: (line) => moved(line, wordEnd(line)),
  start: (line) => moved(line, 0),
  end: (line) => moved(line, line.text.length),
  eraseBackward: (line) => replaced(line, before(line), "", "erasing"),
  eraseForward: (line) => replaced(line, after(line), "", "erasing"),
  eraseToSpace: (line) => replaced(line, spaceBefore(line), ""),
  eraseWordBackward: (line) => replaced(line, wordStart(line), ""),
  eraseWordForward: (line) => replaced(line, wordEnd(line), ""),
  eraseToStart: (line) => replaced(line, 0, ""),
  eraseToEnd: (line) => replaced(line, line.text.length, ""),
  eraseAll: (line) => replaced({ ...line, caret: line.text.length }, 0, ""),
  undo: (line) => (line.past === undefined ? line : { ...line.past, future: line }),
  redo: (line) => (line.future === undefined ? line : { ...line.future, run: undefined }),
};

function moved(line: EditedLine, caret: number): EditedLine {
  return caret === line.caret ? line : { ...line, caret, run: undefined };
}

/** The line with `text` in place of what stands between the caret and `other`. */
function replaced(line: EditedLine, other: number, text: string, run?: Run): EditedLine {
  if (text === "" && other === line.caret) return line;
  const start = Math.min(other, line.caret);
  const rest = line.text.slice(Math.max(other, line.caret));
  const changed = line.text.slice(0, start) + text + rest;
  const isSameStep = run !== undefined && run === line.run;
  return {
    text: changed,
    // What now meets at the caret may have become one grapheme.
    caret: boundaryFrom(changed, start + text.length),
    past: isSameStep ? line.past : { ...line, future: undefined, run: undefined },
    future: undefined,
    run,
  };
}

const ASCII = /^[\x20-\x7e]*$/;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const words = new Intl.Segmenter(undefined, { granularity: "word" });

function before({ text, caret }: EditedLine): number {
  return caret === 0 ? 0 : boundaryTo(text, caret - 1);
}

function after({ text, caret }: EditedLine): number {
  return caret === text.length ? caret : boundaryFrom(text, caret + 1);
}

/** The last position up to `index` that is not inside a grapheme. */
function boundaryTo(text: string, index: number): number {
  if (ASCII.test(text)) return index;
  return graphemes.segment(text).containing(index)?.index ?? index;
}

/** The first position from `index` on that is not inside a grapheme. */
function boundaryFrom(text: string, index: number): number {
  if (ASCII.test(text)) return index;
  const grapheme = graphemes.segment(text).containing(index);
  if (grapheme === undefined || grapheme.index === index) return index;
  return grapheme.index + grapheme.segment.length;
}

/** Where the word that the caret is in or behind begins. */
function wordStart({ text, caret }: EditedLine): number {
  let start = 0;
  for (const piece of words.segment(text)) {
    if (piece.index >= caret) break;
    if (isWord(piece)) start = piece.index;
  }
  return boundaryTo(text, start);
}

/** Where the word that the caret is in or before ends. */
function wordEnd({ text, caret }: EditedLine): number {
  for (const piece of words.segment(text)) {
    const end = piece.index + piece.segment.length;
    if (end > caret && isWord(piece)) return boundaryFrom(text, end);
  }
  return text.length;
}

const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/** Words are found as the language has them, also where it writes no spaces; an emoji is a word too. */
function isWord({ isWordLike, segment }: Intl.SegmentData): boolean {
  return isWordLike === true || PICTURE.test(segment);
}

/** The place behind the last space before the caret, spaces at the caret left aside. */
function spaceBefore({ text, caret }: EditedLine): number {
  return boundaryTo(text, text.slice(0, caret).trimEnd().lastIndexOf(" ") + 1);
}
