import { isSecondHalf, KINDS, kindAt } from "./character-kind.ts";

/** Beginnings of words up to so many code units are kept by themselves: nearly every text has words with any of them. */
const LONGEST_START = 3;
const SHORTEST_START = 2;

const ASCII_BITS = 7;
const ASCII = 1 << ASCII_BITS;
const PLAIN_STARTS = 1 << (LONGEST_START * ASCII_BITS);

/** Whether a word of a query is among the beginnings that are kept. */
export function isKeptStart(word: string): boolean {
  return word.length >= SHORTEST_START && word.length <= LONGEST_START;
}

/**
 * The beginnings of the words of folded texts that have spaces around letters that are words of their own: those of two
 * and of three code units, each once, with spaces between them.
 */
export function wordStarts(...texts: readonly string[]): string {
  const found = new StartSet();
  for (const text of texts) addStarts(text, found);
  return found.text();
}

function addStarts(spaced: string, found: StartSet): void {
  let length = 0;
  let start = 0;
  for (let at = 0; at < spaced.length; at++) {
    if (kindAt(spaced, at) <= KINDS.separator && !isSecondHalf(spaced, at)) {
      length = 0;
      start = 0;
    } else if (length < LONGEST_START) {
      const unit = spaced.charCodeAt(at);
      // Once more than the bits of plain code units are set, they stay so.
      start = unit < ASCII && start < PLAIN_STARTS ? (start << ASCII_BITS) | unit : PLAIN_STARTS;
      if (++length < SHORTEST_START) continue;
      if (start < PLAIN_STARTS) found.addPlain(start);
      else found.addOther(spaced.slice(at + 1 - length, at + 1));
    }
  }
}

/** By the code units of a plain start, 7 bits each: whether it is there. Always empty between uses. */
const plainSeen = new Uint8Array(PLAIN_STARTS);
/** The texts of plain starts that were met. */
const plainTexts = new Map<number, string>();

/** A set of starts: of plain ones by their numbers, since nearly all are plain, and known before. */
class StartSet {
  readonly #plain: number[] = [];
  readonly #others = new Set<string>();

  addPlain(start: number): void {
    if (plainSeen[start] !== 0) return;
    plainSeen[start] = 1;
    this.#plain.push(start);
  }

  addOther(start: string): void {
    this.#others.add(start);
  }

  /** All of them, with spaces between them; forgets them. */
  text(): string {
    for (const start of this.#plain) plainSeen[start] = 0;
    return [...this.#plain.map(plainText), ...this.#others].join(" ");
  }
}

function plainText(start: number): string {
  const known = plainTexts.get(start);
  if (known !== undefined) return known;
  const units = [start >> (2 * ASCII_BITS), (start >> ASCII_BITS) % ASCII, start % ASCII];
  const text = String.fromCharCode(...units.filter((unit) => unit > 0));
  plainTexts.set(start, text);
  return text;
}
