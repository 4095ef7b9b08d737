import type { SessionDigest } from "./digest.ts";
import { sameFolder } from "./folder.ts";
import { byModified } from "./threads.ts";

export type Scope = { readonly kind: "all" } | { readonly kind: "folder"; readonly cwd: string };

/** Which sessions a list leaves out, whatever its query says of them. */
export interface ViewFilter {
  readonly scope: Scope;
  readonly namedOnly: boolean;
  /** Only sessions in which nobody has said anything. */
  readonly emptyOnly: boolean;
  readonly includeInternal: boolean;
}

const recencyOrders = new WeakMap<readonly SessionDigest[], readonly SessionDigest[]>();

/** Sessions, newest first. Sorted once for each snapshot: every key of a search needs this order. */
function inOrderOfRecency(sessions: readonly SessionDigest[]): readonly SessionDigest[] {
  const known = recencyOrders.get(sessions);
  if (known !== undefined) return known;
  const ordered = [...sessions].sort(byModified);
  recencyOrders.set(sessions, ordered);
  return ordered;
}

interface FilteredSessions extends ViewFilter {
  readonly sessions: readonly SessionDigest[];
}

const lastFiltered = new WeakMap<readonly SessionDigest[], FilteredSessions>();

/** The sessions that a filter leaves, newest first; the same list for the same sessions and the filter last asked for. */
export function sessionsInView(
  sessions: readonly SessionDigest[],
  { scope, namedOnly, emptyOnly, includeInternal }: ViewFilter,
): readonly SessionDigest[] {
  const last = lastFiltered.get(sessions);
  if (
    last?.namedOnly === namedOnly &&
    last.emptyOnly === emptyOnly &&
    last.includeInternal === includeInternal &&
    isSameScope(last.scope, scope)
  ) {
    return last.sessions;
  }
  const left = inOrderOfRecency(sessions).filter((session) => {
    if (session.internal && !includeInternal) return false;
    if (namedOnly && session.name === undefined) return false;
    return (!emptyOnly || session.isEmpty) && isInScope(session, scope);
  });
  lastFiltered.set(sessions, { scope, namedOnly, emptyOnly, includeInternal, sessions: left });
  return left;
}

function isSameScope(one: Scope, other: Scope): boolean {
  if (one.kind === "all" || other.kind === "all") return one.kind === other.kind;
  return one.cwd === other.cwd;
}

function isInScope({ cwd }: SessionDigest, scope: Scope): boolean {
  return scope.kind === "all" || cwd === scope.cwd || sameFolder(cwd, scope.cwd);
}

/** The sessions in scope, newest first. */
export function recentSessions(
  sessions: readonly SessionDigest[],
  { scope, includeInternal }: Pick<ViewFilter, "scope" | "includeInternal">,
): readonly SessionDigest[] {
  return sessionsInView(sessions, { scope, includeInternal, namedOnly: false, emptyOnly: false });
}
