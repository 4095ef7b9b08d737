import { arrangeNear, arrangeSessions, type ListRow, type ListView } from "../../model/arrange.ts";
import type { SessionDigest } from "../../model/digest.ts";
import type { SessionQuery } from "../../model/query/session-query.ts";
import { type RankOfText, TEXT_RANKS } from "../../model/query/text-rank.ts";
import type { CatalogSnapshot } from "../../store/catalog.ts";
import { TooSlowError } from "../../store/time-limit.ts";
import { guarded } from "../parts/guarded.ts";
import type { PickerState } from "./state.ts";
import { isAnsweredByAll, type TextAnswer } from "./text-search.ts";

/** The rows to show, and what chose them. */
export interface Arrangement {
  readonly answer: TextAnswer;
  /** The query of the answer; with an error where it turned out to be of no use. */
  readonly query: SessionQuery;
  readonly rows: readonly ListRow[];
  /** Nothing matches, and the rows are what comes near it. */
  readonly isNear: boolean;
}

export interface ArrangerOptions {
  readonly cwd: string;
  readonly includeInternal: boolean;
  /** ms since 1970 */
  readonly now: () => number;
}

export type Arrange = (snapshot: CatalogSnapshot, state: PickerState, answer: TextAnswer) => Arrangement;

/** For so long who is at work counts as known: ms. */
const LIVE_TICK_MS = 10_000;

/** Arranges sessions for a state, and anew only when something has changed that the order depends on. */
export function makeArranger({ cwd, includeInternal, now }: ArrangerOptions): Arrange {
  let key: readonly unknown[] = [];
  let last: Arrangement | undefined;
  /** Kept for as long as the query stays: what was too slow once is not tried again. */
  let tooSlow: SessionQuery | undefined;
  return (snapshot, state, answer) => {
    const { scope, sort, namedOnly, emptyOnly } = state;
    const { sessions } = snapshot;
    // Once something near is shown, it goes only for what matches, not because a file has changed somewhere.
    const wasNear = last?.isNear === true && last.answer.query === answer.query;
    const isAllKnown = isAnsweredByAll(answer);
    const mayBeNear = wasNear || (!snapshot.loading && isAllKnown);
    const tick = asksWhoIsLive(answer.query) ? Math.floor(now() / LIVE_TICK_MS) : 0;
    const asked = [answer.query, answer.matches, isAllKnown, tick];
    const next = [sessions, scope, sort, namedOnly, emptyOnly, mayBeNear, ...asked];
    if (last !== undefined && next.every((value, index) => value === key[index])) return last;
    key = next;
    const error = tooSlow === answer.query ? TOO_SLOW : answer.query.error;
    const view: ListView = {
      query: { ...answer.query, error },
      sort,
      namedOnly,
      emptyOnly,
      includeInternal,
      scope: scope === "all" ? { kind: "all" } : { kind: "folder", cwd },
    };
    try {
      const found = guarded(view.query, () => matching(sessions, view, answer, now(), mayBeNear));
      last = { ...found, answer, query: view.query };
    } catch (error) {
      if (!(error instanceof TooSlowError)) throw error;
      tooSlow = answer.query;
      last = { answer, query: { ...answer.query, error: TOO_SLOW }, rows: [], isNear: false };
    }
    return last;
  };
}

const TOO_SLOW = "this pattern takes too long";

function asksWhoIsLive({ terms }: SessionQuery): boolean {
  return terms.some((term) => term.kind === "is" && term.value === "live");
}

function matching(
  sessions: readonly SessionDigest[],
  view: ListView,
  answer: TextAnswer,
  now: number,
  mayBeNear: boolean,
): Pick<Arrangement, "rows" | "isNear"> {
  const context = { now, rankOfText: knownRank(answer) };
  const rows = arrangeSessions(sessions, view, context);
  if (rows.length > 0 || !mayBeNear || view.query.error !== undefined) return { rows, isNear: false };
  const near = arrangeNear(sessions, view, context);
  return { rows: near, isNear: near.length > 0 };
}

/**
 * What is known of the texts: until all are indexed and looked through, none is known to be without what a term
 * excludes.
 */
function knownRank(answer: TextAnswer): RankOfText {
  const { matches, query } = answer;
  if (matches !== undefined && isAnsweredByAll(answer)) return matches.rankOf;
  return (searched, term) =>
    query.terms[term]?.isExcluded === true
      ? TEXT_RANKS.talkWord
      : (matches?.rankOf(searched, term) ?? TEXT_RANKS.none);
}
