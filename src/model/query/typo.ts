import { KINDS, kindAt } from "./character-kind.ts";

/** A word that may have been mistyped. */
export interface Typo {
  readonly word: string;
  /** So many letters may be missing, too many, others or swapped. */
  readonly mostErrors: number;
  readonly letters: number;
}

/** How near a text comes to a word. */
export interface Nearness {
  readonly errors: number;
  /** Only the beginning of a longer word. */
  readonly isBeginning: boolean;
}

/** Code units: shorter words are near to too many others, longer ones are none. */
const SHORTEST = 4;
const LONGEST = 48;
/** From this length on two errors are forgiven. */
const LONG = 8;
/** A word of which somebody typed the beginning is at most so many times as long. */
const LONGER = 1.5;

/** Undefined for a folded word in which errors cannot be told from another word. */
export function typoOf(word: string): Typo | undefined {
  if (word.length < SHORTEST || word.length > LONGEST) return undefined;
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= bitOf(word.charCodeAt(at));
  return { word, mostErrors: word.length < LONG ? 1 : 2, letters };
}

/** The word of a folded text that comes nearest; undefined where none is near. */
export function nearestIn(folded: string, typo: Typo): Nearness | undefined {
  const shortest = typo.word.length - typo.mostErrors;
  const longest = Math.max(typo.word.length + typo.mostErrors, Math.floor(typo.word.length * LONGER));
  let best: Nearness | undefined;
  let start = 0;
  let letters = 0;
  for (let at = 0; at <= folded.length; at++) {
    if (kindAt(folded, at) > KINDS.unspaced) {
      letters |= bitOf(folded.charCodeAt(at));
      continue;
    }
    const length = at - start;
    if (length >= shortest && length <= longest && mayBeNear(typo, letters)) {
      const found = compare(typo, folded.slice(start, at));
      if (found !== undefined && (best === undefined || isNearer(found, best))) best = found;
    }
    start = at + 1;
    letters = 0;
  }
  return best;
}

function bitOf(unit: number): number {
  return 1 << (unit & 31);
}

/** An error takes away at most one letter that the word has. */
function mayBeNear({ letters, mostErrors }: Typo, others: number): boolean {
  let missing = letters & ~others;
  for (let errors = 0; errors < mostErrors; errors++) missing &= missing - 1;
  return missing === 0;
}

function isNearer(one: Nearness, other: Nearness): boolean {
  if (one.errors !== other.errors) return one.errors < other.errors;
  return !one.isBeginning && other.isBeginning;
}

/** The errors between the word and another, or the beginning of it that is nearest. */
function compare({ word, mostErrors }: Typo, other: string): Nearness | undefined {
  const columns = Math.min(other.length, word.length + mostErrors);
  const row = distances(word, other, columns, mostErrors);
  const whole = columns === other.length ? (row[columns] ?? Infinity) : Infinity;
  let errors = Infinity;
  for (let column = 0; column <= columns; column++) errors = Math.min(errors, row[column] ?? Infinity);
  if (errors > mostErrors) return undefined;
  return { errors, isBeginning: whole > errors };
}

/**
 * How many insertions, deletions, substitutions and swaps of neighbours lead from a word to each beginning of another
 * (optimal string alignment). Numbers above `most` only say that it is more.
 */
function distances(word: string, other: string, columns: number, most: number): readonly number[] {
  let beforeLast: number[] = [];
  let last = Array.from({ length: columns + 1 }, (_, column) => column);
  for (let row = 1; row <= word.length; row++) {
    const current: number[] = new Array<number>(columns + 1).fill(most + 1);
    if (row <= most) current[0] = row;
    // Further from the diagonal there are more errors than that.
    for (let column = Math.max(1, row - most); column <= Math.min(columns, row + most); column++) {
      const isSame = word[row - 1] === other[column - 1];
      let errors = Math.min(
        at(last, column - 1) + (isSame ? 0 : 1),
        at(last, column) + 1,
        at(current, column - 1) + 1,
      );
      const isSwap = word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1];
      if (isSwap && row > 1 && column > 1) errors = Math.min(errors, at(beforeLast, column - 2) + 1);
      current[column] = errors;
    }
    beforeLast = last;
    last = current;
  }
  return last;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
