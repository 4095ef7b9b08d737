import { parseSessionQuery } from "../../model/query/parse-session-query.ts";
import type { SessionQuery } from "../../model/query/session-query.ts";
import type { SessionHits } from "../text-index.ts";
import { withinTime } from "../time-limit.ts";
import { sessionHits } from "./session-hits.ts";

/** Entries are tried so many at a time, or for so long: ms. */
const PORTION = 64;
const PORTION_MS = 100;
/** A pattern that backtracks without end would never come back: ms that a portion may take. */
const PORTION_LIMIT_MS = 1000;

/** The search for the entries of one session, a little at a time. */
export class HitsSearch {
  readonly #hits: Generator<void, SessionHits>;
  readonly #settle: (hits: SessionHits | undefined) => void;
  readonly #query: SessionQuery;
  #isOver = false;

  constructor(
    { path, query: text }: { readonly path: string; readonly query: string },
    settle: (hits: SessionHits | undefined) => void,
  ) {
    this.#query = parseSessionQuery(text, Date.now());
    this.#hits = sessionHits(path, this.#query);
    this.#settle = settle;
  }

  /** Searches on; false when it is over. */
  step(): boolean {
    if (this.#isOver) return false;
    try {
      const hits = nextPortion(this.#hits, this.#query);
      if (hits !== undefined) this.#end(hits);
    } catch {
      // It cannot be read, or its pattern takes too long: either is told elsewhere.
      this.#end(undefined);
    }
    return !this.#isOver;
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

/** All entries of one session that match, at once. Throws TooSlowError, and what reading throws. */
export function allHits(path: string, query: SessionQuery): SessionHits {
  const hits = sessionHits(path, query);
  for (;;) {
    const all = nextPortion(hits, query);
    if (all !== undefined) return all;
  }
}

/** Tries some more entries; undefined unless these were the last. */
function nextPortion(hits: Generator<void, SessionHits>, { terms }: SessionQuery): SessionHits | undefined {
  const hasPattern = terms.some(({ kind }) => kind === "pattern");
  return hasPattern ? withinTime(PORTION_LIMIT_MS, () => portionOf(hits)) : portionOf(hits);
}

function portionOf(hits: Generator<void, SessionHits>): SessionHits | undefined {
  const end = performance.now() + PORTION_MS;
  for (let count = 0; count < PORTION && performance.now() < end; count++) {
    const next = hits.next();
    if (next.done === true) return next.value;
  }
  return undefined;
}
