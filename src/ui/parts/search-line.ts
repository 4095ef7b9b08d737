import { cut, printable, width } from "../../model/text.ts";
import { theme } from "../theme.ts";
import { behind, drawEditedLine, type InputText } from "./edited-line.ts";
import type { EditedLine } from "./line.ts";

/**
 * The line of a search, and why it cannot be used; the part around the caret stays in view. Behind a caret at the end
 * of what is typed stands what a key would complete it with, as far as that fits whole.
 */
export function drawSearchLine(
  line: EditedLine,
  error: string | undefined,
  columns: number,
  completion = "",
): InputText {
  const prompt = `${theme.key(">")} `;
  if (line.text === "") {
    const text = `${prompt} ${theme.dim(cut("type to search", columns - 4))}`;
    return { text, caret: width(prompt) };
  }
  const reason = error === undefined ? "" : `  ${printable(error)}`;
  const shownReason = cut(reason, Math.floor(columns / 2));
  const room = Math.max(4, columns - 3 - width(shownReason));
  const typed = drawEditedLine(line, room);
  const { text, caret } = behind(prompt, typed);
  const fits = width(completion) <= room - width(typed.text) + 1;
  const isAtEnd = line.caret === line.text.length;
  const shown = completion !== "" && isAtEnd && fits ? text.slice(0, -1) + theme.dim(completion) : text;
  return { text: shown + theme.error(shownReason), caret };
}
