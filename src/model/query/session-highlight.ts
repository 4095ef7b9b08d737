import { mergeRanges, type TextRange } from "./highlight.ts";
import { nextMatch } from "./sequence.ts";
import type { SessionQuery, SessionTerm, TextField } from "./session-query.ts";
import { TracedText } from "./traced-text.ts";

const MOST_RANGES = 50;

/**
 * Where a query matches in a printable text: ordered, without overlaps. What is asked of a field counts only where
 * the text is of that field.
 */
export function sessionRanges(
  query: SessionQuery,
  text: string,
  ...fields: readonly TextField[]
): readonly TextRange[] {
  const terms = termsToFind(query, fields);
  if (terms.length === 0) return [];
  const traced = new TracedText(text);
  const ranges: TextRange[] = [];
  for (const term of terms) {
    let places = 0;
    for (const range of placesOf(traced, term)) {
      ranges.push(range);
      if (++places === MOST_RANGES) break;
    }
  }
  return mergeRanges(ranges).slice(0, MOST_RANGES);
}

/** The terms of a query that can be shown in a text. */
export function termsToFind(
  { terms, error }: SessionQuery,
  fields: readonly TextField[],
): readonly SessionTerm[] {
  if (error !== undefined) return [];
  return terms.filter((term) => {
    if (term.isExcluded) return false;
    return term.kind === "field"
      ? fields.includes(term.field)
      : term.kind === "words" || term.kind === "pattern";
  });
}

const BLANK = /[\p{Cc}\p{Cf}\p{Z}]/u;

/** Where a term matches in a text at or after `from`, in code units of the text. */
export function* placesOf(text: TracedText, term: SessionTerm, from = 0): Generator<TextRange> {
  if (term.kind === "pattern") yield* placesOfPattern(text.text, term.pattern, from);
  if (term.kind !== "words" && term.kind !== "field") return;
  let match = nextMatch(text, term, text.foldedAt(from));
  while (match !== undefined) {
    yield { start: text.startOf(match.start), end: text.endOf(match.end) };
    match = nextMatch(text, term, match.end);
  }
}

/** Where a pattern matches in a text at or after `from`, without the white space at its ends. */
export function* placesOfPattern(
  text: string,
  { source, flags }: RegExp,
  from: number,
): Generator<TextRange> {
  const pattern = new RegExp(source, `${flags}g`);
  pattern.lastIndex = from;
  for (const { 0: whole, index } of text.matchAll(pattern)) {
    let start = index;
    let end = index + whole.length;
    while (start < end && BLANK.test(text.charAt(start))) start++;
    while (start < end && BLANK.test(text.charAt(end - 1))) end--;
    if (start < end) yield { start, end };
  }
}
