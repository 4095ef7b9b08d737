import { matchRanges, type TextRange } from "../../model/query/highlight.ts";
import type { Query } from "../../model/query/parse.ts";
import { theme } from "../theme.ts";

/** A text with the matches of a query in it brought out. */
export function highlighted(text: string, query: Query, paint: (text: string) => string): string {
  return broughtOut(text, matchRanges(query, text), paint);
}

/** A text with some pieces of it brought out. They are in order, without overlaps, and may lie behind its end. */
export function broughtOut(
  text: string,
  ranges: readonly TextRange[],
  paint: (text: string) => string,
): string {
  let styled = "";
  let position = 0;
  for (const { start, end } of ranges) {
    if (start >= text.length) break;
    if (start > position) styled += paint(text.slice(position, start));
    styled += theme.match(text.slice(start, end));
    position = end;
  }
  return position < text.length ? styled + paint(text.slice(position)) : styled;
}
