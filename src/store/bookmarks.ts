import { type CallDescriptions, callsOf, digestEntry } from "../model/describe.ts";
import type { SessionDigest } from "../model/digest.ts";
import type { EntryKind } from "../model/entry-digest.ts";
import { isForeign, type SessionEntry } from "../model/session-entry.ts";
import { entriesCalling, entriesWithIds } from "./find-entries.ts";

/** An entry with a label, as one row of a list. */
export interface Bookmark {
  /** Path of the session's file. */
  readonly session: string;
  readonly entryId: string;
  readonly label: string;
  /** ms since 1970: when the label was set; undefined when that is not told. */
  readonly time: number | undefined;
  /** One printable line; undefined when the file does not hold the entry, or cannot be read. */
  readonly text: string | undefined;
  readonly kind: EntryKind | undefined;
}

/** Reads what stands behind labels without holding up who asks. */
export interface BookmarkReader {
  readonly read: (sessions: readonly SessionDigest[]) => Promise<readonly Bookmark[]>;
  close(): void;
}

/** What has to be known of a session to find its labelled entries. */
export type LabelledSession = Pick<SessionDigest, "path" | "labels">;

/** The labelled entries of sessions, in one batch for each session that has labels. No other file is read. */
export function* bookmarksOf(sessions: Iterable<LabelledSession>): Generator<readonly Bookmark[], void> {
  for (const session of sessions) if (session.labels.length > 0) yield bookmarksIn(session);
}

function bookmarksIn({ path, labels }: LabelledSession): readonly Bookmark[] {
  const entries = labelledEntries({ path, labels });
  const calls = callsFor(path, entries.values());
  return labels.map(({ entryId, text: label, time }) => {
    const entry = entries.get(entryId);
    const row = entry === undefined ? undefined : digestEntry(entry, calls);
    return { session: path, entryId, label, time, text: row?.text, kind: row?.kind };
  });
}

/** The entries that carry a session's labels, by id: as many of them as can be read. */
export function labelledEntries({ path, labels }: LabelledSession): ReadonlyMap<string, SessionEntry> {
  const ids = new Set(labels.map(({ entryId }) => entryId));
  const entries = new Map<string, SessionEntry>();
  // Of several with one id the later one wins, as everywhere.
  whileReadable(() => {
    for (const entry of entriesWithIds(path, ids)) entries.set(entry.id, entry);
  });
  return entries;
}

/** Results of tools are described by their calls, which stand in other entries. */
function callsFor(path: string, entries: Iterable<SessionEntry>): CallDescriptions {
  const callIds = new Set<string>();
  for (const entry of entries) {
    if (!isForeign(entry) && entry.type === "message" && entry.message.role === "toolResult")
      callIds.add(entry.message.toolCallId);
  }
  const calls = new Map<string, string>();
  if (callIds.size === 0) return calls;
  whileReadable(() => {
    for (const entry of entriesCalling(path, callIds))
      for (const [id, description] of callsOf(entry)) calls.set(id, description);
  });
  return calls;
}

/** A file that went away meanwhile costs its own rows: the list of sessions says what is wrong with it. */
function whileReadable(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
  }
}
