import { parseSessionQuery } from "../../model/query/parse-session-query.ts";
import { asksTexts } from "../../model/query/text-rank.ts";
import { TooSlowError } from "../time-limit.ts";
import type { TermRanks, TextRanks } from "./text-ranks.ts";
import { type ScannedTerm, TextScan } from "./text-scan.ts";

/** What was found of a query so far. */
export interface FoundRanks {
  /** By the terms' places in the query; undefined for one that texts say nothing about, or that was not tried yet. */
  readonly ranks: readonly (TermRanks | undefined)[];
  readonly isComplete: boolean;
  /** Why it was given up. */
  readonly error: string | undefined;
}

/** A search for one query, a little at a time: words are looked up, patterns tried on every text. */
export class TextSearch {
  readonly number: number;
  readonly #query;
  readonly #paths: readonly string[];
  readonly #ranks: (TermRanks | undefined)[];
  readonly #scanned: ScannedTerm[] = [];
  #next = 0;
  #scan: TextScan | undefined;
  #isComplete = false;
  #error: string | undefined;
  #taken = performance.now();

  /** `paths`: the sessions in the order of their numbers. */
  constructor(number: number, query: string, paths: readonly string[]) {
    this.number = number;
    this.#paths = paths;
    this.#query = parseSessionQuery(query, Date.now());
    this.#ranks = this.#query.terms.map(() => undefined);
  }

  /** The files themselves are being read, which may take long. */
  get isScanning(): boolean {
    return this.#next >= this.#query.terms.length && this.#scanned.length > 0;
  }

  /** Searches on; false when everything is known. `index`: where words are looked up. */
  step(index: TextRanks | undefined): boolean {
    if (this.#next < this.#query.terms.length) {
      this.#lookUp(this.#next++, index);
      return true;
    }
    if (this.#scanned.length > 0 && this.#error === undefined) {
      this.#scan ??= new TextScan(this.#paths, this.#scanned);
      if (this.#scanOn(this.#scan)) return true;
    }
    this.#isComplete = true;
    return false;
  }

  #lookUp(place: number, index: TextRanks | undefined): void {
    const term = this.#query.terms[place];
    if (term === undefined || !asksTexts(term)) return;
    if (index !== undefined && term.kind !== "pattern") this.#ranks[place] = index.of(term);
    else {
      const ranks = new Uint8Array(this.#paths.length);
      this.#ranks[place] = ranks;
      this.#scanned.push({ term, ranks });
    }
  }

  #scanOn(scan: TextScan): boolean {
    try {
      return scan.step();
    } catch (error) {
      if (!(error instanceof TooSlowError)) throw error;
      this.#error = "this pattern takes too long";
      return false;
    }
  }

  /** What is known, unless it was taken less than `pause` ms ago, or words are still being looked up. */
  take(pause: number): FoundRanks | undefined {
    if (this.#next < this.#query.terms.length || performance.now() - this.#taken < pause) return undefined;
    this.#taken = performance.now();
    return { ranks: this.#ranks, isComplete: this.#isComplete, error: this.#error };
  }
}
