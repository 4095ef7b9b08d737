import type { SessionDigest } from "./digest.ts";
import { sameFolder } from "./folder.ts";
import { type MatchContext, rankSession } from "./query/match-session.ts";
import { nearSessions } from "./query/near.ts";
import type { SessionQuery } from "./query/session-query.ts";
import { byModified, threadRows } from "./threads.ts";

export const SORT_MODES = ["threaded", "recent", "relevance"] as const;
export type SortMode = (typeof SORT_MODES)[number];

export type Scope = { readonly kind: "all" } | { readonly kind: "folder"; readonly cwd: string };

/** Which sessions to show, and in what order. */
export interface ListView {
  readonly query: SessionQuery;
  readonly sort: SortMode;
  readonly scope: Scope;
  readonly namedOnly: boolean;
  /** Only sessions in which nobody has said anything. */
  readonly emptyOnly: boolean;
  /** Internal sessions too; a query with `is:internal` asks for them anyway. */
  readonly includeInternal: boolean;
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
  const inView = sessionsInView(sessions, view);
  const isSearch = query.terms.length > 0 || query.error !== undefined;
  if (!isSearch && view.sort === "threaded")
    return threadRows(inView).map(({ session, prefix }) => ({ session, prefix, score: 0 }));
  const rows: ListRow[] = [];
  for (const session of inView) {
    const score = rankSession(query, session, context);
    if (score !== undefined) rows.push({ session, prefix: "", score });
  }
  // The sessions came in the order of recency.
  return view.sort === "recent" ? rows : bestFirst(rows);
}

/** The rows with the best scores first; equals stay as they are. There are few scores: gathering takes less than sorting. */
function bestFirst(rows: readonly ListRow[]): readonly ListRow[] {
  const byScore = new Map<number, ListRow[]>();
  for (const row of rows) {
    const equals = byScore.get(row.score);
    if (equals === undefined) byScore.set(row.score, [row]);
    else equals.push(row);
  }
  const scores = [...byScore.keys()].sort((a, b) => b - a);
  return scores.flatMap((score) => byScore.get(score) ?? []);
}

const byScore = (a: ListRow, b: ListRow) => b.score - a.score || byModified(a.session, b.session);

const recencyOrders = new WeakMap<readonly SessionDigest[], readonly SessionDigest[]>();

/** Sessions, newest first. Sorted once for each snapshot: every key of a search needs this order. */
function inOrderOfRecency(sessions: readonly SessionDigest[]): readonly SessionDigest[] {
  const known = recencyOrders.get(sessions);
  if (known !== undefined) return known;
  const ordered = [...sessions].sort(byModified);
  recencyOrders.set(sessions, ordered);
  return ordered;
}

/** The rows of what is similar to a query that nothing matches, the most similar first. */
export function arrangeNear(
  sessions: readonly SessionDigest[],
  view: ListView,
  context: MatchContext,
): readonly ListRow[] {
  const near = nearSessions(view.query, sessionsInView(sessions, view), context);
  const rows = Array.from(near, ([session, score]): ListRow => ({ session, prefix: "", score }));
  return rows.sort(byScore);
}

/** The sessions that a view does not leave out, whatever its query says of them. */
function sessionsInView(sessions: readonly SessionDigest[], view: ListView): readonly SessionDigest[] {
  const includeInternal = view.includeInternal || asksForInternal(view.query);
  return inOrderOfRecency(sessions).filter((session) => {
    if (session.internal && !includeInternal) return false;
    if (view.namedOnly && session.name === undefined) return false;
    return (!view.emptyOnly || session.isEmpty) && isInScope(session, view.scope);
  });
}

function asksForInternal({ terms }: SessionQuery): boolean {
  return terms.some((term) => term.kind === "is" && term.value === "internal" && !term.isExcluded);
}

function isInScope({ cwd }: SessionDigest, scope: Scope): boolean {
  return scope.kind === "all" || cwd === scope.cwd || sameFolder(cwd, scope.cwd);
}

/** The sessions in scope, newest first. */
export function recentSessions(
  sessions: readonly SessionDigest[],
  { scope, includeInternal }: Pick<ListView, "scope" | "includeInternal">,
): readonly SessionDigest[] {
  return inOrderOfRecency(sessions).filter(
    (session) => (includeInternal || !session.internal) && isInScope(session, scope),
  );
}

/** The row that fits the query best; of equals the first. */
export function bestMatch(rows: readonly ListRow[]): ListRow | undefined {
  let best = rows[0];
  for (const row of rows) if (best !== undefined && row.score > best.score) best = row;
  return best;
}
