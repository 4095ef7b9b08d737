import { grouped } from "../../model/numbers.ts";
import type { Query } from "../../model/query/parse.ts";
import { cut, printable, width } from "../../model/text.ts";
import type { CatalogSnapshot } from "../../store/catalog.ts";
import { drawEditedLine } from "../parts/edited-line.ts";
import { theme } from "../theme.ts";
import type { PickerState } from "./state.ts";

/** The first line: what is listed, in which order, and how far reading has come. */
export function drawTitle(
  state: PickerState,
  snapshot: CatalogSnapshot,
  folder: string,
  columns: number,
): string {
  const { read, total } = snapshot.progress;
  const progress = snapshot.loading ? ` ${grouped(read)}/${grouped(total)}` : "";
  const facts = [state.sort, state.namedOnly ? "named only" : ""].filter((fact) => fact !== "").join(" · ");
  const scope = state.scope === "all" ? "all folders" : printable(folder);
  const left = cut(`Sessions: ${scope} · ${facts}`, Math.max(0, columns - width(progress)));
  const gap = " ".repeat(Math.max(0, columns - width(left) - width(progress)));
  return theme.title(left) + gap + theme.dim(progress);
}

/** The search line with its caret; the part around the caret stays in view. */
export function drawSearch(state: Pick<PickerState, "line">, query: Query, columns: number): string {
  const { text } = state.line;
  const { error } = query;
  if (text === "")
    return `${theme.key(">")} ${theme.caret(" ")}${theme.dim(cut("type to search", columns - 4))}`;
  const reason = error === undefined ? "" : `  ${printable(error)}`;
  const shownReason = cut(reason, Math.floor(columns / 2));
  const room = Math.max(4, columns - 3 - width(shownReason));
  return `${theme.key(">")} ${drawEditedLine(state.line, room)}${theme.error(shownReason)}`;
}

/** What the line above the keys says of the list. */
export interface ListPosition {
  readonly shown: number;
  readonly position: number;
  /** What the last key did, or why it could not. */
  readonly message: string;
}

/** The line above the keys: how many sessions are shown, what could not be read, and how changes are found. */
export function drawStatus(
  { shown, position, message }: ListPosition,
  snapshot: CatalogSnapshot,
  columns: number,
): string {
  if (message !== "") return theme.warning(cut(printable(message), columns));
  const count = shown === 0 ? "" : `${grouped(position + 1)} of ${grouped(shown)}`;
  const bad = snapshot.diagnostics.length;
  const problem =
    bad === 0 ? "" : `${grouped(bad)} ${bad === 1 ? "file" : "files"} could not be read (CTRL+G)`;
  const notes = [problem, watchingNote(snapshot)].filter((note) => note !== "").join(" · ");
  const space = count !== "" && notes !== "" ? " · " : "";
  const shownCount = cut(count, columns);
  const rest = cut(space + notes, columns - width(shownCount));
  return theme.dim(shownCount) + theme.warning(rest);
}

function watchingNote({ watching }: CatalogSnapshot): string {
  if (watching.kind === "polling") return `looking every second: ${watching.reason}`;
  return watching.kind === "off" ? "not watching: CTRL+L looks for changes" : "";
}
