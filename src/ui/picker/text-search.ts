import { grouped } from "../../model/numbers.ts";
import { parseSessionQuery } from "../../model/query/parse-session-query.ts";
import type { SessionQuery } from "../../model/query/session-query.ts";
import { asksTexts, TEXT_RANKS } from "../../model/query/text-rank.ts";
import type { TextIndex, TextIndexSnapshot, TextMatches } from "../../store/text-index.ts";

/** A query, and what the texts have answered so far. Immutable. */
export interface TextAnswer {
  /** The query as it was typed, and taken apart. */
  readonly text: string;
  readonly query: SessionQuery;
  /** Whether only the texts can tell what matches it. */
  readonly isAsked: boolean;
  /** Undefined until the first answer comes. */
  readonly matches: TextMatches | undefined;
  /** Tells answers to one query from each other, where the texts have changed in between. */
  readonly round: number;
  /** For so short a time after typing what was shown before is better than half of what comes next. */
  readonly isHeld: boolean;
  readonly index: TextIndexSnapshot;
}

/** Whether a query is answered, for the texts as they were when they were asked. */
export function isAnswered({ matches }: TextAnswer): boolean {
  return matches?.isComplete === true;
}

/** Whether all is known that there is to know about a query. */
export function isAnsweredByAll(answer: TextAnswer): boolean {
  const { indexed, total } = answer.index.progress;
  return isAnswered(answer) && (!answer.isAsked || indexed >= total);
}

/** How far the texts can be searched, while that is not to their end; else empty. */
export function indexedWords({ progress: { indexed, total } }: TextIndexSnapshot): string {
  return indexed < total ? `${grouped(indexed)} of ${grouped(total)} indexed` : "";
}

/** A key's answer that takes longer is waited for with what is known without it: ms. */
const HOLD_MS = 30;
/** While the texts change they are asked anew, but no sooner than so many ms after they were asked before. */
const REST_MS = 500;

const NOTHING_ASKED: TextMatches = { rankOf: () => TEXT_RANKS.none, isComplete: true, error: undefined };

/** Asks the texts about what is typed, and again when they have changed. Only answers to the current query count. */
export class TextSearch {
  readonly #texts: TextIndex;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #answer: TextAnswer;
  #round = 0;
  #isOutstanding = false;
  #isWatching = false;
  #askedVersion = 0;
  #hold: NodeJS.Timeout | undefined;
  #rest: NodeJS.Timeout | undefined;

  /** `now` gives ms since 1970. */
  constructor(texts: TextIndex, now: () => number, text: string) {
    this.#texts = texts;
    this.#now = now;
    this.#answer = this.#unanswered(text, false);
    this.#begin();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): TextAnswer => this.#answer;

  /** The query is this now. Listeners hear of the answer, not of the question. */
  ask(text: string): void {
    if (text === this.#answer.text) return;
    this.#answer = this.#unanswered(text, true);
    clearTimeout(this.#hold);
    if (this.#answer.isHeld) {
      this.#hold = setTimeout(() => this.#change({ isHeld: false }), HOLD_MS);
      this.#hold.unref();
    }
    this.#begin();
  }

  /** Follows the texts while they change, until the result is called. */
  watch(): () => void {
    const onChange = () => {
      const index = this.#texts.getSnapshot();
      if (index !== this.#answer.index) this.#change({ index });
      this.#renew();
    };
    this.#isWatching = true;
    onChange();
    const unsubscribe = this.#texts.subscribe(onChange);
    return () => {
      unsubscribe();
      this.#isWatching = false;
      clearTimeout(this.#rest);
      this.#rest = undefined;
    };
  }

  #unanswered(text: string, hold: boolean): TextAnswer {
    const query = parseSessionQuery(text, this.#now());
    const isAsked = query.error === undefined && query.terms.some(asksTexts);
    const matches = isAsked ? undefined : NOTHING_ASKED;
    const isHeld = hold && isAsked;
    return { text, query, isAsked, matches, round: this.#round, isHeld, index: this.#texts.getSnapshot() };
  }

  #begin(): void {
    if (this.#answer.isAsked) this.#send();
    else if (this.#isOutstanding) {
      // What is not wanted any more would go on in vain.
      this.#round++;
      this.#isOutstanding = false;
      this.#texts.search(this.#answer.text, () => {});
    }
  }

  #send(): void {
    const round = ++this.#round;
    this.#isOutstanding = true;
    this.#askedVersion = this.#texts.getSnapshot().version;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      this.#renew();
    }, REST_MS);
    this.#rest.unref();
    this.#texts.search(this.#answer.text, (matches) => {
      if (round === this.#round) this.#take(matches, round);
    });
  }

  #take(matches: TextMatches, round: number): void {
    if (matches.isComplete) this.#isOutstanding = false;
    // A whole answer from before is better than part of a new one.
    const isPart = !matches.isComplete && this.#answer.matches !== undefined && this.#answer.round !== round;
    if (!isPart) {
      clearTimeout(this.#hold);
      this.#change({ matches, round, isHeld: false });
    }
    this.#renew();
  }

  /** Asks again when the texts have changed since they were asked: not before they have answered, nor too often. */
  #renew(): void {
    const isIdle = !this.#isOutstanding && this.#rest === undefined;
    if (!this.#isWatching || !this.#answer.isAsked || !isIdle) return;
    if (this.#texts.getSnapshot().version !== this.#askedVersion) this.#send();
  }

  #change(change: Partial<TextAnswer>): void {
    this.#answer = { ...this.#answer, ...change };
    for (const listener of this.#listeners) listener();
  }
}
