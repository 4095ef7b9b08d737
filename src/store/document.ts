import type { BranchTotals } from "../model/compare.ts";
import type { SessionHeader } from "../model/entry.ts";
import type { EntryDigest } from "../model/entry-digest.ts";
import type { LineDiagnostic } from "../model/line.ts";
import type { EntrySection } from "../model/sections.ts";

/** Everything known of one open session at one moment. Immutable: a change makes a new snapshot. */
export interface DocumentSnapshot {
  readonly path: string;
  /** Undefined while it is not read yet, and when the file has none: then it may not be written to. */
  readonly header: SessionHeader | undefined;
  /** The version that the file itself has. */
  readonly version: number;
  /** Counts how often the file was replaced: an entry's index means something only within one generation. */
  readonly generation: number;
  /** In the order of the file: an entry is known by its index. Empty while loading. */
  readonly entries: readonly EntryDigest[];
  readonly diagnostics: readonly LineDiagnostic[];
  /** Bytes read so far and bytes of the file. */
  readonly progress: { readonly read: number; readonly total: number };
  /** Whether it is being read for the first time. */
  readonly loading: boolean;
  /** Why the file cannot be read; undefined when it can. */
  readonly failure: string | undefined;
  /** Why the file is looked at every second: the system does not tell of changes; undefined when it does. */
  readonly polling: string | undefined;
}

/** What a search found: 1 for each entry that matches, or why the query cannot be used. */
export type SearchResult =
  | { readonly kind: "found"; readonly matches: Uint8Array }
  | { readonly kind: "unusable"; readonly reason: string };

/** How a conversation goes on from an entry. `entryId` null means before the first one. */
export type ContinueRequest =
  | { readonly where: "here"; readonly entryId: string | null; readonly note: string }
  | { readonly where: "newSession"; readonly entryId: string | null };

/** The session to resume. */
export interface ContinueResult {
  readonly path: string;
  readonly id: string;
}

/** The file's state at this moment. */
export interface FileState {
  /** ms since 1970 of the last change; undefined when the file is gone. */
  readonly changed: number | undefined;
}

/** The reactive store of one open session, made for `useSyncExternalStore`. */
export interface SessionDocument {
  subscribe(listener: () => void): () => void;
  getSnapshot(): DocumentSnapshot;
  /** Searches the whole texts of all entries read so far; undefined when a later search took its place. */
  search(query: string): Promise<SearchResult | undefined>;
  /** One entry in full, from the file. Like the two below it rejects when the entry cannot be read any more. */
  sections(index: number): Promise<readonly EntrySection[]>;
  rawJson(index: number): Promise<string>;
  /** What somebody who copies an entry wants: what was said, without its surroundings. */
  copyText(index: number): Promise<string>;
  /** Adds up what happened in some entries. */
  totals(entries: readonly number[]): Promise<BranchTotals>;
  /** Looks at the file anew: what has come to it is in the snapshot before the answer. */
  fileState(): Promise<FileState>;
  /** Gives the session a name; an empty one takes it away. Rejects when nothing could be written. */
  rename(name: string): Promise<void>;
  /** Sets a label, or clears it where the text is empty. Rejects when nothing could be written. */
  label(entryId: string, text: string): Promise<void>;
  /** Writes what going on from an entry needs. Rejects when nothing was written. */
  continueFrom(request: ContinueRequest): Promise<ContinueResult>;
  close(): void;
}
