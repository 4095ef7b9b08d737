import type { TextRange } from "./highlight.ts";
import { placesOf } from "./session-highlight.ts";
import type { SessionTerm } from "./session-query.ts";
import type { TracedText } from "./traced-text.ts";

/** After so many places the best one known will do. */
const MOST_PLACES = 200_000;

/**
 * The places, one of each term, where the most of some terms stand within `span` code units of a text: the first such
 * places, in order. Undefined where there is nothing of them.
 */
export function closestPlaces(
  text: TracedText,
  terms: readonly SessionTerm[],
  span: number,
): readonly TextRange[] | undefined {
  const latest: (TextRange | undefined)[] = terms.map(() => undefined);
  let best: readonly TextRange[] = [];
  let count = 0;
  for (const { term, place } of inOrder(text, terms)) {
    latest[term] = place;
    const close = latest.filter((other) => other !== undefined && other.start > place.end - span);
    if (close.length > best.length || best.length === 0) {
      best = [place, ...close.filter((other) => other !== place)].filter((other) => other !== undefined);
    }
    if (best.length === terms.length || ++count === MOST_PLACES) break;
  }
  return best.length === 0 ? undefined : [...best].sort((a, b) => a.start - b.start);
}

interface Place {
  /** Index of the term. */
  readonly term: number;
  readonly place: TextRange;
}

/** Where each of some terms stands in a text, in the order of the text. */
function* inOrder(text: TracedText, terms: readonly SessionTerm[]): Generator<Place> {
  const sources = terms.map((term) => placesOf(text, term));
  const next = sources.map((source) => source.next());
  for (;;) {
    let first: Place | undefined;
    for (const [term, { done, value }] of next.entries()) {
      if (done !== true && (first === undefined || value.start < first.place.start)) {
        first = { term, place: value };
      }
    }
    if (first === undefined) return;
    yield first;
    const source = sources[first.term];
    if (source !== undefined) next[first.term] = source.next();
  }
}
