import { fold } from "../../src/model/query/fold.ts";
import { parseSessionQuery } from "../../src/model/query/parse-session-query.ts";
import { sessionRanges } from "../../src/model/query/session-highlight.ts";
import type { SessionQuery, SessionTerm } from "../../src/model/query/session-query.ts";
import { type RankOfText, TEXT_RANKS } from "../../src/model/query/text-rank.ts";
import type {
  EntryHit,
  SessionHits,
  TextIndex,
  TextIndexSnapshot,
  TextMatches,
} from "../../src/store/text-index.ts";

/** What is said in a session: one text an entry, and whether its branch was left. */
export interface SaidText {
  readonly text: string;
  readonly id?: string;
  readonly speaker?: string;
  readonly isAbandoned?: boolean;
}

/** By the paths of the sessions. Without another the id of an entry is `e` and its place, from 0. */
export type Said = Readonly<Record<string, readonly (string | SaidText)[]>>;

/** An index in memory: it answers at once, or when it is told to. It remembers what it was asked. */
export class MemoryTextIndex implements TextIndex {
  readonly searched: string[] = [];
  readonly hitsAsked: string[] = [];
  isClosed = false;
  /** While true, answers wait for `answer`. */
  isHolding = false;
  /** How long an answer takes: ms. */
  delay = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #listeners = new Set<() => void>();
  #said: Said;
  #snapshot: TextIndexSnapshot;
  #report: { readonly query: string; readonly onMatches: (matches: TextMatches) => void } | undefined;

  constructor(said: Said = {}, rest: Partial<TextIndexSnapshot> = {}) {
    const count = Object.keys(said).length;
    this.#said = said;
    this.#snapshot = { progress: { indexed: count, total: count }, version: 1, note: "", ...rest };
  }

  subscribe(listener: () => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  getSnapshot() {
    return this.#snapshot;
  }

  search(query: string, onMatches: (matches: TextMatches) => void) {
    this.searched.push(query);
    this.#report = { query, onMatches };
    // An answer that is late comes all the same: whoever asked has to tell.
    this.#when(() => onMatches(this.matches(query)));
  }

  hits(path: string, query: string): Promise<SessionHits | undefined> {
    this.hitsAsked.push(`${path}: ${query}`);
    return new Promise((settle) => this.#when(() => settle(this.#hitsOf(path, query))));
  }

  close() {
    this.isClosed = true;
  }

  /** Answers what waits, the oldest first; without a number all of it. */
  answer(count = this.#waiting.length) {
    for (const give of this.#waiting.splice(0, count)) give();
  }

  /** Answers the last search with this, beside what is true of it. */
  report(rest: Partial<TextMatches>) {
    if (this.#report !== undefined) this.#report.onMatches({ ...this.matches(this.#report.query), ...rest });
  }

  /** Other texts, or another state of the index; its version grows. */
  set(said: Said, rest: Partial<TextIndexSnapshot> = {}) {
    this.#said = said;
    this.#snapshot = { ...this.#snapshot, version: this.#snapshot.version + 1, ...rest };
    for (const listener of this.#listeners) listener();
  }

  matches(text: string): TextMatches {
    const { terms, error } = parseSessionQuery(text, 0);
    const said = this.#said;
    const rankOf: RankOfText = ({ session }, index) => {
      const term = terms[index];
      const holds =
        term !== undefined && entriesOf(said, session.path).some((entry) => holdsTerm(entry.text, term));
      return holds ? TEXT_RANKS.talkWord : TEXT_RANKS.none;
    };
    return { rankOf, isComplete: true, error };
  }

  #when(give: () => void) {
    if (this.isHolding) this.#waiting.push(give);
    else setTimeout(give, this.delay);
  }

  #hitsOf(path: string, text: string): SessionHits {
    const query = parseSessionQuery(text, 0);
    const hits = entriesOf(this.#said, path).flatMap((entry, index) => hitOf(entry, index, query));
    // The longer its text, the better a hit: so that the best of them need not be the first.
    const best = hits.reduce(
      (found, hit, index) =>
        found === -1 || hit.snippet.text.length > (hits[found]?.snippet.text.length ?? 0) ? index : found,
      -1,
    );
    return { hits, best };
  }
}

function entriesOf(said: Said, path: string): readonly SaidText[] {
  return (said[path] ?? []).map((entry) => (typeof entry === "string" ? { text: entry } : entry));
}

function hitOf(entry: SaidText, index: number, query: SessionQuery): readonly EntryHit[] {
  const { text, id = `e${index}`, speaker = "user", isAbandoned = false } = entry;
  if (!query.terms.some((term) => !term.isExcluded && holdsTerm(text, term))) return [];
  const snippet = { text, ranges: sessionRanges(query, text) };
  return [{ entryId: id, speaker, time: undefined, snippet, isAbandoned }];
}

function holdsTerm(text: string, term: SessionTerm): boolean {
  if (term.kind === "pattern") return term.pattern.test(text);
  return term.kind === "words" && term.words.every((word) => fold(text).includes(word));
}
