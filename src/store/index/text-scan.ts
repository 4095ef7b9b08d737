import { indexText } from "../../model/index-text.ts";
import { SearchedEntry } from "../../model/query/match-entry.ts";
import type { SessionTerm } from "../../model/query/session-query.ts";
import { withinTime } from "../time-limit.ts";
import { branchesOff, entryLines } from "./entry-lines.ts";
import type { TermRanks } from "./text-ranks.ts";

/** A term that is looked for in the texts themselves, and how well the sessions seen so far meet it. */
export interface ScannedTerm {
  readonly term: SessionTerm;
  readonly ranks: TermRanks;
}

/** Texts are tried in portions of so many code units: a clock that can stop a pattern takes a while to set up. */
const PORTION = 512 << 10;
/** ms that a portion may take; a pattern that backtracks without end would never come back. */
const PORTION_LIMIT_MS = 1000;

interface Portion {
  readonly session: number;
  readonly entry: SearchedEntry;
}

/**
 * Looks through the session files for what no index can find, in the order of `paths`; their places there are their
 * numbers. May throw TooSlowError.
 */
export class TextScan {
  readonly #paths: readonly string[];
  readonly #terms: readonly ScannedTerm[];
  #next = 0;
  #entries: Iterator<SearchedEntry> | undefined;
  #portion: Portion[] = [];
  #portionLength = 0;

  constructor(paths: readonly string[], terms: readonly ScannedTerm[]) {
    this.#paths = paths;
    this.#terms = terms;
  }

  /** Looks through a little more; false when all was seen. */
  step(): boolean {
    if (this.#portionLength > PORTION) this.#tryPortion();
    else if (this.#entries !== undefined) this.#readOn(this.#entries);
    else if (this.#next < this.#paths.length) this.#entries = entriesOf(this.#paths[this.#next] ?? "");
    else if (this.#portion.length > 0) this.#tryPortion();
    else return false;
    return true;
  }

  #readOn(entries: Iterator<SearchedEntry>): void {
    try {
      const { value, done } = entries.next();
      if (done !== true) {
        this.#portion.push({ session: this.#next, entry: value });
        this.#portionLength += value.length;
        return;
      }
    } catch {
      // A file that cannot be read has no texts; the list says what is wrong with it.
    }
    this.#entries = undefined;
    this.#next++;
  }

  #tryPortion(): void {
    const portion = this.#portion;
    this.#portion = [];
    this.#portionLength = 0;
    withinTime(PORTION_LIMIT_MS, () => {
      for (const { session, entry } of portion) {
        for (const { term, ranks } of this.#terms) {
          ranks[session] = Math.max(ranks[session] ?? 0, entry.rank(term));
        }
      }
    });
  }
}

function* entriesOf(path: string): Generator<SearchedEntry, void> {
  let lastId: string | undefined;
  for (const line of entryLines(path)) {
    const { record, id, failed } = line;
    const isBranch = branchesOff(line, lastId);
    lastId = id ?? lastId;
    if (record !== undefined || failed || isBranch)
      yield new SearchedEntry(indexText(record ?? unread(failed)), isBranch);
  }
}

/** What of the result of a tool is searched, or of anything else that was not parsed. */
const unread = (failed: boolean) => ({ type: "message", message: { role: "toolResult", isError: failed } });
