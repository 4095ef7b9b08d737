import { printable } from "../text.ts";
import { mergeRanges, type TextRange } from "./highlight.ts";
import { placesOf } from "./session-highlight.ts";
import type { SessionTerm } from "./session-query.ts";
import type { TracedText } from "./traced-text.ts";

/** A printable line out of a longer text. */
export interface MarkedLine {
  readonly text: string;
  readonly ranges: readonly TextRange[];
  /** What of it must be seen. */
  readonly focus: TextRange;
  readonly isCutBefore: boolean;
  readonly isCutBehind: boolean;
}

const MOST_RANGES = 50;

/** What surrounds some places of a text by `margin` code units, printable, with all that is found there. */
export function lineAround(
  text: TracedText,
  terms: readonly SessionTerm[],
  places: readonly TextRange[],
  margin: number,
): MarkedLine {
  const start = Math.min(...places.map((place) => place.start));
  const end = Math.min(Math.max(...places.map((place) => place.end)), start + margin);
  const from = startOfWord(text.text, start - margin, start);
  const to = endOfCharacter(text.text, end + margin);
  const ranges = places.map((place) => ({ start: place.start, end: Math.min(place.end, to) }));
  for (const term of terms) ranges.push(...placesBetween(text, term, from, to));
  const pieces = mergeRanges(ranges);
  const line = clean(text.text, from, to, pieces);
  const focus = line.ranges.filter((_, index) => {
    const piece = pieces[index];
    return piece !== undefined && piece.end > start && piece.start < end;
  });
  return {
    text: line.text,
    ranges: line.ranges.filter((range) => range.start < range.end),
    focus: { start: focus[0]?.start ?? 0, end: focus.at(-1)?.end ?? 0 },
    isCutBefore: from > 0,
    isCutBehind: to < text.text.length,
  };
}

function placesBetween(text: TracedText, term: SessionTerm, from: number, to: number): readonly TextRange[] {
  const ranges: TextRange[] = [];
  for (const { start, end } of placesOf(text, term, from)) {
    if (start >= to || ranges.length === MOST_RANGES) break;
    ranges.push({ start, end: Math.min(end, to) });
  }
  return ranges;
}

const SPACE = /\s/;
const MARKS = /^\p{M}/u;

/** A place at or behind `at`, before `end`, where the text can be cut: behind a space when one is near. */
function startOfWord(text: string, at: number, end: number): number {
  if (at <= 0) return 0;
  const nearest = text.slice(at, Math.min(at + 64, end)).search(SPACE);
  if (nearest !== -1) return at + nearest + 1;
  let start = at;
  while (start < end && (isSecondHalf(text, start) || MARKS.test(text.slice(start, start + 2)))) start++;
  return start;
}

function endOfCharacter(text: string, at: number): number {
  return Math.min(isSecondHalf(text, at) ? at + 1 : at, text.length);
}

function isSecondHalf(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/** Not characters: nothing that is printable holds them. They lead through the cleaning to where the ranges are. */
const OPEN = "\ufdd0";
const CLOSE = "\ufdd1";
const BOUNDARY = /[\ufdd0\ufdd1]/g;

/** A part of a text made printable, and where in it some ordered ranges of the text are then. */
function clean(
  text: string,
  from: number,
  to: number,
  ranges: readonly TextRange[],
): { readonly text: string; readonly ranges: readonly TextRange[] } {
  const piece = (start: number, end: number) => text.slice(start, end).replace(BOUNDARY, "\ufffd");
  let marked = "";
  let at = from;
  for (const { start, end } of ranges) {
    marked += `${piece(at, start)}${OPEN}${piece(start, end)}${CLOSE}`;
    at = end;
  }
  marked = printable(marked + piece(at, to));
  let plain = "";
  const found: TextRange[] = [];
  for (const part of marked.split(OPEN)) {
    const [inside = "", ...outside] = part.split(CLOSE);
    if (outside.length > 0) found.push({ start: plain.length, end: plain.length + inside.length });
    plain += inside + outside.join("");
  }
  return { text: plain, ranges: found };
}
