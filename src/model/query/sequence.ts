import { KINDS, kindAt } from "./character-kind.ts";
import { startsInside } from "./sequence-starts.ts";
import type { WordSequence } from "./session-query.ts";
import type { TracedText } from "./traced-text.ts";
import { isBorder } from "./words.ts";

/** Where words stand one after the other, in code units of the folded text. */
export interface SequenceMatch {
  readonly start: number;
  readonly end: number;
  /** Not only the beginning of the last word. */
  readonly isWhole: boolean;
}

/**
 * The first place at or after `from` (code units of the folded text) where the words of a sequence follow each other.
 * The first stands at the beginning of a word; a single one also at that of a word within an identifier.
 */
export function nextMatch(text: TracedText, sequence: WordSequence, from = 0): SequenceMatch | undefined {
  const { words } = sequence;
  const first = words[0] ?? "";
  if (first === "") return undefined;
  const { folded } = text;
  const isSingle = words.length === 1;
  for (let at = folded.indexOf(first, from); at !== -1; at = folded.indexOf(first, at + 1)) {
    if (!isBorder(folded, at) && !(isSingle && startsInside(text, at))) continue;
    const end = endOfSequence(folded, at, words);
    if (end === -1) continue;
    const isWhole = isBorder(folded, end) || (isSingle && startsInside(text, end));
    if (isWhole || sequence.isPrefix) return { start: at, end, isWhole };
  }
  return undefined;
}

/** Where the last of some words ends, the first of which stands at `at`; -1 where the others do not follow it. */
export function endOfSequence(folded: string, at: number, words: readonly string[]): number {
  let end = at + (words[0] ?? "").length;
  for (let index = 1; index < words.length; index++) {
    const word = words[index] ?? "";
    if (!isBorder(folded, end)) return -1;
    while (end < folded.length && kindAt(folded, end) === KINDS.separator) end++;
    if (!folded.startsWith(word, end)) return -1;
    end += word.length;
  }
  return end;
}

/** How well a text holds a sequence: with all its words whole, or only with the beginning of the last; or not at all. */
export function sequenceIn(text: TracedText, sequence: WordSequence): "word" | "prefix" | undefined {
  let best: "prefix" | undefined;
  let match = nextMatch(text, sequence);
  while (match !== undefined) {
    if (match.isWhole) return "word";
    best = "prefix";
    match = nextMatch(text, sequence, match.start + 1);
  }
  return best;
}

/**
 * A sequence as it is looked for in what was said. Nearly every text has a word that begins with a given letter: there a
 * letter alone stands for itself.
 */
export function inTexts(sequence: WordSequence): WordSequence {
  const [word = "", ...others] = sequence.words;
  const isLetter = others.length === 0 && word.length === 1 && kindAt(word, 0) !== KINDS.unspaced;
  return isLetter && sequence.isPrefix ? { words: sequence.words, isPrefix: false } : sequence;
}
