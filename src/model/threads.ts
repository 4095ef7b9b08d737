import type { SessionDigest } from "./digest.ts";

/** A session at its place among its forks. */
export interface ThreadRow {
  readonly session: SessionDigest;
  /** Connectors to draw before it: `├─ `, `└─ `, `│  `; empty for a root. */
  readonly prefix: string;
}

/** Newest first; equal times by path, so that an order is always the same. */
export function byModified(a: SessionDigest, b: SessionDigest): number {
  return b.modified - a.modified || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

interface Place extends ThreadRow {
  /** What stands before the rows below this one. */
  readonly below: string;
}

/**
 * Sessions with their forks below them. A session whose `parentSession` is not listed is a root; so is the
 * newest one of a cycle of parents. Every session appears exactly once.
 */
export function threadRows(sessions: readonly SessionDigest[]): readonly ThreadRow[] {
  const ordered = [...sessions].sort(byModified);
  const children = childrenByPath(ordered);
  const rows: ThreadRow[] = [];
  const seen = new Set<string>();
  const walk = (root: SessionDigest) => {
    const waiting: Place[] = [{ session: root, prefix: "", below: "" }];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      if (seen.has(place.session.path)) continue;
      seen.add(place.session.path);
      rows.push({ session: place.session, prefix: place.prefix });
      pushForks(waiting, place, children.get(place.session.path) ?? []);
    }
  };
  const listed = new Set(ordered.map((session) => session.path));
  for (const session of ordered) {
    if (session.parentSession === undefined || !listed.has(session.parentSession)) walk(session);
  }
  for (const session of ordered) if (!seen.has(session.path)) walk(session);
  return rows;
}

function pushForks(waiting: Place[], parent: Place, forks: readonly SessionDigest[]): void {
  for (let i = forks.length - 1; i >= 0; i--) {
    const session = forks[i];
    if (session === undefined) continue;
    const isLast = i === forks.length - 1;
    const prefix = `${parent.below}${isLast ? "└─ " : "├─ "}`;
    waiting.push({ session, prefix, below: `${parent.below}${isLast ? "   " : "│  "}` });
  }
}

function childrenByPath(ordered: readonly SessionDigest[]): ReadonlyMap<string, readonly SessionDigest[]> {
  const children = new Map<string, SessionDigest[]>();
  for (const session of ordered) {
    if (session.parentSession === undefined) continue;
    const siblings = children.get(session.parentSession);
    if (siblings === undefined) children.set(session.parentSession, [session]);
    else siblings.push(session);
  }
  return children;
}
