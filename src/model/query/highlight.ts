import { fold } from "./fold.ts";
import type { Query } from "./parse.ts";

/** A piece of a text, in code units: from `start` up to but not including `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const MOST_RANGES = 50;
const ASCII = /^[\x00-\x7f]*$/;

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
  const { folded, originOf } = foldWithOrigins(text);
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
      ranges.push({ start: originOf(at), end: originOf(end) });
      at = folded.indexOf(term.folded, end);
    }
  }
  return merge(ranges);
}

/** Folding may change the length of a text; `originOf` leads from a folded code unit back to the text. */
function foldWithOrigins(text: string): {
  readonly folded: string;
  readonly originOf: (at: number) => number;
} {
  // Nearly every text: nothing moves.
  if (ASCII.test(text)) return { folded: text.toLowerCase(), originOf: (at) => at };
  let folded = "";
  const origins: number[] = [];
  let position = 0;
  for (const character of text) {
    const plain = fold(character);
    for (let i = 0; i < plain.length; i++) origins.push(position);
    folded += plain;
    position += character.length;
  }
  return { folded, originOf: (at) => origins[at] ?? text.length };
}

function merge(ranges: readonly TextRange[]): readonly TextRange[] {
  const merged: TextRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || range.start > last.end) merged.push(range);
    else if (range.end > last.end) merged[merged.length - 1] = { start: last.start, end: range.end };
  }
  return merged;
}
