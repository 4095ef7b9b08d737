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
}

export interface StorePlace {
  readonly directory: string;
  readonly exists: boolean;
}

/** The reactive store of all sessions, made for `useSyncExternalStore`. */
export interface Catalog {
  subscribe(listener: () => void): () => void;
  getSnapshot(): CatalogSnapshot;
  close(): void;
}
