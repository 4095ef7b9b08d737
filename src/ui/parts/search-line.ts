import { cut, printable, width } from "../../model/text.ts";
import { theme } from "../theme.ts";
import { behind, drawEditedLine, type InputText } from "./edited-line.ts";
import type { EditedLine } from "./line.ts";

/** The line of a search, and why it cannot be used; the part around the caret stays in view. */
export function drawSearchLine(line: EditedLine, error: string | undefined, columns: number): InputText {
  const prompt = `${theme.key(">")} `;
  if (line.text === "") {
    const text = `${prompt} ${theme.dim(cut("type to search", columns - 4))}`;
    return { text, caret: width(prompt) };
  }
  const reason = error === undefined ? "" : `  ${printable(error)}`;
  const shownReason = cut(reason, Math.floor(columns / 2));
  const room = Math.max(4, columns - 3 - width(shownReason));
  const { text, caret } = behind(prompt, drawEditedLine(line, room));
  return { text: text + theme.error(shownReason), caret };
}
