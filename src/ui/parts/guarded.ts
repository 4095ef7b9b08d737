import { TooSlowError, withinTime } from "../../store/time-limit.ts";

/** A pattern may backtrack for hours; this many ms are the most that a key press ever waits for one. */
const PATTERN_LIMIT_MS = 200;

/** What the guard has to know of a query, of whatever language it is. */
interface Guardable {
  readonly terms: readonly { readonly kind: string }[];
}

/** Does the work of a query, within a time limit where it holds a pattern. May throw TooSlowError. */
export function guarded<Result>({ terms }: Guardable, work: () => Result): Result {
  return terms.some(({ kind }) => kind === "pattern") ? withinTime(PATTERN_LIMIT_MS, work) : work();
}

/** Draws with the matches brought out. A pattern that takes too long costs the highlights, nothing more. */
export function drawGuarded<Asked extends Guardable, Drawn>(
  query: Asked,
  draw: (query: Asked) => Drawn,
): Drawn {
  try {
    return guarded(query, () => draw(query));
  } catch (error) {
    if (!(error instanceof TooSlowError)) throw error;
    return draw({ ...query, terms: [] });
  }
}
