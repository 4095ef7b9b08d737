import { parseSessionQuery } from "../../model/query/parse-session-query.ts";
import type { SessionHits } from "../text-index.ts";
import { withinTime } from "../time-limit.ts";
import { sessionHits } from "./session-hits.ts";

/** Entries are tried so many at a time, and in ms: a pattern that backtracks without end would never come back. */
const PORTION = 64;
const PORTION_LIMIT_MS = 1000;

/** The search for the entries of one session, a little at a time. */
export class HitsSearch {
  readonly #hits: Generator<void, SessionHits>;
  readonly #settle: (hits: SessionHits | undefined) => void;
  readonly #hasPattern: boolean;
  #isOver = false;

  constructor(
    { path, query: text }: { readonly path: string; readonly query: string },
    settle: (hits: SessionHits | undefined) => void,
  ) {
    const query = parseSessionQuery(text, Date.now());
    this.#hasPattern = query.terms.some(({ kind }) => kind === "pattern");
    this.#hits = sessionHits(path, query);
    this.#settle = settle;
  }

  /** Searches on; false when it is over. */
  step(): boolean {
    if (this.#isOver) return false;
    try {
      const hits = this.#hasPattern ? withinTime(PORTION_LIMIT_MS, () => this.#portion()) : this.#portion();
      if (hits !== undefined) this.#end(hits);
    } catch {
      // It cannot be read, or its pattern takes too long: either is told elsewhere.
      this.#end(undefined);
    }
    return !this.#isOver;
  }

  #portion(): SessionHits | undefined {
    for (let count = 0; count < PORTION; count++) {
      const next = this.#hits.next();
      if (next.done === true) return next.value;
    }
    return undefined;
  }

  /** Nobody waits for it any more. */
  giveUp(): void {
    if (!this.#isOver) this.#end(undefined);
  }

  #end(hits: SessionHits | undefined): void {
    this.#isOver = true;
    this.#settle(hits);
  }
}
