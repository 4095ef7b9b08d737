import type { Snippet } from "../model/query/snippet.ts";
import type { RankOfText } from "../model/query/text-rank.ts";

/** How much of the stores can be searched, and what happened to the index. Immutable. */
export interface TextIndexSnapshot {
  /** Sessions whose texts can be searched, and sessions there are. */
  readonly progress: { readonly indexed: number; readonly total: number };
  /** Another number whenever an answer may have changed. */
  readonly version: number;
  /** Why there is no index, or what happened to it, as a sentence; empty when there is nothing to say. */
  readonly note: string;
}

/** What the texts of all sessions say to a query. */
export interface TextMatches {
  readonly rankOf: RankOfText;
  /** False while texts are still being looked through. */
  readonly isComplete: boolean;
  /** Why the query could not be used to its end; undefined when it could. */
  readonly error: string | undefined;
}

/** An entry that matches. */
export interface EntryHit {
  readonly entryId: string;
  /** Who said it, or what it is: `user`, `assistant`, `bash`, `read`, `branch summary`, `label`, `name`. Printable. */
  readonly speaker: string;
  /** ms since 1970 */
  readonly time: number | undefined;
  readonly snippet: Snippet;
  /** It lies on a branch that the conversation has left. */
  readonly isAbandoned: boolean;
}

/** The entries of one session that match a query. */
export interface SessionHits {
  /** In the order of the file. */
  readonly hits: readonly EntryHit[];
  /** Index of the one that fits best; -1 when there is none. */
  readonly best: number;
}

/** The texts of all sessions, made to be searched while they change. */
export interface TextIndex {
  subscribe(listener: () => void): () => void;
  getSnapshot(): TextIndexSnapshot;
  /**
   * Looks through all texts. `onMatches` may be called several times, each time with all that is known; never again
   * once something else is asked.
   */
  search(query: string, onMatches: (matches: TextMatches) => void): void;
  /** The entries of a session that match; undefined when something else was asked meanwhile, or it cannot be read. */
  hits(path: string, query: string): Promise<SessionHits | undefined>;
  close(): void;
}
