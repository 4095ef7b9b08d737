import { cut, cutStart, firstGrapheme, width } from "../../model/text.ts";
import { theme } from "../theme.ts";
import type { EditedLine } from "./line.ts";

/** A line with its caret in at most `columns` columns; the part around the caret stays in view. */
export function drawEditedLine({ text, caret }: EditedLine, columns: number): string {
  const under = firstGrapheme(text.slice(caret)) || " ";
  const before = cutStart(text.slice(0, caret), columns - width(under));
  const after = cut(text.slice(caret).slice(under.length), columns - width(before) - width(under));
  return `${before}${theme.caret(under)}${after}`;
}
