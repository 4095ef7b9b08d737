import type { Query } from "./parse.ts";

/** A piece of a text, in code units: from `start` up to but not including `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const MOST_RANGES = 50;

/** Where a query matches in a printable text: ordered, without overlaps. */
export function matchRanges(query: Query, text: string): readonly TextRange[] {
  if (query.error !== undefined || query.terms.length === 0) return [];
  const { folded, origins } = foldWithOrigins(text);
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
      ranges.push({ start: origins[at] ?? 0, end: origins[end] ?? text.length });
      at = folded.indexOf(term.folded, end);
    }
  }
  return merge(ranges);
}

/** Folding may change the length of a text; `origins` leads from each folded code unit back to the text. */
function foldWithOrigins(text: string): { readonly folded: string; readonly origins: readonly number[] } {
  let folded = "";
  const origins: number[] = [];
  let position = 0;
  for (const character of text) {
    const plain = character
      .toLowerCase()
      .normalize("NFD")
      .replace(/\p{M}+/gu, "");
    for (let i = 0; i < plain.length; i++) origins.push(position);
    folded += plain;
    position += character.length;
  }
  return { folded, origins };
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
