import { cut, cutStart, width } from "../text.ts";
import type { Snippet } from "./snippet.ts";

/** A snippet cut to so many columns: without as much of its beginning as would push its first match out of them. */
export function snippetWithin(snippet: Snippet, columns: number): Snippet {
  const { text, ranges } = aroundMatch(snippet, columns);
  return { text: cut(text, columns), ranges };
}

function aroundMatch(snippet: Snippet, columns: number): Snippet {
  const { text, ranges } = snippet;
  const [first] = ranges;
  if (first === undefined || width(text.slice(0, first.end)) < columns) return snippet;
  const before = cutStart(text.slice(0, first.start), Math.floor(columns / 3));
  const moved = first.start - before.length;
  return {
    text: before + text.slice(first.start),
    ranges: ranges.map(({ start, end }) => ({ start: start - moved, end: end - moved })),
  };
}
