import { fold } from "../model/query/fold.ts";

const FIRST_CHUNK = 256 << 10;
const CHUNK = 8 << 20;
/** So many bytes of each chunk tell how common each byte is. */
const SAMPLE = 16 << 10;
const LETTER_A = 0x61;
const LETTERS = 26;

/** A piece of memory with the folded texts of some entries, one after the other, each followed by a zero. */
interface Chunk {
  readonly bytes: Buffer;
  /** Where the text of each entry starts. */
  readonly starts: number[];
  /** For each entry which of the letters a to z its text holds, one bit each. */
  readonly letters: number[];
  used: number;
  /** Index of its first entry. */
  readonly first: number;
}

/**
 * The texts of a session's entries, folded, outside of the JavaScript heap: a hundred megabytes of them are
 * searched in the time between two key presses.
 */
export class SearchText {
  readonly #chunks: Chunk[] = [];
  #count = 0;

  /** Adds the text of the next entry. */
  add(text: string): void {
    const folded = fold(text);
    const length = Buffer.byteLength(folded);
    const isAscii = length === folded.length;
    let chunk = this.#chunks.at(-1);
    if (chunk === undefined || chunk.used + length + 1 > chunk.bytes.length) {
      const size = Math.max(this.#chunks.length === 0 ? FIRST_CHUNK : CHUNK, length + 1);
      const bytes = Buffer.allocUnsafeSlow(size);
      chunk = { bytes, starts: [], letters: [], used: 0, first: this.#count };
      this.#chunks.push(chunk);
    }
    const start = chunk.used;
    chunk.starts.push(start);
    // The same bytes; for plain text this way is many times faster.
    chunk.used += chunk.bytes.write(folded, start, isAscii ? "latin1" : "utf8");
    chunk.letters.push(lettersIn(chunk.bytes, start, chunk.used));
    chunk.bytes[chunk.used++] = 0;
    this.#count++;
  }

  /** How many entries were added. */
  get count(): number {
    return this.#count;
  }

  /** The entries whose text holds every one of these folded words, ascending; only of `among` where it is given. */
  find(words: readonly string[], among?: Int32Array): Int32Array {
    let found = among;
    for (const word of words) found = this.findWord(word, found).entries;
    return found ?? Int32Array.from({ length: this.#count }, (_, index) => index);
  }

  /**
   * The entries whose text holds a folded word; only of `among` where it is given. `from` are the hits of a beginning
   * of that word in the same entries: it cannot stand before them. The memory of `outworn` hits is used again.
   */
  findWord(word: string, among?: Int32Array, from?: Int32Array, outworn?: Hits): Hits {
    const room = among?.length ?? this.#count;
    const found = outworn?.cleared(room) ?? new Hits(room);
    // It stands between the texts, not in them.
    if (word.includes("\0")) return found;
    // Where a letter is looked for in entries that hold it, its places are what is asked for.
    const letter = word.length === 1 && from === undefined ? word.charCodeAt(0) - LETTER_A : -1;
    const needle = letter >= 0 && letter < LETTERS ? undefined : this.#needle(word);
    let next = 0;
    for (const chunk of this.#chunks) {
      const start = next;
      const end = chunk.first + chunk.starts.length;
      while (among !== undefined && next < among.length && (among[next] ?? 0) < end) next++;
      const candidates = among?.subarray(start, next);
      if (needle === undefined) scanLetters(chunk, 1 << letter, candidates, found);
      else if (candidates === undefined) scanAll(chunk, needle, found);
      else scanSome(chunk, needle, candidates, from?.subarray(start, next), found);
    }
    return found;
  }

  /** The rarest byte of a word leads the search: the search for its first byte would stop too often. */
  #needle(word: string): Needle {
    const whole = Buffer.from(word);
    const counts = new Uint32Array(256);
    for (const { bytes, used } of this.#chunks) {
      for (const byte of bytes.subarray(0, Math.min(used, SAMPLE))) counts[byte] = (counts[byte] ?? 0) + 1;
    }
    let lead = 0;
    for (let at = 1; at < whole.length; at++) {
      // Only where it is much rarer: a shorter rest means more false finds.
      if ((counts[whole[at] ?? 0] ?? 0) * 6 < (counts[whole[lead] ?? 0] ?? 0)) lead = at;
    }
    return { whole, before: whole.subarray(0, lead), rest: whole.subarray(lead), falseFinds: 0 };
  }
}

/** Which letters a text holds. */
function lettersIn(bytes: Buffer, start: number, end: number): number {
  let letters = 0;
  for (let at = start; at < end; at++) {
    const letter = (bytes[at] ?? 0) - LETTER_A;
    if (letter >= 0 && letter < LETTERS) letters |= 1 << letter;
  }
  return letters;
}

/** A word as it is looked for: `rest` first, then what must stand before it. */
interface Needle {
  readonly whole: Buffer;
  before: Buffer;
  rest: Buffer;
  falseFinds: number;
}

/** After so many false finds the sample was wrong about what is rare: then the word is looked for as a whole. */
const MOST_FALSE_FINDS = 2000;

/** Entries in which a word was found, ascending, and where in their chunk it stands first. */
export class Hits {
  readonly #entries: Int32Array;
  readonly #places: Int32Array;
  #count = 0;

  constructor(room: number) {
    this.#entries = new Int32Array(room);
    this.#places = new Int32Array(room);
  }

  get entries(): Int32Array {
    return this.#entries.subarray(0, this.#count);
  }

  /** Bytes; a single letter may stand further on. */
  get places(): Int32Array {
    return this.#places.subarray(0, this.#count);
  }

  /** Its memory, empty; undefined where that has not so much room. */
  cleared(room: number): Hits | undefined {
    if (this.#entries.length < room) return undefined;
    this.#count = 0;
    return this;
  }

  add(entry: number, place: number): void {
    this.#entries[this.#count] = entry;
    this.#places[this.#count++] = place;
  }
}

/** Where the needle stands at or after `from`; -1 when it does not. The memory behind the last text is not cleared. */
function placeOf(needle: Needle, chunk: Chunk, from: number): number {
  const { bytes, used } = chunk;
  let at = bytes.indexOf(needle.rest, from + needle.before.length);
  while (at !== -1 && at < used) {
    const start = at - needle.before.length;
    if (standsAt(needle.before, bytes, start)) return start;
    if (++needle.falseFinds === MOST_FALSE_FINDS) {
      needle.rest = needle.whole;
      needle.before = needle.whole.subarray(0, 0);
      return placeOf(needle, chunk, start);
    }
    at = bytes.indexOf(needle.rest, at + 1);
  }
  return -1;
}

function standsAt(part: Buffer, bytes: Buffer, start: number): boolean {
  for (let i = 0; i < part.length; i++) if (bytes[start + i] !== part[i]) return false;
  return true;
}

/** A single letter needs no look at the texts. */
function scanLetters(
  { starts, letters, first }: Chunk,
  letter: number,
  candidates: Int32Array | undefined,
  found: Hits,
): void {
  const count = candidates?.length ?? starts.length;
  for (let index = 0; index < count; index++) {
    const at = candidates === undefined ? index : (candidates[index] ?? 0) - first;
    if (((letters[at] ?? 0) & letter) !== 0) found.add(first + at, starts[at] ?? 0);
  }
}

/** One pass over the texts of a chunk; what an entry holds more than once is skipped. */
function scanAll(chunk: Chunk, needle: Needle, found: Hits): void {
  const { starts, first } = chunk;
  let entry = 0;
  for (let at = placeOf(needle, chunk, 0); at !== -1; at = placeOf(needle, chunk, starts[entry] ?? 0)) {
    while (entry + 1 < starts.length && (starts[entry + 1] ?? 0) <= at) entry++;
    found.add(first + entry++, at);
    if (entry >= starts.length) return;
  }
}

/** The same for some of its entries. A place found beyond one candidate serves the next. */
function scanSome(
  chunk: Chunk,
  needle: Needle,
  candidates: Int32Array,
  from: Int32Array | undefined,
  found: Hits,
): void {
  const { bytes, starts, first, used } = chunk;
  let known = -1;
  for (let index = 0; index < candidates.length; index++) {
    const candidate = (candidates[index] ?? 0) - first;
    const start = from?.[index] ?? starts[candidate] ?? 0;
    // Where the word's beginning stands, the word mostly stands too.
    if (from !== undefined && standsAt(needle.whole, bytes, start)) {
      found.add(first + candidate, start);
      continue;
    }
    if (known < start) known = placeOf(needle, chunk, start);
    if (known === -1) {
      // Nothing further on; what is known of the beginning may still be the word itself.
      known = used;
    }
    if (known < (starts[candidate + 1] ?? used)) found.add(first + candidate, known);
  }
}
