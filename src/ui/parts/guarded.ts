import type { Query } from "../../model/query/parse.ts";
import { TooSlowError, withinTime } from "../../store/time-limit.ts";

/** A pattern may backtrack for hours; this many ms are the most that a key press ever waits for one. */
const PATTERN_LIMIT_MS = 200;
const NO_QUERY: Query = { terms: [], error: undefined };

/** Does the work of a query, within a time limit where it holds a pattern. May throw TooSlowError. */
export function guarded<Result>(query: Query, work: () => Result): Result {
  return query.terms.some(({ kind }) => kind === "pattern") ? withinTime(PATTERN_LIMIT_MS, work) : work();
}

/** Draws with the matches brought out. A pattern that takes too long costs the highlights, nothing more. */
export function drawGuarded<Drawn>(query: Query, draw: (query: Query) => Drawn): Drawn {
  try {
    return guarded(query, () => draw(query));
  } catch (error) {
    if (!(error instanceof TooSlowError)) throw error;
    return draw(NO_QUERY);
  }
}
