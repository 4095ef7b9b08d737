import { setImmediate } from "node:timers/promises";
import type { SessionHits, TextIndexSnapshot } from "../text-index.ts";
import { DamagedIndexError } from "./database.ts";
import type { CachedFacts } from "./digest-cache.ts";
import type { FileNews } from "./file-news.ts";
import { HitsSearch } from "./hits-search.ts";
import { type OpenTexts, openTexts, openTextsAnew, withoutTexts } from "./open-texts.ts";
import type { ReadingAhead } from "./reading-ahead.ts";
import { SessionNumbers } from "./session-numbers.ts";
import { type FoundRanks, TextSearch } from "./text-search.ts";

/** What the interface asks. A question with a greater number makes earlier ones of its kind void. */
export type TextQuestion =
  | { readonly kind: "search"; readonly number: number; readonly query: string }
  | { readonly kind: "hits"; readonly number: number; readonly query: string; readonly path: string };

export type TextReport =
  /** The paths of sessions in the order of their numbers, as far as they were not told yet. */
  | { readonly kind: "paths"; readonly paths: readonly string[] }
  | { readonly kind: "state"; readonly state: TextIndexSnapshot }
  /** Nothing is left to do for now. */
  | { readonly kind: "idle" }
  /** Another treeline has been writing for a while, so nothing can be indexed. */
  | { readonly kind: "busy" }
  | ({ readonly kind: "ranks"; readonly number: number } & FoundRanks)
  | { readonly kind: "hits"; readonly number: number; readonly hits: SessionHits | undefined };

/** Questions and news get their turn at least so often: ms. */
const SLICE_MS = 12;
const REPORT_MS = 300;
/** A search that takes long shows what it has found so far so often: ms. */
const PARTIAL_MS = 120;
/** How long to leave another treeline alone that is writing: ms. */
const BUSY_MS = 100;
/** How long to wait for it without a word: ms. */
const PATIENCE_MS = 2000;

/** Keeps the words of all sessions up to date and answers questions about them, in its own time. */
export class TextIndexKeeper {
  readonly #directory: string;
  readonly #report: (report: TextReport) => void;
  readonly #ahead: ReadingAhead | undefined;
  readonly #sessions = new SessionNumbers();
  readonly #files = new Map<string, CachedFacts>();
  #told = 0;
  #texts: OpenTexts;
  #search: TextSearch | undefined;
  #query = "";
  #hits: HitsSearch | undefined;
  #hasFailed = false;
  #version = 0;
  /** Something was indexed since words were looked up last, and since that was told. */
  #isStale = false;
  #hasNews = true;
  #isWorking = false;
  #hasWork = false;
  #isClosed = false;
  /** Another treeline is writing. */
  #isBlocked = false;
  /** Since when; Infinity once that was told. */
  #blockedSince: number | undefined;
  #reported = 0;

  /** Never throws: without a database texts are looked through one by one. `ahead` reads many files at once. */
  constructor(directory: string, report: (report: TextReport) => void, ahead?: ReadingAhead) {
    this.#directory = directory;
    this.#report = report;
    this.#ahead = ahead;
    this.#texts = openTexts(directory, this.#sessions, ahead);
  }

  hear({ there, gone, complete }: FileNews): void {
    for (const facts of there) {
      this.#files.set(facts.path, facts);
      this.#sessions.add(facts.path);
    }
    for (const path of gone) this.#files.delete(path);
    this.#trying(() => {
      for (const facts of there) this.#texts.indexer?.announce(facts);
      for (const path of gone) this.#texts.indexer?.remove(path);
      if (complete.length > 0) this.#texts.indexer?.removeOthers(complete);
    });
    this.#noteChange();
    this.#work();
  }

  ask(question: TextQuestion): void {
    if (question.kind === "search") {
      this.#tellPaths();
      this.#query = question.query;
      this.#search = new TextSearch(question.number, question.query, this.#sessions.from(0));
    } else {
      this.#hits?.giveUp();
      this.#hits = new HitsSearch(question, (hits) =>
        this.#report({ kind: "hits", number: question.number, hits }),
      );
    }
    this.#work();
  }

  /** The files whose words are not in the index yet as they are now; none where there is no index. */
  get unread(): readonly string[] {
    return this.#texts.indexer?.waiting ?? [];
  }

  close(): void {
    this.#isClosed = true;
    this.#trying(() => this.#texts.close());
  }

  #work(): void {
    this.#hasWork = true;
    if (!this.#isWorking && !this.#isClosed) void this.#workOff();
  }

  async #workOff(): Promise<void> {
    this.#isWorking = true;
    while (this.#hasWork && !this.#isClosed) {
      const end = performance.now() + SLICE_MS;
      do this.#hasWork = this.#trying(() => this.#step()) ?? true;
      while (this.#hasWork && !this.#isClosed && performance.now() < end);
      if (this.#isClosed) return;
      if (!this.#hasWork || performance.now() - this.#reported > REPORT_MS) this.#tellState();
      // What is asked meanwhile is work again.
      await setImmediate();
    }
    this.#isWorking = false;
    if (!this.#isClosed && !this.#isBlocked) this.#report({ kind: "idle" });
  }

  /** Whoever waits for an answer comes first. False when there is nothing to do. */
  #step(): boolean {
    if (this.#search !== undefined || this.#hits !== undefined) this.#texts.indexer?.pauseWhenDue();
    if (this.#search !== undefined) {
      if (this.#isStale) this.#texts.ranks?.forget();
      this.#isStale = false;
      this.#stepSearch(this.#search);
      return true;
    }
    if (this.#hits !== undefined) {
      if (!this.#hits.step()) this.#hits = undefined;
      return true;
    }
    return this.#stepIndex();
  }

  #stepSearch(search: TextSearch): void {
    if (search.isScanning) this.#texts.indexer?.pause();
    const isOver = !search.step(this.#texts.ranks);
    const found = search.take(isOver ? 0 : PARTIAL_MS);
    if (found !== undefined) this.#report({ kind: "ranks", number: search.number, ...found });
    if (isOver) this.#search = undefined;
  }

  #stepIndex(): boolean {
    const { indexer } = this.#texts;
    if (indexer === undefined || !indexer.isBusy) return false;
    if (this.#isBlocked) return false;
    const step = indexer.step();
    if (step === "worked") this.#noteChange();
    if (step === "busy") this.#waitForOther();
    else this.#blockedSince = undefined;
    return step === "worked";
  }

  #waitForOther(): void {
    const now = performance.now();
    this.#isBlocked = true;
    this.#blockedSince ??= now;
    setTimeout(() => {
      this.#isBlocked = false;
      this.#work();
    }, BUSY_MS);
    if (now - this.#blockedSince < PATIENCE_MS) return;
    this.#blockedSince = Number.POSITIVE_INFINITY;
    this.#report({ kind: "busy" });
  }

  #tellPaths(): void {
    const paths = this.#sessions.from(this.#told);
    this.#told = this.#sessions.count;
    if (paths.length > 0) this.#report({ kind: "paths", paths });
  }

  #noteChange(): void {
    this.#isStale = true;
    this.#hasNews = true;
  }

  #tellState(): void {
    if (!this.#hasNews) return;
    this.#hasNews = false;
    this.#reported = performance.now();
    this.#tellPaths();
    const { indexer } = this.#texts;
    const total = this.#files.size;
    // Without an index everything can be searched, if slowly.
    const indexed = indexer === undefined ? total : Math.min(total, indexer.indexed);
    const state = { progress: { indexed, total }, version: ++this.#version, note: this.#texts.note };
    this.#report({ kind: "state", state });
  }

  /** A damaged index is made anew once; where no index can be had, the texts are still there. */
  #trying<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      this.#texts.close();
      const isDamage = error instanceof DamagedIndexError && !this.#hasFailed;
      this.#hasFailed = true;
      this.#texts = isDamage
        ? openTextsAnew(this.#directory, this.#sessions, this.#texts, this.#ahead)
        : withoutTexts(error);
      for (const facts of this.#files.values()) this.#texts.indexer?.announce(facts);
      // What was found so far was found elsewhere.
      if (this.#search !== undefined)
        this.#search = new TextSearch(this.#search.number, this.#query, this.#sessions.from(0));
      this.#noteChange();
      return undefined;
    }
  }
}
