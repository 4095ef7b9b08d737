/** A line being edited: its text and the caret, a position in code units between two graphemes. */
export interface EditedLine {
  readonly text: string;
  readonly caret: number;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The line with `typed` at the caret. */
export function insert({ text, caret }: EditedLine, typed: string): EditedLine {
  return { text: text.slice(0, caret) + typed + text.slice(caret), caret: caret + typed.length };
}

export function eraseBackward(line: EditedLine): EditedLine {
  const start = before(line);
  return { text: line.text.slice(0, start) + line.text.slice(line.caret), caret: start };
}

export function eraseForward(line: EditedLine): EditedLine {
  return { text: line.text.slice(0, line.caret) + line.text.slice(after(line)), caret: line.caret };
}

export function eraseWord({ text, caret }: EditedLine): EditedLine {
  const kept = text.slice(0, caret).replace(/\S*\s*$/, "");
  return { text: kept + text.slice(caret), caret: kept.length };
}

export function moveLeft(line: EditedLine): EditedLine {
  return { text: line.text, caret: before(line) };
}

export function moveRight(line: EditedLine): EditedLine {
  return { text: line.text, caret: after(line) };
}

function before({ text, caret }: EditedLine): number {
  let start = 0;
  for (const { index } of graphemes.segment(text.slice(0, caret))) start = index;
  return start;
}

function after({ text, caret }: EditedLine): number {
  const [next] = graphemes.segment(text.slice(caret));
  return caret + (next?.segment.length ?? 0);
}
