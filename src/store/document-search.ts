import { setImmediate } from "node:timers/promises";
import { entryText } from "../model/entry-text.ts";
import { parseQuery } from "../model/query/parse.ts";
import type { SearchResult } from "./document.ts";
import type { DocumentReader, LabelledEntry } from "./document-reader.ts";
import type { SearchText } from "./search-text.ts";
import { TooSlowError, withinTime } from "./time-limit.ts";

/** A pattern is tried on so many entries before other requests get their turn. */
const SLICE = 200;
/** ms that a pattern may take for one slice; one that backtracks without end would never come back. */
const SLICE_LIMIT_MS = 1000;

/** Searches one session, and remembers its last answer: a query that goes on from it starts there. */
export class DocumentSearch {
  readonly #reader: DocumentReader;
  #last:
    | {
        readonly words: readonly string[];
        readonly text: SearchText;
        readonly count: number;
        readonly found: Int32Array;
      }
    | undefined;

  constructor(reader: DocumentReader) {
    this.#reader = reader;
  }

  /** The entries in which every word of the query occurs. `isStale` ends a long search that nobody waits for. */
  async search(text: string, isStale: () => boolean): Promise<SearchResult | undefined> {
    const query = parseQuery(text);
    if (query.error !== undefined) return { kind: "unusable", reason: query.error };
    const words: string[] = [];
    const patterns: RegExp[] = [];
    for (const term of query.terms) {
      if (term.kind === "text") words.push(term.folded);
      else patterns.push(term.pattern);
    }
    let entries = this.#withLabels(words, this.#find(words));
    try {
      for (const pattern of patterns) {
        const matching = await this.#matching(pattern, entries, isStale);
        if (matching === undefined) return undefined;
        entries = matching;
      }
    } catch (error) {
      if (!(error instanceof TooSlowError)) throw error;
      return { kind: "unusable", reason: "this pattern takes too long" };
    }
    return { kind: "found", entries };
  }

  #find(words: readonly string[]): Int32Array {
    const { text } = this.#reader;
    const last = this.#last;
    const goesOn =
      last !== undefined &&
      last.text === text &&
      last.count === text.count &&
      last.words.every((old) => words.some((word) => word.includes(old)));
    const found = goesOn
      ? text.find(
          words.filter((word) => !last.words.includes(word)),
          last.found,
        )
      : text.find(words);
    this.#last = { words, text, count: text.count, found };
    return found;
  }

  /** A label belongs to the entry it stands on: words may be in either. */
  #withLabels(words: readonly string[], found: Int32Array): Int32Array {
    let labelled: readonly LabelledEntry[] = words.length === 0 ? [] : this.#reader.labelled();
    for (const word of words) {
      const inText = new Set(
        this.#reader.text.find(
          [word],
          Int32Array.from(labelled, ({ entry }) => entry),
        ),
      );
      labelled = labelled.filter(({ entry, label }) => label.includes(word) || inText.has(entry));
    }
    const known = new Set(labelled.length === 0 ? [] : found);
    const more = labelled.filter(({ entry }) => !known.has(entry));
    return more.length === 0 ? found : Int32Array.from([...found, ...more.map(({ entry }) => entry)]).sort();
  }

  async #matching(
    pattern: RegExp,
    candidates: Int32Array,
    isStale: () => boolean,
  ): Promise<Int32Array | undefined> {
    const matching: number[] = [];
    for (let start = 0; start < candidates.length; start += SLICE) {
      await setImmediate();
      if (isStale()) return undefined;
      const slice = candidates.subarray(start, start + SLICE);
      const texts = Array.from(this.#reader.entries(slice), entryText);
      const hits = withinTime(SLICE_LIMIT_MS, () => texts.map((text) => pattern.test(text)));
      for (const [index, hit] of hits.entries()) if (hit) matching.push(slice[index] ?? 0);
    }
    return Int32Array.from(matching);
  }
}
