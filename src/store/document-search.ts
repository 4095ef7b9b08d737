import { setImmediate } from "node:timers/promises";
import { entryText } from "../model/entry-text.ts";
import { parseQuery } from "../model/query/parse.ts";
import type { SearchResult } from "./document.ts";
import type { DocumentReader, LabelledEntry } from "./document-reader.ts";
import type { Hits, SearchText } from "./search-text.ts";
import { TooSlowError, withinTime } from "./time-limit.ts";

/** A pattern is tried on so many entries before other requests get their turn. */
const SLICE = 200;
/** ms that a pattern may take for one slice; one that backtracks without end would never come back. */
const SLICE_LIMIT_MS = 1000;

/** One word of the last search, and where it was found among the entries of the words before it. */
interface SearchStep {
  readonly word: string;
  readonly hits: Hits;
  /** The hits of the search before, whose memory the next one may use. */
  readonly outworn: Hits | undefined;
}

/** Searches one session, and remembers its last answer: a query that goes on from it starts there. */
export class DocumentSearch {
  readonly #reader: DocumentReader;
  #last:
    | { readonly text: SearchText; readonly count: number; readonly steps: readonly SearchStep[] }
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
    const matches = new Uint8Array(this.#reader.text.count);
    for (const entry of this.#find(words)) matches[entry] = 1;
    for (const { entry } of this.#labelled(words)) matches[entry] = 1;
    try {
      for (const pattern of patterns) if (!(await this.#narrow(matches, pattern, isStale))) return undefined;
    } catch (error) {
      if (!(error instanceof TooSlowError)) throw error;
      return { kind: "unusable", reason: "this pattern takes too long" };
    }
    return { kind: "found", matches };
  }

  /** Each word is looked for where the ones before it were found; what the last search knows already is not done again. */
  #find(words: readonly string[]): Int32Array {
    const { text } = this.#reader;
    const last = this.#last?.text === text && this.#last.count === text.count ? this.#last.steps : [];
    const steps: SearchStep[] = [];
    for (const [index, word] of words.entries()) {
      const before = last[index];
      // The words in front are the same, so this one was looked for in the same entries.
      const isSameStart = steps.every((step, earlier) => step.word === last[earlier]?.word);
      const goesOn = before !== undefined && isSameStart && word.startsWith(before.word);
      if (goesOn && before.word === word) steps.push(before);
      else {
        const { entries, places } = goesOn
          ? before.hits
          : { entries: steps.at(-1)?.hits.entries, places: undefined };
        steps.push({
          word,
          hits: text.findWord(word, entries, places, before?.outworn),
          outworn: before?.hits,
        });
      }
    }
    this.#last = { text, count: text.count, steps };
    return steps.at(-1)?.hits.entries ?? text.find([]);
  }

  /**
   * Finds out where the letter stands that the last search asked for: the next one will ask for more than a letter.
   * Meant for the time in which nobody waits.
   */
  prepare(): void {
    const { text, count, steps } = this.#last ?? {};
    const step = steps?.at(-1);
    if (text === undefined || count === undefined || step?.word.length !== 1) return;
    const { entries, places } = step.hits;
    const exact = { word: step.word, hits: text.findWord(step.word, entries, places), outworn: step.hits };
    this.#last = { text, count, steps: [...(steps ?? []).slice(0, -1), exact] };
  }

  /** A label belongs to the entry it stands on: words may be in either. */
  #labelled(words: readonly string[]): readonly LabelledEntry[] {
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
    return labelled;
  }

  /** Leaves the entries in which a pattern matches; false when nobody waits for them any more. */
  async #narrow(matches: Uint8Array, pattern: RegExp, isStale: () => boolean): Promise<boolean> {
    const candidates = Array.from(matches.keys()).filter((entry) => matches[entry] === 1);
    for (let start = 0; start < candidates.length; start += SLICE) {
      await setImmediate();
      if (isStale()) return false;
      const slice = candidates.slice(start, start + SLICE);
      const texts = Array.from(this.#reader.entries(slice), entryText);
      const hits = withinTime(SLICE_LIMIT_MS, () => texts.map((text) => pattern.test(text)));
      for (const [index, entry] of slice.entries()) matches[entry] = hits[index] === true ? 1 : 0;
    }
    return true;
  }
}
