import type { SessionDigest } from "./digest.ts";
import { sameFolder } from "./folder.ts";
import { matchSession } from "./query/match.ts";
import type { Query } from "./query/parse.ts";
import { byModified, threadRows } from "./threads.ts";

export const SORT_MODES = ["threaded", "recent", "relevance"] as const;
export type SortMode = (typeof SORT_MODES)[number];

export type Scope = { readonly kind: "all" } | { readonly kind: "folder"; readonly cwd: string };

/** Which sessions to show, and in what order. */
export interface ListView {
  readonly query: Query;
  readonly sort: SortMode;
  readonly scope: Scope;
  readonly namedOnly: boolean;
  /** Only sessions in which nobody has said anything. */
  readonly emptyOnly: boolean;
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
export function arrangeSessions(sessions: readonly SessionDigest[], view: ListView): readonly ListRow[] {
  const { query } = view;
  const inView = sessions.filter((session) => isInView(session, view));
  const isSearch = query.terms.length > 0 || query.error !== undefined;
  if (!isSearch && view.sort === "threaded")
    return threadRows(inView).map(({ session, prefix }) => ({ session, prefix, score: 0 }));
  const rows: ListRow[] = [];
  for (const session of inView) {
    const score = matchSession(query, session);
    if (score !== undefined) rows.push({ session, prefix: "", score });
  }
  const byRecency = (a: ListRow, b: ListRow) => byModified(a.session, b.session);
  return rows.sort(view.sort === "recent" ? byRecency : (a, b) => b.score - a.score || byRecency(a, b));
}

function isInView(session: SessionDigest, view: ListView): boolean {
  if (session.internal && !view.includeInternal) return false;
  if (view.namedOnly && session.name === undefined) return false;
  if (view.emptyOnly && !session.isEmpty) return false;
  const { scope } = view;
  return scope.kind === "all" || session.cwd === scope.cwd || sameFolder(session.cwd, scope.cwd);
}

/** The row that fits the query best; of equals the first. */
export function bestMatch(rows: readonly ListRow[]): ListRow | undefined {
  let best = rows[0];
  for (const row of rows) if (best !== undefined && row.score > best.score) best = row;
  return best;
}
