import { inTexts } from "../../model/query/sequence.ts";
import type { SessionTerm, WordSequence } from "../../model/query/session-query.ts";
import { TEXT_RANKS, type TextRank } from "../../model/query/text-rank.ts";
import type { SessionNumbers } from "./session-numbers.ts";
import type { TextIndexer } from "./text-indexer.ts";
import type { FactColumn, TextStore } from "./text-store.ts";

/** How well each session meets a term, by the sessions' numbers. */
export type TermRanks = Uint8Array;

/** Answers for so many terms are kept: those that a query holds while it is typed. */
const KEPT = 16;

const FACT_COLUMNS = { file: "files", tool: "tools", model: "models" } as const;

/** Looks terms up in the store, and remembers the last answers for as long as nothing changes. */
export class TextRanks {
  readonly #store: TextStore;
  readonly #indexer: TextIndexer;
  readonly #sessions: SessionNumbers;
  /** The session whose words a number of the store stands for; -1 for none that is listed. */
  #sessionOf: Int32Array | undefined;
  readonly #answers = new Map<string, TermRanks>();

  constructor(store: TextStore, indexer: TextIndexer, sessions: SessionNumbers) {
    this.#store = store;
    this.#indexer = indexer;
    this.#sessions = sessions;
  }

  /** What was found so far may not be true any more. */
  forget(): void {
    this.#sessionOf = undefined;
    this.#answers.clear();
  }

  /** How well the sessions meet a term that is no pattern. */
  of(term: SessionTerm): TermRanks {
    const key = JSON.stringify({ ...term, isExcluded: false });
    const known = this.#answers.get(key);
    const ranks = known ?? this.#find(term);
    this.#answers.delete(key);
    this.#answers.set(key, ranks);
    for (const [oldest] of this.#answers) if (this.#answers.size > KEPT) this.#answers.delete(oldest);
    return ranks;
  }

  #find(term: SessionTerm): TermRanks {
    const ranks = new Uint8Array(this.#sessions.count);
    if (term.kind === "words") this.#findWords(term, ranks);
    else if (term.kind === "has") this.#findFact("flags", wholeWord(term.value), ranks);
    else if (term.kind === "field" && term.field in FACT_COLUMNS) {
      const { field } = term;
      if (field === "file" || field === "tool" || field === "model")
        this.#findFact(FACT_COLUMNS[field], term, ranks);
    }
    return ranks;
  }

  /** From the worst to the best, so that the best stays. */
  #findWords(written: WordSequence, ranks: TermRanks): void {
    const { words, isPrefix } = inTexts(written);
    const whole = { words, isPrefix: false };
    const prefix = isPrefix ? { words, isPrefix } : undefined;
    if (prefix !== undefined)
      this.#mark(this.#store.filesWith("calls", prefix), TEXT_RANKS.toolPrefix, ranks);
    this.#mark(this.#store.filesWith("calls", whole), TEXT_RANKS.toolWord, ranks);
    if (prefix !== undefined) this.#mark(this.#store.filesWith("talk", prefix), TEXT_RANKS.talkPrefix, ranks);
    this.#mark(this.#store.filesWith("talk", whole), TEXT_RANKS.talkWord, ranks);
  }

  #findFact(column: FactColumn, sequence: WordSequence, ranks: TermRanks): void {
    const whole = { words: sequence.words, isPrefix: false };
    if (sequence.isPrefix)
      this.#mark(this.#store.filesWithFact(column, sequence), TEXT_RANKS.toolPrefix, ranks);
    this.#mark(this.#store.filesWithFact(column, whole), TEXT_RANKS.toolWord, ranks);
  }

  #mark(files: Iterable<number>, rank: TextRank, ranks: TermRanks): void {
    const sessionOf = this.#sessionNumbers();
    for (const file of files) {
      const session = sessionOf[file] ?? -1;
      if (session >= 0) ranks[session] = rank;
    }
  }

  #sessionNumbers(): Int32Array {
    if (this.#sessionOf !== undefined) return this.#sessionOf;
    const numbers = this.#indexer.numbers();
    let greatest = 0;
    for (const number of numbers.values()) greatest = Math.max(greatest, number);
    this.#sessionOf = new Int32Array(greatest + 1).fill(-1);
    for (const [path, number] of numbers) this.#sessionOf[number] = this.#sessions.of(path) ?? -1;
    return this.#sessionOf;
  }
}

const wholeWord = (word: string): WordSequence => ({ words: [word], isPrefix: false });
