import type { IndexText } from "../index-text.ts";
import { inTexts, sequenceIn } from "./sequence.ts";
import type { HasValue, SessionQuery, SessionTerm, TextField, WordSequence } from "./session-query.ts";
import { asksTexts, TEXT_RANKS, type TextRank } from "./text-rank.ts";
import { TracedText } from "./traced-text.ts";

/** The texts of an entry, folded when a word is first looked for. */
export class SearchedEntry {
  readonly text: IndexText;
  readonly #isBranch: boolean;
  readonly #calls: readonly string[];
  #talkTraced: TracedText | undefined;
  #callsTraced: readonly TracedText[] | undefined;

  /** `isBranch`: a branch begins with the entry. */
  constructor(text: IndexText, isBranch = false) {
    this.text = text;
    this.#isBranch = isBranch;
    this.#calls = text.calls.map(({ tool, text: words }) => `${tool}\n${words}`);
  }

  /** Code units. */
  get length(): number {
    return this.#calls.reduce((length, call) => length + call.length, this.text.talk.length);
  }

  /** How well the texts of the entry meet a term, whether or not it is excluded. */
  rank(term: SessionTerm): TextRank {
    switch (term.kind) {
      case "words":
        return this.#rankWords(term);
      case "pattern":
        if (this.text.talk !== "" && term.pattern.test(this.text.talk)) return TEXT_RANKS.talkWord;
        return this.#calls.some((call) => term.pattern.test(call)) ? TEXT_RANKS.toolWord : TEXT_RANKS.none;
      case "field":
        return rankFact(factsOf(this.text, term.field), term);
      case "has":
        return this.#has(term.value) ? TEXT_RANKS.toolWord : TEXT_RANKS.none;
      default:
        return TEXT_RANKS.none;
    }
  }

  #has(value: HasValue): boolean {
    if (value === "branch") return this.#isBranch;
    return value === "error" && this.text.failed;
  }

  #rankWords(written: WordSequence): TextRank {
    const sequence = inTexts(written);
    this.#talkTraced ??= new TracedText(this.text.talk);
    const inTalk = sequenceIn(this.#talkTraced, sequence);
    if (inTalk !== undefined) return inTalk === "word" ? TEXT_RANKS.talkWord : TEXT_RANKS.talkPrefix;
    // No phrase goes on from one call to the next.
    this.#callsTraced ??= this.#calls.map((call) => new TracedText(call));
    return rankTool(this.#callsTraced, sequence);
  }
}

function factsOf({ speaker, talk, files, calls, model }: IndexText, field: TextField): readonly string[] {
  switch (field) {
    case "file":
      return files;
    case "tool":
      return calls.map(({ tool }) => tool);
    case "model":
      return model === undefined ? [] : [model];
    case "name":
    case "label":
      return speaker === field ? [talk] : [];
    case "in":
      return [];
  }
}

function rankFact(facts: readonly string[], sequence: WordSequence): TextRank {
  return rankTool(
    facts.map((fact) => new TracedText(fact)),
    sequence,
  );
}

/** How well the best of some texts holds a sequence. */
function rankTool(texts: readonly TracedText[], sequence: WordSequence): TextRank {
  let best: TextRank = TEXT_RANKS.none;
  for (const text of texts) {
    const found = sequenceIn(text, sequence);
    if (found === "word") return TEXT_RANKS.toolWord;
    if (found === "prefix") best = TEXT_RANKS.toolPrefix;
  }
  return best;
}

/** The terms of a query whose matches are worth showing in an entry. */
export function shownTerms({ terms }: SessionQuery): readonly SessionTerm[] {
  return terms.filter(
    (term) => !term.isExcluded && (asksTexts(term) || (term.kind === "field" && term.field !== "in")),
  );
}
