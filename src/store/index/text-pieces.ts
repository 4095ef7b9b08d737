import { type IndexText, indexText } from "../../model/index-text.ts";
import { fold } from "../../model/query/fold.ts";
import { wordStarts } from "../../model/query/word-starts.ts";
import { innerWords, spacedWords } from "../../model/query/words.ts";
import { branchesOff, type EntryLine, entryLinesIn } from "./entry-lines.ts";

/** The words of a text, and those that stand inside of others, as they go into the index. */
export interface IndexedWords {
  readonly words: string;
  readonly inner: string;
  /** The beginnings of both. */
  readonly starts: string;
}

/** What a stretch of a session's file gives the index. */
export interface TextPiece {
  readonly talk: IndexedWords;
  readonly calls: IndexedWords;
  readonly files: string;
  readonly tools: string;
  readonly models: string;
  /** `error`, `branch` */
  readonly flags: string;
  /** Up to where the file is read now: bytes. */
  readonly end: number;
  /** The last entry so far: what hangs elsewhere begins a branch. */
  readonly lastId: string | undefined;
}

/** A piece is complete when it has so much text (code units), or stands for so much of the file (bytes). */
const MOST_TEXT = 256 << 10;
const MOST_BYTES = 2 << 20;
/** A word of its own between two texts, so that no phrase is found across them; nobody can type it. */
export const BORDER_WORD = "\x01";
const BORDER = `\n${BORDER_WORD}\n`;

/** The pieces of an open file from a place in bytes on, where `lastId` was the last entry. Throws what reading throws. */
export function* textPieces(
  descriptor: number,
  start: number,
  lastId: string | undefined,
): Generator<TextPiece, void> {
  let piece = new PieceInTheMaking(start, lastId);
  for (const line of entryLinesIn(descriptor, start)) {
    piece.add(line);
    if (!piece.isComplete) continue;
    yield piece.finished();
    piece = new PieceInTheMaking(piece.end, piece.lastId);
  }
  if (piece.end > piece.start) yield piece.finished();
}

class PieceInTheMaking {
  readonly start: number;
  end: number;
  lastId: string | undefined;
  #talk = "";
  #calls = "";
  readonly #files = new Set<string>();
  readonly #tools = new Set<string>();
  readonly #models = new Set<string>();
  readonly #flags = new Set<string>();

  constructor(start: number, lastId: string | undefined) {
    this.start = start;
    this.end = start;
    this.lastId = lastId;
  }

  get isComplete(): boolean {
    return this.#talk.length + this.#calls.length > MOST_TEXT || this.end - this.start > MOST_BYTES;
  }

  add(line: EntryLine): void {
    const { record, id, failed, end } = line;
    this.end = end;
    if (branchesOff(line, this.lastId)) this.#flags.add("branch");
    this.lastId = id ?? this.lastId;
    if (failed) this.#flags.add("error");
    if (record !== undefined) this.#take(indexText(record));
  }

  #take({ talk, calls, files, model, failed }: IndexText): void {
    if (talk !== "") this.#talk += withoutBorder(talk) + BORDER;
    for (const { tool, text } of calls) {
      this.#calls += withoutBorder(`${tool}\n${text}`) + BORDER;
      this.#tools.add(tool);
    }
    for (const file of files) this.#files.add(file);
    if (model !== undefined) this.#models.add(model);
    if (failed) this.#flags.add("error");
  }

  finished(): TextPiece {
    return {
      talk: indexedWords(this.#talk),
      calls: indexedWords(this.#calls),
      files: facts(this.#files),
      tools: facts(this.#tools),
      models: facts(this.#models),
      flags: facts(this.#flags),
      end: this.end,
      lastId: this.lastId,
    };
  }
}

const withoutBorder = (text: string) => text.replaceAll(BORDER_WORD, " ");

function indexedWords(text: string): IndexedWords {
  const words = spacedWords(fold(text));
  const inner = spacedWords(fold(innerWords(text).join(" ")));
  return { words, inner, starts: wordStarts(words, inner) };
}

function facts(values: ReadonlySet<string>): string {
  const text = [...values].join(BORDER);
  return spacedWords(fold([text, ...innerWords(text)].join(BORDER)));
}
