import { cut, cutStart, firstGrapheme, width } from "../../model/text.ts";
import type { EditedLine } from "./line.ts";

/** A line of the screen, and the column of the caret in it; undefined where it does not take what is typed. */
export interface InputText {
  readonly text: string;
  readonly caret: number | undefined;
}

/** A line in at most `columns` columns; the part around the caret stays in view, with a cell for the caret at the end. */
export function drawEditedLine({ text, caret }: EditedLine, columns: number): InputText {
  const under = firstGrapheme(text.slice(caret)) || " ";
  // What takes no column still has the cursor on it.
  const cell = Math.max(1, width(under));
  const before = cutStart(text.slice(0, caret), columns - cell);
  const column = width(before);
  const after = cut(text.slice(caret + under.length), columns - column - cell);
  return { text: before + under + after, caret: column };
}

/** The line behind a prompt. */
export function behind(prompt: string, { text, caret }: InputText): InputText {
  return { text: prompt + text, caret: caret === undefined ? undefined : width(prompt) + caret };
}
