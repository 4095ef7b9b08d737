import type { SessionDigest } from "../../model/digest.ts";
import type { Bookmark, BookmarkReader } from "../../store/bookmarks.ts";

/** What was read of a session's labelled entries, and what was known of the session then. */
interface SessionPreviews {
  readonly session: SessionDigest;
  readonly bookmarks: ReadonlyMap<string, Bookmark>;
}

/** By the session's path; the bookmarks of a session by the entry's id. */
export type PreviewMap = ReadonlyMap<string, SessionPreviews>;

/** Sessions asked for at once: what was read of them is drawn with one frame. */
const BATCH = 50;

/** Keeps what labelled entries say, and reads what is missing: a few sessions at a time, in the order they are wanted. */
export class Previews {
  readonly #read: BookmarkReader["read"];
  readonly #listeners = new Set<() => void>();
  #snapshot: PreviewMap = new Map();
  #wanted: readonly SessionDigest[] = [];
  #isReading = false;

  constructor(read: BookmarkReader["read"]) {
    this.#read = read;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): PreviewMap => this.#snapshot;

  /** These sessions are to be seen. Whoever asks first waits until all are read; rejects when that cannot be done. */
  async want(sessions: readonly SessionDigest[]): Promise<void> {
    this.#wanted = sessions;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      for (let batch = this.#missing(); batch.length > 0; batch = this.#missing())
        this.#take(batch, await this.#read(batch));
    } finally {
      this.#isReading = false;
    }
  }

  #missing(): readonly SessionDigest[] {
    const missing: SessionDigest[] = [];
    for (const session of this.#wanted) {
      if (isMissing(session, this.#snapshot.get(session.path))) missing.push(session);
      if (missing.length === BATCH) break;
    }
    return missing;
  }

  #take(batch: readonly SessionDigest[], bookmarks: readonly Bookmark[]): void {
    const next = new Map(this.#snapshot);
    const ofSession = new Map<string, Map<string, Bookmark>>();
    for (const { path } of batch) ofSession.set(path, new Map());
    for (const bookmark of bookmarks) ofSession.get(bookmark.session)?.set(bookmark.entryId, bookmark);
    for (const session of batch)
      next.set(session.path, { session, bookmarks: ofSession.get(session.path) ?? new Map() });
    this.#snapshot = next;
    for (const listener of this.#listeners) listener();
  }
}

/** What an entry says does not change; a file that grew may hold entries that were not there before. */
function isMissing(session: SessionDigest, known: SessionPreviews | undefined): boolean {
  if (known === undefined || session.size < known.session.size) return true;
  if (known.session === session) return false;
  return session.labels.some(({ entryId }) => known.bookmarks.get(entryId)?.kind === undefined);
}
