import type { SessionDigest } from "./digest.ts";
import { type MatchContext, rankSession } from "./query/match-session.ts";
import { nearSessions } from "./query/near.ts";
import { searchedSessions } from "./query/searched-session.ts";
import type { SessionQuery } from "./query/session-query.ts";
import { sessionsInView, type ViewFilter } from "./sessions-in-view.ts";
import { byModified, threadRows } from "./threads.ts";

export const SORT_MODES = ["threaded", "recent", "relevance"] as const;
export type SortMode = (typeof SORT_MODES)[number];

/** Which sessions to show, and in what order. A query with `is:internal` asks for internal ones in any case. */
export interface ListView extends ViewFilter {
  readonly query: SessionQuery;
  readonly sort: SortMode;
}

export interface ListRow {
  readonly session: SessionDigest;
  /** Connectors of a fork; empty outside threads. */
  readonly prefix: string;
  /** How well it fits the query; 0 without one. */
  readonly score: number;
}

/** The rows of a list. A query that is typed into threads gives them up for relevance. */
export function arrangeSessions(
  sessions: readonly SessionDigest[],
  view: ListView,
  context: MatchContext,
): readonly ListRow[] {
  const { query } = view;
  const inView = candidates(sessions, view);
  const isSearch = query.terms.length > 0 || query.error !== undefined;
  if (!isSearch) {
    if (view.sort === "threaded")
      return threadRows(inView).map(({ session, prefix }) => row(session, prefix));
    return inView.map((session) => row(session));
  }
  const rows: ListRow[] = [];
  for (const searched of searchedSessions(inView)) {
    const score = rankSession(query, searched, context);
    if (score !== undefined) rows.push(row(searched.session, "", score));
  }
  // The sessions came in the order of recency.
  return view.sort === "recent" ? rows : bestFirst(rows);
}

const row = (session: SessionDigest, prefix = "", score = 0): ListRow => ({ session, prefix, score });

/** The rows with the best scores first; equals stay as they are. There are few scores: gathering takes less than sorting. */
function bestFirst(rows: readonly ListRow[]): readonly ListRow[] {
  const byScore = new Map<number, ListRow[]>();
  for (const one of rows) {
    const equals = byScore.get(one.score);
    if (equals === undefined) byScore.set(one.score, [one]);
    else equals.push(one);
  }
  const scores = [...byScore.keys()].sort((a, b) => b - a);
  return scores.flatMap((score) => byScore.get(score) ?? []);
}

const byScore = (a: ListRow, b: ListRow) => b.score - a.score || byModified(a.session, b.session);

/** The rows of what is similar to a query that nothing matches, the most similar first. */
export function arrangeNear(
  sessions: readonly SessionDigest[],
  view: ListView,
  context: MatchContext,
): readonly ListRow[] {
  const near = nearSessions(view.query, searchedSessions(candidates(sessions, view)), context);
  const rows = Array.from(near, ([session, score]) => row(session, "", score));
  return rows.sort(byScore);
}

function candidates(sessions: readonly SessionDigest[], view: ListView): readonly SessionDigest[] {
  const includeInternal = view.includeInternal || asksForInternal(view.query);
  return sessionsInView(sessions, { ...view, includeInternal });
}

function asksForInternal({ terms }: SessionQuery): boolean {
  return terms.some((term) => term.kind === "is" && term.value === "internal" && !term.isExcluded);
}

/** The row that fits the query best; of equals the first. */
export function bestMatch(rows: readonly ListRow[]): ListRow | undefined {
  let best = rows[0];
  for (const one of rows) if (best !== undefined && one.score > best.score) best = one;
  return best;
}
