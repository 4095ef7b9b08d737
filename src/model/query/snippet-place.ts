import type { TextRange } from "./highlight.ts";
import { nextMatch } from "./sequence.ts";
import { placesOfPattern } from "./session-highlight.ts";
import type { SessionTerm } from "./session-query.ts";
import type { TracedText } from "./traced-text.ts";

/** After so many places the best ones known will do. */
const MOST_PLACES = 20_000;

/**
 * The places, at most one of each term, where the most of some terms stand within `span` code units of a text: the
 * first such places, in order. Undefined where there is nothing of them.
 */
export function closestPlaces(
  text: TracedText,
  terms: readonly SessionTerm[],
  span: number,
): readonly TextRange[] | undefined {
  const latest = new Map<SessionTerm, Place>();
  let best: readonly Place[] = [];
  let count = 0;
  for (const place of inOrder(text, terms)) {
    latest.set(place.term, place);
    const close = [...latest.values()].filter(({ start }) => start > place.end - span);
    // A match that is wider than that is close to itself.
    if (close.length > best.length || best.length === 0) best = close.length === 0 ? [place] : close;
    if (best.length === terms.length || ++count === MOST_PLACES) break;
  }
  if (best.length === 0) return undefined;
  return best.map(({ origin }) => origin()).sort((a, b) => a.start - b.start);
}

/** Where a term matches, in code units of the folded text: they are found without a look at where they come from. */
interface Place extends TextRange {
  readonly term: SessionTerm;
  readonly origin: () => TextRange;
}

/** Where each of some terms stands in a text, in the order of the text. */
function* inOrder(text: TracedText, terms: readonly SessionTerm[]): Generator<Place> {
  const sources = terms.map((term) => placesIn(text, term));
  const waiting = sources.map((source) => ({ source, place: nextOf(source) }));
  for (;;) {
    const [first, ...others] = waiting.filter(({ place }) => place !== undefined);
    if (first === undefined) return;
    const next = others.reduce((a, b) => (startOf(b.place) < startOf(a.place) ? b : a), first);
    if (next.place !== undefined) yield next.place;
    next.place = nextOf(next.source);
  }
}

function nextOf(source: Generator<Place, undefined>): Place | undefined {
  return source.next().value;
}

function startOf(place: Place | undefined): number {
  return place?.start ?? Infinity;
}

function* placesIn(text: TracedText, term: SessionTerm): Generator<Place, undefined> {
  if (term.kind === "pattern") {
    for (const range of placesOfPattern(text.text, term.pattern, 0)) {
      const start = text.foldedAt(range.start);
      yield { term, start, end: text.foldedAt(range.end), origin: () => range };
    }
  }
  if (term.kind !== "words" && term.kind !== "field") return undefined;
  for (let match = nextMatch(text, term); match !== undefined; ) {
    const { start, end } = match;
    yield { term, start, end, origin: () => ({ start: text.startOf(start), end: text.endOf(end) }) };
    match = nextMatch(text, term, end);
  }
  return undefined;
}
