import { FIRST_MESSAGE_LIMIT, isLive, type SessionDigest } from "../digest.ts";
import { fold } from "./fold.ts";
import type { SessionQuery, SessionTerm, WordSequence } from "./session-query.ts";
import { asksTexts, type RankOfText } from "./text-rank.ts";

export interface MatchContext {
  readonly now: number;
  readonly rankOfText: RankOfText;
}

/** STAND-IN. */
export function rankSession(
  query: SessionQuery,
  session: SessionDigest,
  context: MatchContext,
): number | undefined {
  if (query.error !== undefined) return undefined;
  let total = 0;
  for (const [index, term] of query.terms.entries()) {
    const score = scoreOf(term, index, session, context);
    if (term.isExcluded ? score > 0 : score === 0) return undefined;
    if (!term.isExcluded) total += score;
  }
  return total;
}

function scoreOf(
  term: SessionTerm,
  index: number,
  session: SessionDigest,
  { now, rankOfText }: MatchContext,
): number {
  const text = asksTexts(term) ? rankOfText(session.path, index) * 10 : 0;
  switch (term.kind) {
    case "words":
      return Math.max(
        text,
        holds(session.name ?? "", term) ? 1000 : 0,
        holds(session.firstMessage, term) ? 500 : 0,
        holds(session.cwd, term) ? 100 : 0,
      );
    case "pattern":
      return Math.max(
        text,
        term.pattern.test(session.name ?? "") ? 1000 : 0,
        term.pattern.test(session.firstMessage.slice(0, FIRST_MESSAGE_LIMIT)) ? 500 : 0,
      );
    case "field":
      if (term.field === "name") return holds(session.name ?? "", term) ? 1000 : 0;
      if (term.field === "in") return holds(session.cwd, term) ? 100 : 0;
      return text;
    case "is":
      if (term.value === "internal") return session.internal ? 1 : 0;
      if (term.value === "named") return session.name === undefined ? 0 : 1;
      return term.value === "live" && isLive(session, now) ? 1 : 0;
    default:
      return text;
  }
}

function holds(text: string, { words, isPrefix }: WordSequence): boolean {
  const all = ` ${(fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
  return all.includes(` ${words.join(" ")}${isPrefix ? "" : " "}`);
}
