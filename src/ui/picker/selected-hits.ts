import type { EntryHit, SessionHits, TextIndex } from "../../store/text-index.ts";

/** The session and the query whose hits are wanted. */
export interface WantedHits {
  readonly path: string;
  readonly text: string;
  /** Another number when the hits may have changed. */
  readonly round: number;
}

/** The hits of a query in a session, and which of them is shown. Immutable. */
export interface ShownHits extends Pick<WantedHits, "path" | "text"> {
  readonly hits: readonly EntryHit[];
  readonly index: number;
}

/** The selection has come to rest when it stays for so long where it is, while hits are still being asked for: ms. */
const REST_MS = 50;

/** Keeps the hits of the selected session, and the one of them that is shown: at first the best. */
export class SelectedHits {
  readonly #texts: TextIndex;
  readonly #listeners = new Set<() => void>();
  #shown: ShownHits | undefined;
  #wanted: WantedHits | undefined;
  #outstanding = 0;
  #isStepped = false;
  #rest: NodeJS.Timeout | undefined;

  constructor(texts: TextIndex) {
    this.#texts = texts;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): ShownHits | undefined => this.#shown;

  /** These are to be seen; undefined for none. */
  want(wanted: WantedHits | undefined): void {
    this.#wanted = wanted;
    clearTimeout(this.#rest);
    if (wanted === undefined) return;
    if (this.#outstanding === 0) this.#ask(wanted);
    else {
      this.#rest = setTimeout(() => this.#ask(wanted), REST_MS);
      this.#rest.unref();
    }
  }

  /** Shows the next hit or the one before; the ends meet. */
  step(by: 1 | -1): void {
    if (this.#shown === undefined || this.#shown.hits.length < 2) return;
    const { length } = this.#shown.hits;
    this.#isStepped = true;
    this.#show({ ...this.#shown, index: (this.#shown.index + by + length) % length });
  }

  /** The hit that is shown of a session for a query. */
  shownIn(path: string, text: string): EntryHit | undefined {
    const isOf = this.#shown?.path === path && this.#shown.text === text;
    return isOf ? this.#shown?.hits[this.#shown.index] : undefined;
  }

  #ask(wanted: WantedHits): void {
    this.#outstanding++;
    const settle = (found: SessionHits | undefined) => {
      this.#outstanding--;
      if (wanted === this.#wanted && found !== undefined) this.#take(wanted, found);
    };
    this.#texts.hits(wanted.path, wanted.text).then(settle, () => settle(undefined));
  }

  #take({ path, text }: WantedHits, { hits, best }: SessionHits): void {
    const before = this.#isStepped ? this.shownIn(path, text)?.entryId : undefined;
    const same = before === undefined ? -1 : hits.findIndex(({ entryId }) => entryId === before);
    this.#isStepped = same !== -1;
    this.#show({ path, text, hits, index: same === -1 ? Math.max(0, best) : same });
  }

  #show(shown: ShownHits): void {
    this.#shown = shown;
    for (const listener of this.#listeners) listener();
  }
}
