import type { SessionDigest } from "../digest.ts";
import { type MatchContext, rankTerm } from "./match-session.ts";
import type { SearchedSession } from "./searched-session.ts";
import type { SessionQuery, SessionTerm } from "./session-query.ts";
import { nearestIn, type Typo, typoOf } from "./typo.ts";

/** A name counts more than a first message, a word with fewer errors more than one with more. */
const SCORES = { name: 200, firstMessage: 100, error: 20, beginning: 5 } as const;

/**
 * The sessions whose name or first message a query means if some of its letters were mistyped, each with a score,
 * more is better. What cannot have been mistyped must be there: phrases, short words, fields. None where the query
 * excludes words: perhaps it is they that nothing was found for. To be asked when nothing matches as it was typed.
 */
export function nearSessions(
  query: SessionQuery,
  sessions: readonly SearchedSession[],
  context: MatchContext,
): ReadonlyMap<SessionDigest, number> {
  const scores = new Map<SessionDigest, number>();
  const typos = query.terms.map(forgivable);
  const excludesWords = query.terms.some((term) => term.kind === "words" && term.isExcluded);
  if (query.error !== undefined || excludesWords || typos.every((typo) => typo === undefined)) return scores;
  for (const searched of sessions) {
    let total: number | undefined = 0;
    for (let index = 0; index < query.terms.length && total !== undefined; index++) {
      const term = query.terms[index];
      const score = term && scoreTerm(term, index, typos[index], searched, context);
      total = score === undefined ? undefined : total + score;
    }
    if (total !== undefined) scores.set(searched.session, total);
  }
  return scores;
}

/** A single word that nobody put in quotes may have been mistyped. */
function forgivable(term: SessionTerm): Typo | undefined {
  if (term.kind !== "words" || term.isExcluded || !term.isPrefix) return undefined;
  const [word = "", ...others] = term.words;
  return others.length === 0 ? typoOf(word) : undefined;
}

function scoreTerm(
  term: SessionTerm,
  index: number,
  typo: Typo | undefined,
  searched: SearchedSession,
  context: MatchContext,
): number | undefined {
  if (typo !== undefined) {
    const { name, firstMessage } = searched.fields;
    const near = scoreIn(name, typo, SCORES.name) ?? scoreIn(firstMessage, typo, SCORES.firstMessage);
    if (near !== undefined) return near;
  }
  const score = rankTerm(term, index, searched, context);
  if (term.isExcluded) return score === undefined ? 0 : undefined;
  return score;
}

function scoreIn(folded: string, typo: Typo, score: number): number | undefined {
  const nearest = nearestIn(folded, typo);
  if (nearest === undefined) return undefined;
  return score - nearest.errors * SCORES.error - (nearest.isBeginning ? SCORES.beginning : 0);
}
