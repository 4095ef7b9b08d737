import { fold } from "./fold.ts";
import { readPattern } from "./pattern.ts";

/** One condition of a query; a session matches when all of them do. */
export type QueryTerm =
  | { readonly kind: "text"; readonly folded: string }
  | { readonly kind: "pattern"; readonly pattern: RegExp };

/** A query as typed, taken apart. With an `error` it matches nothing. */
export interface Query {
  readonly terms: readonly QueryTerm[];
  readonly error: string | undefined;
}

const TOKEN = /"([^"]*)"?|\S+/g;
const PATTERN = /(?:^|\s)re:(.*)$/;

/**
 * Words are ANDed, `"quoted phrases"` are exact, `re:` makes the rest of the query a case-insensitive regular
 * expression. A pattern that does not compile says why in `error`.
 */
export function parseQuery(text: string): Query {
  const match = PATTERN.exec(text);
  const words = match === null ? text : text.slice(0, match.index);
  const terms: QueryTerm[] = [];
  for (const [token, phrase] of words.matchAll(TOKEN)) {
    const folded = fold(phrase ?? token).trim();
    if (folded !== "") terms.push({ kind: "text", folded });
  }
  const source = match?.[1]?.trim() ?? "";
  if (source === "") return { terms, error: undefined };
  const read = readPattern(source);
  if ("error" in read) return { terms, error: read.error };
  return { terms: [...terms, { kind: "pattern", pattern: read.pattern }], error: undefined };
}
