import { fold, JOINS } from "./fold.ts";
import type { FoldedText } from "./highlight.ts";

/** What folding gives another length, or may join with its neighbour. */
const MOVING = new RegExp(
  `[${JOINS}\\u0958-\\u0fff\\ufa6c\\ufacf-\\ufad7\\u{1d15e}-\\u{1d1c0}\\u{2f800}-\\u{2fa1f}]`,
  "u",
);
const JOINING = new RegExp(`^[${JOINS}\\udc00-\\udfff]`, "u");
const CLUSTER = new RegExp(`[^][${JOINS}]*`, "gu");
/** Code units: so much is looked at to find one place. */
const PIECE = 1024;

/** A piece of a text that folds by itself: where it starts, in the text and in the folded one. */
interface Piece {
  readonly start: number;
  readonly folded: number;
  readonly end: number;
}

/** For each code unit of a folded piece where the character that it comes from starts and ends in the text. */
interface Origins {
  readonly piece: Piece;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A text and its folded form, of another length perhaps, in which places lead back to the text. */
export class TracedText implements FoldedText {
  readonly text: string;
  readonly folded: string;
  /** Whether folding changes nothing. */
  readonly isFolded: boolean;
  /** Undefined until asked for. */
  #isStill: boolean | undefined;
  #pieces: readonly Piece[] | undefined;
  #origins: Origins | undefined;

  constructor(text: string) {
    this.text = text;
    this.folded = fold(text);
    this.isFolded = text === this.folded;
  }

  /** Whether every place is the same in both. */
  get isStill(): boolean {
    this.#isStill ??= this.isFolded || !MOVING.test(this.text);
    return this.#isStill;
  }

  /** Where in the text the character starts that the folded one has at `at`. */
  startOf(at: number): number {
    if (this.isStill) return at;
    if (at >= this.folded.length) return this.text.length;
    const origins = this.#originsAt(at);
    return origins === undefined ? at : (origins.starts[at - origins.piece.folded] ?? this.text.length);
  }

  /** Where in the text ends what the folded one has before `at`: marks stay with their letter. */
  endOf(at: number): number {
    if (this.isStill || at <= 0) return at;
    const origins = this.#originsAt(at - 1);
    return origins === undefined ? at : (origins.ends[at - 1 - origins.piece.folded] ?? this.text.length);
  }

  /** Where in the folded text stands what the text has at `place`, or what follows it. */
  foldedAt(place: number): number {
    if (this.isStill) return place;
    const piece = lastBefore(this.#allPieces(), (candidate) => candidate.start <= place);
    if (piece === undefined) return place;
    const { starts } = this.#originsAt(piece.folded) ?? { starts: [] };
    const index = starts.findIndex((start) => start >= place);
    return piece.folded + (index === -1 ? starts.length : index);
  }

  #allPieces(): readonly Piece[] {
    this.#pieces ??= piecesOf(this.text);
    return this.#pieces;
  }

  #originsAt(at: number): Origins | undefined {
    const known = this.#origins;
    if (known !== undefined && at >= known.piece.folded && at < known.piece.folded + known.starts.length) {
      return known;
    }
    const piece = lastBefore(this.#allPieces(), (candidate) => candidate.folded <= at);
    if (piece === undefined) return undefined;
    this.#origins = originsOf(this.text, piece);
    return this.#origins;
  }
}

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let folded = 0;
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + PIECE, text.length);
    while (end < text.length && joinsAt(text, end)) end++;
    pieces.push({ start, folded, end });
    folded += fold(text.slice(start, end)).length;
    start = end;
  }
  return pieces;
}

/** Whether a text cannot be taken apart before a place. */
function joinsAt(text: string, at: number): boolean {
  return JOINING.test(text.slice(at, at + 2));
}

function originsOf(text: string, piece: Piece): Origins {
  const starts: number[] = [];
  const ends: number[] = [];
  let start = piece.start;
  for (const [cluster] of text.slice(piece.start, piece.end).matchAll(CLUSTER)) {
    const plain = fold(cluster);
    const isSame = plain.length === cluster.length;
    for (let i = 0; i < plain.length; i++) {
      starts.push(isSame ? start + i : start);
      ends.push(isSame ? start + i + 1 : start + cluster.length);
    }
    start += cluster.length;
  }
  return { piece, starts, ends };
}

/** The last of some ordered pieces for which a condition holds that holds for all before it. */
function lastBefore(pieces: readonly Piece[], holds: (piece: Piece) => boolean): Piece | undefined {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const piece = pieces[middle];
    if (piece !== undefined && holds(piece)) low = middle + 1;
    else high = middle;
  }
  return pieces[low - 1];
}
