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
  const shownForks = new Set<SessionDigest>();
  const isFork = ({ parentSession }: SessionDigest) =>
    parentSession !== undefined && children.has(parentSession);
  // Most sessions have nothing to do with forks: those are a row and nothing more.
  for (const session of ordered) if (!isFork(session)) addThread(rows, session, children, shownForks);
  // What no root leads to hangs in a cycle.
  for (const forks of children.values()) {
    for (const fork of forks) if (!shownForks.has(fork)) addThread(rows, fork, children, shownForks);
  }
  return rows;
}

type Children = ReadonlyMap<string, readonly SessionDigest[]>;

function addThread(
  rows: ThreadRow[],
  root: SessionDigest,
  children: Children,
  shown: Set<SessionDigest>,
): void {
  if (!children.has(root.path)) {
    shown.add(root);
    rows.push({ session: root, prefix: "" });
    return;
  }
  const waiting: Place[] = [{ session: root, prefix: "", below: "" }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (shown.has(place.session)) continue;
    shown.add(place.session);
    rows.push({ session: place.session, prefix: place.prefix });
    pushForks(waiting, place, children.get(place.session.path) ?? []);
  }
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

/** The forks of each listed session that has any, in the order given. */
function childrenByPath(ordered: readonly SessionDigest[]): Children {
  const wanted = new Map<string, SessionDigest[]>();
  for (const session of ordered) {
    if (session.parentSession === undefined) continue;
    const siblings = wanted.get(session.parentSession);
    if (siblings === undefined) wanted.set(session.parentSession, [session]);
    else siblings.push(session);
  }
  const children = new Map<string, readonly SessionDigest[]>();
  if (wanted.size === 0) return children;
  for (const { path } of ordered) {
    const forks = wanted.get(path);
    if (forks !== undefined) children.set(path, forks);
  }
  return children;
}
