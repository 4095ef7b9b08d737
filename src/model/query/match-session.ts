import { isLive, type SessionDigest } from "../digest.ts";
import type { SearchedSession } from "./searched-session.ts";
import { inTexts, sequenceIn } from "./sequence.ts";
import type { IsValue, SessionQuery, SessionTerm, WordSequence } from "./session-query.ts";
import { type RankOfText, TEXT_RANKS } from "./text-rank.ts";
import { TracedText } from "./traced-text.ts";

/** What must be known beside a session to tell whether it matches. */
export interface MatchContext {
  /** ms since 1970 */
  readonly now: number;
  readonly rankOfText: RankOfText;
}

/** What a match counts by where it is: in a name most. */
const SCORES = { name: 100, firstMessage: 80, label: 60, place: 10 } as const;
const TEXT_SCORES = {
  [TEXT_RANKS.none]: undefined,
  [TEXT_RANKS.toolPrefix]: 20,
  [TEXT_RANKS.toolWord]: 25,
  [TEXT_RANKS.talkPrefix]: 40,
  [TEXT_RANKS.talkWord]: 45,
} as const;
const WHOLE_WORD = 5;

/** How well a session fits a query, more is better; undefined when it does not fit. */
export function rankSession(
  query: SessionQuery,
  searched: SearchedSession,
  context: MatchContext,
): number | undefined {
  const { terms, error } = query;
  if (error !== undefined) return undefined;
  let total = 0;
  for (let index = 0; index < terms.length; index++) {
    const term = terms[index];
    if (term === undefined) continue;
    const score = rankTerm(term, index, searched, context);
    if ((score !== undefined) === term.isExcluded) return undefined;
    total += score ?? 0;
  }
  return total;
}

/** The same for the term at a place of its query; whether it is excluded makes no difference. */
export function rankTerm(
  term: SessionTerm,
  index: number,
  searched: SearchedSession,
  context: MatchContext,
): number | undefined {
  const { session } = searched;
  switch (term.kind) {
    case "words":
      return rankWords(term, index, searched, context);
    case "pattern":
      return rankPattern(term.pattern, index, searched, context);
    case "field":
      if (term.field === "name" || term.field === "label" || term.field === "in")
        return searched.fields.mayHold(term) ? rankField(term.field, term, session) : undefined;
      return TEXT_SCORES[context.rankOfText(searched, index)];
    case "time":
      return holds(session.modified >= term.from && session.modified < term.to);
    case "is":
      return holds(isSo(term.value, session, context.now));
    case "has":
      if (term.value === "label") return holds(session.labels.length > 0);
      return holds(context.rankOfText(searched, index) > TEXT_RANKS.none);
  }
}

function rankField(
  field: "name" | "label" | "in",
  sequence: WordSequence,
  session: SessionDigest,
): number | undefined {
  switch (field) {
    case "name":
      return scoreIn(new TracedText(session.name ?? ""), sequence, SCORES.name);
    case "label":
      return scoreInAny(labelsOf(session), sequence, SCORES.label);
    case "in":
      return scoreIn(new TracedText(session.cwd), sequence, SCORES.place);
  }
}

function holds(isSo: boolean): 0 | undefined {
  return isSo ? 0 : undefined;
}

function isSo(value: IsValue, session: SessionDigest, now: number): boolean {
  switch (value) {
    case "named":
      return session.name !== undefined;
    case "fork":
      return session.parentSession !== undefined;
    case "live":
      return isLive(session, now);
    case "empty":
      return session.isEmpty;
    case "internal":
      return session.internal;
  }
}

function rankWords(
  sequence: WordSequence,
  index: number,
  searched: SearchedSession,
  context: MatchContext,
): number | undefined {
  const found = searched.fields.find(sequence);
  if (found !== undefined && found.part !== "place") return scoreOf(found.isWhole, SCORES[found.part]);
  const rank = TEXT_SCORES[context.rankOfText(searched, index)];
  if (rank !== undefined || found === undefined) return rank;
  // Nearly every id and folder has a word that begins with a given letter.
  return found.isWhole || inTexts(sequence) === sequence ? scoreOf(found.isWhole, SCORES.place) : undefined;
}

function rankPattern(
  pattern: RegExp,
  index: number,
  searched: SearchedSession,
  context: MatchContext,
): number | undefined {
  const { session } = searched;
  if (session.name !== undefined && pattern.test(session.name)) return SCORES.name;
  if (pattern.test(session.firstMessage)) return SCORES.firstMessage;
  if (session.labels.some(({ text }) => pattern.test(text))) return SCORES.label;
  const score = TEXT_SCORES[context.rankOfText(searched, index)];
  if (score !== undefined) return score;
  return pattern.test(session.id) || pattern.test(session.cwd) ? SCORES.place : undefined;
}

const labelsOf = ({ labels }: SessionDigest) => labels.map(({ text }) => new TracedText(text));

function scoreOf(isWhole: boolean, score: number): number {
  return isWhole ? score + WHOLE_WORD : score;
}

function scoreIn(text: TracedText, sequence: WordSequence, score: number): number | undefined {
  const found = sequenceIn(text, sequence);
  return found === undefined ? undefined : scoreOf(found === "word", score);
}

function scoreInAny(texts: readonly TracedText[], sequence: WordSequence, score: number): number | undefined {
  let best: number | undefined;
  for (const text of texts) {
    const found = scoreIn(text, sequence, score);
    if (found !== undefined && (best === undefined || found > best)) best = found;
  }
  return best;
}
