import { cut, padEnd, width } from "../../model/text.ts";
import { wrapLine } from "../../model/wrap.ts";
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

type Explained = Pick<Keybinding<string>, "shown" | "description">;

/** The help in lines of at most `columns` columns: what does not fit beside its key stands below it. */
export function helpPage(bindings: readonly Explained[], columns: number): readonly string[] {
  const keyColumns = Math.max(...bindings.map(({ shown }) => shown.length)) + 2;
  return bindings.flatMap(({ shown, description }) => {
    if (keyColumns + width(description) <= columns)
      return [theme.key(padEnd(shown, keyColumns)) + description];
    const below = [...wrapLine(description, Math.max(1, columns - 2))];
    return [theme.key(cut(shown, columns)), ...below.map((line) => cut(`  ${line}`, columns))];
  });
}
