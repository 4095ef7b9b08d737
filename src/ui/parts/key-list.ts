import { cut, padEnd, width } from "../../model/text.ts";
import type { Keybinding } from "../keymap.ts";
import { theme } from "../theme.ts";

/** As many keys as fit whole into one line. */
export function drawKeys(bindings: readonly Keybinding<string>[], columns: number): string {
  let line = "";
  let used = 0;
  for (const { shown, short } of bindings) {
    if (short === undefined) continue;
    const columnsNeeded = width(shown) + 1 + width(short) + (used === 0 ? 0 : 2);
    if (used + columnsNeeded > columns) break;
    line += `${used === 0 ? "" : "  "}${theme.key(shown)} ${theme.dim(short)}`;
    used += columnsNeeded;
  }
  return line;
}

/** The help: a line of at most `columns` columns for each key. */
export function helpPage(bindings: readonly Keybinding<string>[], columns: number): readonly string[] {
  const keyColumns = Math.max(...bindings.map(({ shown }) => shown.length)) + 2;
  return bindings.map(({ shown, description }) => {
    const key = padEnd(shown, keyColumns);
    return theme.key(cut(key, columns)) + cut(description, columns - keyColumns);
  });
}
