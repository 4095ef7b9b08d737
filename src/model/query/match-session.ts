import { isLive, type SessionDigest } from "../digest.ts";
import { fold } from "./fold.ts";
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
      return rankWords(term, index, session, context);
    case "pattern":
      return rankPattern(term.pattern, index, session, context);
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

function rankWords(
  sequence: WordSequence,
  index: number,
  session: SessionDigest,
  context: MatchContext,
): number | undefined {
  const fields = fieldsOf(session);
  const rank = TEXT_SCORES[context.rankOfText(session.path, index)];
  if (!fields.mayHold(sequence)) return rank;
  const { name, firstMessage, labels, places } = fields;
  return (
    scoreIn(name, sequence, SCORES.name) ??
    scoreIn(firstMessage, sequence, SCORES.firstMessage) ??
    scoreInAny(labels, sequence, SCORES.label) ??
    rank ??
    scoreInAny(places, inTexts(sequence), SCORES.place)
  );
}

function rankPattern(
  pattern: RegExp,
  index: number,
  session: SessionDigest,
  context: MatchContext,
): number | undefined {
  if (session.name !== undefined && pattern.test(session.name)) return SCORES.name;
  if (pattern.test(session.firstMessage)) return SCORES.firstMessage;
  if (session.labels.some(({ text }) => pattern.test(text))) return SCORES.label;
  const score = TEXT_SCORES[context.rankOfText(session.path, index)];
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

const NOTHING = new TracedText("");

/** What of a session words are looked for in. Folded once, and each part only when it may hold what is looked for. */
class SessionFields {
  readonly #session: SessionDigest;
  /** All parts, folded. */
  readonly #all: string;
  #name: TracedText | undefined;
  #firstMessage: TracedText | undefined;
  #labels: readonly TracedText[] | undefined;
  #places: readonly TracedText[] | undefined;

  constructor(session: SessionDigest) {
    this.#session = session;
    const { name = "", firstMessage, labels, id, cwd } = session;
    this.#all = fold([name, firstMessage, ...labels.map(({ text }) => text), id, cwd].join("\n"));
  }

  /** False when no part holds the first word of a sequence. */
  mayHold({ words }: WordSequence): boolean {
    return this.#all.includes(words[0] ?? "");
  }

  get name(): TracedText {
    const { name } = this.#session;
    this.#name ??= name === undefined ? NOTHING : new TracedText(name);
    return this.#name;
  }

  get firstMessage(): TracedText {
    this.#firstMessage ??= new TracedText(this.#session.firstMessage);
    return this.#firstMessage;
  }

  get labels(): readonly TracedText[] {
    this.#labels ??= this.#session.labels.map(({ text }) => new TracedText(text));
    return this.#labels;
  }

  /** The id and the folder. */
  get places(): readonly TracedText[] {
    this.#places ??= [new TracedText(this.#session.id), this.cwd];
    return this.#places;
  }

  get cwd(): TracedText {
    return new TracedText(this.#session.cwd);
  }
}

const knownFields = new WeakMap<SessionDigest, SessionFields>();

/** The texts of a session, folded once. */
export function fieldsOf(session: SessionDigest): SessionFields {
  const known = knownFields.get(session);
  if (known !== undefined) return known;
  const fields = new SessionFields(session);
  knownFields.set(session, fields);
  return fields;
}
