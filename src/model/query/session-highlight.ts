import { matchRanges, type TextRange } from "./highlight.ts";
import type { QueryTerm } from "./parse.ts";
import type { SessionQuery, TextField } from "./session-query.ts";

/** STAND-IN. */
export function sessionRanges(
  query: SessionQuery,
  text: string,
  ..._fields: readonly TextField[]
): readonly TextRange[] {
  const terms = query.terms.flatMap((term): readonly QueryTerm[] => {
    if (term.isExcluded) return [];
    if (term.kind === "pattern") return [term];
    if (term.kind === "words" || term.kind === "field")
      return term.words.map((folded) => ({ kind: "text" as const, folded }));
    return [];
  });
  return matchRanges({ terms, error: query.error }, text);
}
