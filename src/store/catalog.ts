import type { SessionDigest } from "../model/digest.ts";

/** A file that could not be read as a session, and why: data for the screen, not a log line. */
export interface FileDiagnostic {
  readonly path: string;
  readonly reason: string;
}

/** Everything known of all sessions at one moment. Immutable: a change makes a new snapshot. */
export interface CatalogSnapshot {
  /** In the order of arrival; sorting is the reader's business. */
  readonly sessions: readonly SessionDigest[];
  readonly diagnostics: readonly FileDiagnostic[];
  /** Files read so far and files found; equal when loading is over. */
  readonly progress: { readonly read: number; readonly total: number };
  readonly loading: boolean;
  /** The folders that were looked into, for the empty state. */
  readonly places: readonly StorePlace[];
  readonly watching: Watching;
  /** What happened to the index, as a sentence; empty when there is nothing to say. */
  readonly note: string;
}

export interface StorePlace {
  readonly directory: string;
  readonly exists: boolean;
}

/** How the store learns of changes: from the system, by looking now and then for a reason, or only when asked. */
export type Watching =
  | { readonly kind: "system" | "off" }
  | { readonly kind: "polling"; readonly reason: string };

/** What has happened since the snapshot before. A path is in one of the three lists at most. */
export interface CatalogChange extends Pick<CatalogSnapshot, "progress" | "loading" | "places"> {
  /** Sessions that are new or have changed. */
  readonly sessions: readonly SessionDigest[];
  /** Files and folders that cannot be read any more, or never could. */
  readonly diagnostics: readonly FileDiagnostic[];
  /** What is not there any more. */
  readonly removed: readonly string[];
  /** Sessions as they were at an earlier start: a JSON array of digests, which is sent and read faster than objects. */
  readonly recalled?: string | undefined;
  /** Nothing but sessions, and more of them follow at once: they need not be shown before those. */
  readonly isPart?: boolean | undefined;
}

export const EMPTY_CATALOG: CatalogSnapshot = {
  sessions: [],
  diagnostics: [],
  progress: { read: 0, total: 0 },
  loading: true,
  places: [],
  watching: { kind: "system" },
  note: "",
};

/** The next snapshot. What a change does not touch stays the same object at the same place. */
export function withChange(before: CatalogSnapshot, change: CatalogChange): CatalogSnapshot {
  const gone = new Set(change.removed);
  for (const { path } of change.diagnostics) gone.add(path);
  const { progress, loading, places } = change;
  const changed = changedSessions(change);
  const sessions = merged(before.sessions, changed, gone);
  const cured = new Set(change.removed);
  for (const { path } of changed) cured.add(path);
  const diagnostics = merged(before.diagnostics, change.diagnostics, cured);
  return { ...before, sessions, diagnostics, progress, loading, places };
}

/** The sessions that are new or have changed. */
export function changedSessions({ recalled, sessions }: CatalogChange): readonly SessionDigest[] {
  if (recalled === undefined) return sessions;
  const rows: readonly SessionDigest[] = JSON.parse(recalled);
  return sessions.length === 0 ? rows : [...rows, ...sessions];
}

/** A list in which each path stands once: what changed takes its old place, what is new comes at the end. */
function merged<Item extends { readonly path: string }>(
  before: readonly Item[],
  changed: readonly Item[],
  gone: ReadonlySet<string>,
): readonly Item[] {
  if (before.length === 0) return changed;
  if (changed.length === 0 && !before.some(({ path }) => gone.has(path))) return before;
  const waiting = new Map(changed.map((item) => [item.path, item]));
  const next: Item[] = [];
  for (const item of before) {
    const replacement = waiting.get(item.path);
    waiting.delete(item.path);
    if (replacement !== undefined) next.push(replacement);
    else if (!gone.has(item.path)) next.push(item);
  }
  for (const item of waiting.values()) next.push(item);
  return next;
}

/** The reactive store of all sessions, made for `useSyncExternalStore`. */
export interface Catalog {
  subscribe(listener: () => void): () => void;
  getSnapshot(): CatalogSnapshot;
  /** Looks through all folders for what has changed. */
  reread(): void;
  /** Says which sessions are on the screen: these are looked at often where the system does not tell of changes. */
  show(paths: readonly string[]): void;
  close(): void;
}
