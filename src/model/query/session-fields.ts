import type { SessionDigest } from "../digest.ts";
import { endOfSequence } from "./sequence.ts";
import { sequenceStarts } from "./sequence-starts.ts";
import type { WordSequence } from "./session-query.ts";
import { TracedText } from "./traced-text.ts";
import { isBorder } from "./words.ts";

/** A part of a session in which words are looked for. */
export type SessionPart = "name" | "firstMessage" | "label" | "place";

/** Where words stand in a session. */
export interface FoundInFields {
  readonly part: SessionPart;
  /** Not only the beginning of the last word. */
  readonly isWhole: boolean;
}

/** A text of a session, within all of them. */
interface Field {
  readonly part: SessionPart;
  /** Code units. */
  readonly end: number;
}

const BETWEEN = "\n";

/**
 * The texts of a session as one, folded and taken apart once: nearly every key of a search looks through all sessions.
 * The parts that count most come first.
 */
export class SessionFields {
  readonly #folded: string;
  readonly #fields: readonly Field[];
  /** Where words start, within identifiers too. */
  readonly #starts: readonly number[];

  constructor({ name = "", firstMessage, labels, id, cwd }: SessionDigest) {
    const fields: Field[] = [];
    const starts: number[] = [];
    let folded = "";
    const add = (part: SessionPart, text: string) => {
      const traced = new TracedText(text);
      for (const start of sequenceStarts(traced)) starts.push(folded.length + start);
      folded += traced.folded;
      fields.push({ part, end: folded.length });
      folded += BETWEEN;
    };
    add("name", name);
    add("firstMessage", firstMessage);
    for (const { text } of labels) add("label", text);
    add("place", id);
    add("place", cwd);
    this.#folded = folded;
    this.#fields = fields;
    // What was added to a little at a time has room for more.
    this.#starts = starts.slice();
  }

  /** Folded. */
  get name(): string {
    return this.#folded.slice(0, this.#fields[0]?.end);
  }

  /** Folded. */
  get firstMessage(): string {
    return this.#folded.slice((this.#fields[0]?.end ?? 0) + BETWEEN.length, this.#fields[1]?.end);
  }

  /** False when nothing of the session holds the first word of a sequence. */
  mayHold({ words }: WordSequence): boolean {
    return this.#folded.includes(words[0] ?? "");
  }

  /** The best place of a sequence: in the part that counts most, and there, if it can be, with its words whole. */
  find({ words, isPrefix }: WordSequence): FoundInFields | undefined {
    const [first = ""] = words;
    const unit = first.charCodeAt(0);
    const folded = this.#folded;
    let part: SessionPart | undefined;
    let field = 0;
    for (let index = 0; index < this.#starts.length; index++) {
      const start = this.#starts[index] ?? 0;
      if (folded.charCodeAt(start) !== unit || !folded.startsWith(first, start)) continue;
      while (start >= (this.#fields[field]?.end ?? 0)) field++;
      const place = this.#fields[field];
      if (place === undefined || (part !== undefined && place.part !== part)) break;
      const isWhole = this.#isWholeAt(index, words, place.end);
      if (isWhole === true) return { part: place.part, isWhole };
      if (isWhole === false && isPrefix) part = place.part;
    }
    return part === undefined ? undefined : { part, isWhole: false };
  }

  /**
   * Whether words that follow each other from the start at `index` on, and end before `limit`, are whole; undefined if
   * they do not.
   */
  #isWholeAt(index: number, words: readonly string[], limit: number): boolean | undefined {
    const start = this.#starts[index] ?? 0;
    const isSingle = words.length === 1;
    if (!isSingle && !isBorder(this.#folded, start)) return undefined;
    const end = endOfSequence(this.#folded, start, words);
    if (end === -1 || end > limit) return undefined;
    return isBorder(this.#folded, end) || (isSingle && this.#isStart(end, index));
  }

  /** Whether a word starts at a place that lies a little behind the start at `index`. */
  #isStart(place: number, index: number): boolean {
    let next = index + 1;
    while ((this.#starts[next] ?? place) < place) next++;
    return this.#starts[next] === place;
  }
}
