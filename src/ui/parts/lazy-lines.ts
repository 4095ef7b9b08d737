import { printableLine } from "../../model/text.ts";
import { expandTabs, wrapLine } from "../../model/wrap.ts";

/** A line of a text as it is drawn: of which section it is, and what it says. */
export interface WrappedLine<Kind> {
  readonly kind: Kind;
  readonly text: string;
}

export interface TextSection<Kind> {
  readonly kind: Kind;
  /** Foreign text of any number of lines. */
  readonly text: string;
}

/** The wrapped lines of a text that may be huge, made only as far as somebody looks. */
export class LazyLines<Kind> {
  readonly #source: Iterator<WrappedLine<Kind>>;
  readonly #lines: WrappedLine<Kind>[] = [];
  #isComplete = false;

  constructor(sections: readonly TextSection<Kind>[], columns: number) {
    this.#source = wrapSections(sections, columns);
  }

  /** The lines from `start` up to but not including `end`, as many as there are. */
  slice(start: number, end: number): readonly WrappedLine<Kind>[] {
    this.#fill(end);
    return this.#lines.slice(start, end);
  }

  /** The number of lines, counted no further than `most`. */
  countUpTo(most: number): number {
    this.#fill(most);
    return Math.min(most, this.#lines.length);
  }

  /** The first of the first `most` lines that is wanted; -1 for none. */
  findIndex(most: number, isWanted: (text: string) => boolean): number {
    this.#fill(most);
    return this.#lines.slice(0, most).findIndex(({ text }) => isWanted(text));
  }

  #fill(count: number): void {
    while (!this.#isComplete && this.#lines.length < count) {
      const { value, done } = this.#source.next();
      if (done === true) this.#isComplete = true;
      else this.#lines.push(value);
    }
  }
}

function* wrapSections<Kind>(
  sections: readonly TextSection<Kind>[],
  columns: number,
): Generator<WrappedLine<Kind>, void> {
  let previous: Kind | undefined;
  for (const { kind, text } of sections) {
    // An empty line between sections; those of one kind, such as a list of facts, stand together.
    if (previous !== undefined && previous !== kind) yield { kind, text: "" };
    previous = kind;
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      for (const row of wrapLine(clean(text.slice(start, end)), columns)) yield { kind, text: row };
      start = end + 1;
    }
    // The newline at the end of a text is no line of its own.
    if (start < text.length || text === "")
      for (const row of wrapLine(clean(text.slice(start)), columns)) yield { kind, text: row };
  }
}

const clean = (line: string) => printableLine(expandTabs(line.endsWith("\r") ? line.slice(0, -1) : line));
