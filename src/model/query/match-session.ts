import { isLive, type SessionDigest } from "../digest.ts";
import { sequenceIn } from "./sequence.ts";
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
  session: SessionDigest,
  context: MatchContext,
): number | undefined {
  const { terms, error } = query;
  if (error !== undefined) return undefined;
  let total = 0;
  for (let index = 0; index < terms.length; index++) {
    const term = terms[index];
    if (term === undefined) continue;
    const score = rankTerm(term, index, session, context);
    if ((score !== undefined) === term.isExcluded) return undefined;
    total += score ?? 0;
  }
  return total;
}

/** The same for the term at a place of its query; whether it is excluded makes no difference. */
export function rankTerm(
  term: SessionTerm,
  index: number,
  session: SessionDigest,
  context: MatchContext,
): number | undefined {
  switch (term.kind) {
    case "words":
      return rankWords(term, session, () => context.rankOfText(session.path, index));
    case "pattern":
      return rankPattern(term.pattern, session, () => context.rankOfText(session.path, index));
    case "field":
      if (term.field === "name") return scoreIn(fieldsOf(session).name, term, SCORES.name);
      if (term.field === "label") return scoreInAny(fieldsOf(session).labels, term, SCORES.label);
      if (term.field === "in") return scoreIn(fieldsOf(session).cwd, term, SCORES.place);
      return TEXT_SCORES[context.rankOfText(session.path, index)];
    case "time":
      return holds(session.modified >= term.from && session.modified < term.to);
    case "is":
      return holds(isSo(term.value, session, context.now));
    case "has":
      if (term.value === "label") return holds(session.labels.length > 0);
      return holds(context.rankOfText(session.path, index) > TEXT_RANKS.none);
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

type AskTexts = () => ReturnType<RankOfText>;

function rankWords(sequence: WordSequence, session: SessionDigest, askTexts: AskTexts): number | undefined {
  const { name, firstMessage, labels, cwd, id } = fieldsOf(session);
  return (
    scoreIn(name, sequence, SCORES.name) ??
    scoreIn(firstMessage, sequence, SCORES.firstMessage) ??
    scoreInAny(labels, sequence, SCORES.label) ??
    TEXT_SCORES[askTexts()] ??
    scoreInAny([id, cwd], sequence, SCORES.place)
  );
}

function rankPattern(pattern: RegExp, session: SessionDigest, askTexts: AskTexts): number | undefined {
  if (session.name !== undefined && pattern.test(session.name)) return SCORES.name;
  if (pattern.test(session.firstMessage)) return SCORES.firstMessage;
  if (session.labels.some(({ text }) => pattern.test(text))) return SCORES.label;
  const score = TEXT_SCORES[askTexts()];
  if (score !== undefined) return score;
  return pattern.test(session.id) || pattern.test(session.cwd) ? SCORES.place : undefined;
}

function scoreIn(text: TracedText, sequence: WordSequence, score: number): number | undefined {
  const found = sequenceIn(text, sequence);
  if (found === undefined) return undefined;
  return found === "word" ? score + WHOLE_WORD : score;
}

function scoreInAny(texts: readonly TracedText[], sequence: WordSequence, score: number): number | undefined {
  let best: number | undefined;
  for (const text of texts) {
    const found = scoreIn(text, sequence, score);
    if (found !== undefined && (best === undefined || found > best)) best = found;
  }
  return best;
}

/** What of a session words are looked for in. */
interface SessionFields {
  readonly name: TracedText;
  readonly firstMessage: TracedText;
  readonly labels: readonly TracedText[];
  readonly id: TracedText;
  readonly cwd: TracedText;
}

const NOTHING = new TracedText("");
const knownFields = new WeakMap<SessionDigest, SessionFields>();

/** The texts of a session, folded once. */
export function fieldsOf(session: SessionDigest): SessionFields {
  const known = knownFields.get(session);
  if (known !== undefined) return known;
  const fields = {
    name: session.name === undefined ? NOTHING : new TracedText(session.name),
    firstMessage: new TracedText(session.firstMessage),
    labels: session.labels.map(({ text }) => new TracedText(text)),
    id: new TracedText(session.id),
    cwd: new TracedText(session.cwd),
  };
  knownFields.set(session, fields);
  return fields;
}
