import { matchRanges } from "../../model/query/highlight.ts";
import type { Query } from "../../model/query/parse.ts";
import { theme } from "../theme.ts";

/** A text with the matches of a query in it brought out. */
export function highlighted(text: string, query: Query, paint: (text: string) => string): string {
  let styled = "";
  let position = 0;
  for (const { start, end } of matchRanges(query, text)) {
    if (start > position) styled += paint(text.slice(position, start));
    styled += theme.match(text.slice(start, end));
    position = end;
  }
  return position < text.length ? styled + paint(text.slice(position)) : styled;
}
