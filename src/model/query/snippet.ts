import { printable } from "../text.ts";
import type { TextRange } from "./highlight.ts";
import { termsToFind } from "./session-highlight.ts";
import type { SessionQuery, TextField } from "./session-query.ts";
import { cutAround } from "./snippet-cut.ts";
import { lineAround } from "./snippet-line.ts";
import { closestPlaces } from "./snippet-place.ts";
import { TracedText } from "./traced-text.ts";

/** The part of a text around what was found in it: one printable line, and where in it the matches are. */
export interface Snippet {
  readonly text: string;
  readonly ranges: readonly TextRange[];
}

/** Escape sequences go before words are looked for: their remains would belong to the words. */
const ESCAPE = /[\x1b\x90\x98\x9b\x9d-\x9f]/;
/** So many code units for each column are cleaned on both sides: cleaning leaves less. */
const UNITS_PER_COLUMN = 4;

/**
 * The part of a foreign text, of any length, where most of a query stands close together, at most `columns` wide.
 * Undefined when nothing of the query is in the text. What is asked of a field counts only where the text is of that
 * field.
 */
export function snippetOf(
  text: string,
  query: SessionQuery,
  columns: number,
  ...fields: readonly TextField[]
): Snippet | undefined {
  const terms = termsToFind(query, fields);
  if (terms.length === 0) return undefined;
  const traced = new TracedText(ESCAPE.test(text) ? printable(text) : text);
  const places = closestPlaces(traced, terms, columns);
  if (places === undefined) return undefined;
  return cutAround(lineAround(traced, terms, places, Math.max(0, columns) * UNITS_PER_COLUMN + 64), columns);
}
