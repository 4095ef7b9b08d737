import { fold } from "../model/query/fold.ts";

const FIRST_CHUNK = 256 << 10;
const CHUNK = 8 << 20;
/** So many bytes of each chunk tell how common each byte is. */
const SAMPLE = 16 << 10;

/** A piece of memory with the folded texts of some entries, one after the other, each followed by a zero. */
interface Chunk {
  readonly bytes: Buffer;
  /** Where the text of each entry starts. */
  readonly starts: number[];
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
      chunk = { bytes: Buffer.allocUnsafeSlow(size), starts: [], used: 0, first: this.#count };
      this.#chunks.push(chunk);
    }
    chunk.starts.push(chunk.used);
    // The same bytes; for plain text this way is many times faster.
    chunk.used += chunk.bytes.write(folded, chunk.used, isAscii ? "latin1" : "utf8");
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
    for (const word of [...words].sort((a, b) => b.length - a.length)) found = this.#findWord(word, found);
    return found ?? Int32Array.from({ length: this.#count }, (_, index) => index);
  }

  #findWord(word: string, among: Int32Array | undefined): Int32Array {
    // It stands between the texts, not in them.
    if (word.includes("\0")) return new Int32Array();
    const needle = this.#needle(word);
    const found = new Found(among?.length ?? this.#count);
    let next = 0;
    for (const chunk of this.#chunks) {
      if (among === undefined) {
        scanAll(chunk, needle, found);
        continue;
      }
      const start = next;
      const end = chunk.first + chunk.starts.length;
      while (next < among.length && (among[next] ?? 0) < end) next++;
      scanSome(chunk, needle, among.subarray(start, next), found);
    }
    return found.entries();
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
    return { before: whole.subarray(0, lead), rest: whole.subarray(lead), falseFinds: 0 };
  }
}

/** A word as it is looked for: `rest` first, then what must stand before it. */
interface Needle {
  before: Buffer;
  rest: Buffer;
  falseFinds: number;
}

/** After so many false finds the sample was wrong about what is rare: then the word is looked for as a whole. */
const MOST_FALSE_FINDS = 2000;

/** Entries in ascending order, as many as there are candidates at most. */
class Found {
  readonly #entries: Int32Array;
  #count = 0;

  constructor(most: number) {
    this.#entries = new Int32Array(most);
  }

  add(entry: number): void {
    this.#entries[this.#count++] = entry;
  }

  entries(): Int32Array {
    return this.#entries.slice(0, this.#count);
  }
}

/** Where the needle stands at or after `from`; -1 when it does not. The memory behind the last text is not cleared. */
function placeOf(needle: Needle, { bytes, used }: Pick<Chunk, "bytes" | "used">, from: number): number {
  let at = bytes.indexOf(needle.rest, from + needle.before.length);
  while (at !== -1 && at < used) {
    const start = at - needle.before.length;
    if (standsAt(needle.before, bytes, start)) return start;
    if (++needle.falseFinds === MOST_FALSE_FINDS) {
      needle.rest = Buffer.concat([needle.before, needle.rest]);
      needle.before = Buffer.alloc(0);
      return placeOf(needle, { bytes, used }, start);
    }
    at = bytes.indexOf(needle.rest, at + 1);
  }
  return -1;
}

function standsAt(part: Buffer, bytes: Buffer, start: number): boolean {
  for (let i = 0; i < part.length; i++) if (bytes[start + i] !== part[i]) return false;
  return true;
}

/** One pass over the texts of a chunk; what an entry holds more than once is skipped. */
function scanAll(chunk: Chunk, needle: Needle, found: Found): void {
  const { starts, first } = chunk;
  let entry = 0;
  for (let at = placeOf(needle, chunk, 0); at !== -1; at = placeOf(needle, chunk, starts[entry] ?? 0)) {
    while (entry + 1 < starts.length && (starts[entry + 1] ?? 0) <= at) entry++;
    found.add(first + entry++);
    if (entry >= starts.length) return;
  }
}

/** The same for some of its entries. A place found beyond one candidate serves the next. */
function scanSome(chunk: Chunk, needle: Needle, candidates: Int32Array, found: Found): void {
  const { starts, first, used } = chunk;
  let at = 0;
  let isKnown = false;
  for (const candidate of candidates) {
    const start = starts[candidate - first] ?? 0;
    if (!isKnown || at < start) {
      at = placeOf(needle, chunk, start);
      if (at === -1) return;
      isKnown = true;
    }
    if (at < (starts[candidate - first + 1] ?? used)) found.add(candidate);
  }
}
