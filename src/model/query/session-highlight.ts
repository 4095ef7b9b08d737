import { matchRanges, type TextRange } from "./highlight.ts";
import type { SessionQuery } from "./session-query.ts";

/** STAND-IN. */
export function sessionRanges(query: SessionQuery, text: string): readonly TextRange[] {
  const terms = query.terms.flatMap((term) => {
    if (term.isExcluded) return [];
    if (term.kind === "pattern") return [term];
    if (term.kind === "words" || term.kind === "field")
      return term.words.map((folded) => ({ kind: "text" as const, folded }));
    return [];
  });
  return matchRanges({ terms, error: query.error }, text);
}
