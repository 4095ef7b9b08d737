import { FIRST_MESSAGE_LIMIT, type SessionDigest } from "../digest.ts";
import { fold } from "./fold.ts";
import type { Query, QueryTerm } from "./parse.ts";

type Field = "name" | "firstMessage" | "id" | "cwd";

const FIELD_SCORES: readonly (readonly [field: Field, score: number])[] = [
  ["name", 1000],
  ["firstMessage", 500],
  ["id", 200],
  ["cwd", 100],
];
const WHOLE_WORD = 30;
const WORD_START = 20;

const foldedFields = new WeakMap<SessionDigest, Readonly<Record<Field, string>>>();

/** How well a session fits the query, more is better; undefined when it does not fit. */
export function matchSession(query: Query, session: SessionDigest): number | undefined {
  if (query.error !== undefined) return undefined;
  let total = 0;
  for (const term of query.terms) {
    const score = scoreTerm(term, session);
    if (score === undefined) return undefined;
    total += score;
  }
  return total;
}

function scoreTerm(term: QueryTerm, session: SessionDigest): number | undefined {
  for (const [field, score] of FIELD_SCORES) {
    if (term.kind === "pattern") {
      if (term.pattern.test((session[field] ?? "").slice(0, FIRST_MESSAGE_LIMIT))) return score;
      continue;
    }
    const text = foldedOf(session)[field];
    const quality = wordQuality(text, term.folded);
    if (quality !== undefined) return score + quality;
  }
  return undefined;
}

function foldedOf(session: SessionDigest): Readonly<Record<Field, string>> {
  const known = foldedFields.get(session);
  if (known !== undefined) return known;
  const folded = {
    name: fold(session.name ?? ""),
    firstMessage: fold(session.firstMessage),
    id: fold(session.id),
    cwd: fold(session.cwd),
  };
  foldedFields.set(session, folded);
  return folded;
}

const LETTER = /[\p{L}\p{N}]/u;
const MOST_PLACES = 50;

/** How good the best occurrence of `word` is, or undefined where there is none. */
function wordQuality(text: string, word: string): number | undefined {
  let best: number | undefined;
  let at = text.indexOf(word);
  for (let places = 0; at !== -1 && places < MOST_PLACES; places++) {
    const starts = at === 0 || !LETTER.test(text.charAt(at - 1));
    const ends = !LETTER.test(text.charAt(at + word.length));
    if (starts && ends) return WHOLE_WORD;
    best = Math.max(best ?? 0, starts ? WORD_START : 0);
    at = text.indexOf(word, at + 1);
  }
  return best;
}
