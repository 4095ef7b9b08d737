import { fold } from "./fold.ts";
import type { Query } from "./parse.ts";
import { TracedText } from "./traced-text.ts";

/** A piece of a text, in code units: from `start` up to but not including `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const MOST_RANGES = 50;

/** Whether any part of a query stands in a text. */
export function holdsAny({ terms }: Query, text: string): boolean {
  const folded = fold(text);
  return terms.some((term) =>
    term.kind === "text" ? folded.includes(term.folded) : term.pattern.test(text),
  );
}

/** A text, and the same as `fold` gives it. */
export interface FoldedText {
  readonly text: string;
  readonly folded: string;
}

/** Whether each part of a query stands in one of some texts. */
export function holdsAll({ terms, error }: Query, texts: readonly FoldedText[]): boolean {
  if (error !== undefined) return false;
  return terms.every((term) =>
    texts.some(({ text, folded }) =>
      term.kind === "text" ? folded.includes(term.folded) : term.pattern.test(text),
    ),
  );
}

/** Where a query matches in a printable text: ordered, without overlaps. */
export function matchRanges(query: Query, text: string): readonly TextRange[] {
  if (query.error !== undefined || query.terms.length === 0) return [];
  const traced = new TracedText(text);
  const { folded } = traced;
  const ranges: TextRange[] = [];
  for (const term of query.terms) {
    if (term.kind === "pattern") {
      const found = term.pattern.exec(text);
      if (found !== null && found[0] !== "") {
        ranges.push({ start: found.index, end: found.index + found[0].length });
      }
      continue;
    }
    let at = folded.indexOf(term.folded);
    while (at !== -1 && ranges.length < MOST_RANGES) {
      const end = at + term.folded.length;
      ranges.push({ start: traced.startOf(at), end: traced.endOf(end) });
      at = folded.indexOf(term.folded, end);
    }
  }
  return mergeRanges(ranges);
}

/** The same pieces in order and without overlaps; pieces that touch become one. */
export function mergeRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const merged: TextRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || range.start > last.end) merged.push(range);
    else if (range.end > last.end) merged[merged.length - 1] = { start: last.start, end: range.end };
  }
  return merged;
}
