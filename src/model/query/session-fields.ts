import type { SessionDigest } from "../digest.ts";
import { nextMatch } from "./sequence.ts";
import type { WordSequence } from "./session-query.ts";
import { TracedText } from "./traced-text.ts";

/** Parts of a session in which words are looked for, the one that counts most first. */
const PARTS = ["name", "firstMessage", "label", "place"] as const;
export type SessionPart = (typeof PARTS)[number];

/** Where words stand in a session. */
export interface FoundInFields {
  readonly part: SessionPart;
  /** Not only the beginning of the last word. */
  readonly isWhole: boolean;
}

/** Words of their own between parts, and within a part; nobody can type them, so no phrase is found across them. */
const BETWEEN_PARTS = "\n\ue000\n";
const WITHIN_PART = "\n\ue001\n";
const BORDER_LETTERS = /[\ue000\ue001]/g;

/** The texts of a session as one, folded once: nearly every search looks through all sessions. */
export class SessionFields {
  readonly #all: TracedText;
  /** Where in the folded text each part ends, in code units. */
  readonly #ends: readonly number[];

  constructor({ name = "", firstMessage, labels, id, cwd }: SessionDigest) {
    const parts = [[name], [firstMessage], labels.map(({ text }) => text), [id, cwd]];
    const texts = parts.map((part) => part.map(withoutBorders).join(WITHIN_PART));
    this.#all = new TracedText(texts.join(BETWEEN_PARTS));
    const { folded } = this.#all;
    const ends: number[] = [];
    for (let end = folded.indexOf(BETWEEN_PARTS); end !== -1; end = folded.indexOf(BETWEEN_PARTS, end + 1))
      ends.push(end);
    this.#ends = [...ends, folded.length];
  }

  /** Folded. */
  get name(): string {
    return this.#all.folded.slice(0, this.#ends[0]);
  }

  /** Folded. */
  get firstMessage(): string {
    return this.#all.folded.slice((this.#ends[0] ?? 0) + BETWEEN_PARTS.length, this.#ends[1]);
  }

  /** False when nothing of the session holds the first word of a sequence. */
  mayHold({ words }: WordSequence): boolean {
    return this.#all.folded.includes(words[0] ?? "");
  }

  /** The best place of a sequence: in the part that counts most, and there, if it can be, with its words whole. */
  find(sequence: WordSequence): FoundInFields | undefined {
    let part: SessionPart | undefined;
    let end = 0;
    for (let match = nextMatch(this.#all, sequence); match !== undefined; ) {
      if (part !== undefined && match.start >= end) break;
      if (part === undefined) {
        const { start } = match;
        const index = this.#ends.findIndex((candidate) => start < candidate);
        part = PARTS[index];
        end = this.#ends[index] ?? 0;
      }
      if (match.isWhole && part !== undefined) return { part, isWhole: true };
      match = nextMatch(this.#all, sequence, match.start + 1);
    }
    return part === undefined ? undefined : { part, isWhole: false };
  }
}

const withoutBorders = (text: string) => text.replace(BORDER_LETTERS, " ");

const knownFields = new WeakMap<SessionDigest, SessionFields>();

/** The texts of a session to look for words in. */
export function fieldsOf(session: SessionDigest): SessionFields {
  const known = knownFields.get(session);
  if (known !== undefined) return known;
  const fields = new SessionFields(session);
  knownFields.set(session, fields);
  return fields;
}
