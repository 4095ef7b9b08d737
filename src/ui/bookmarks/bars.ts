import { grouped } from "../../model/numbers.ts";
import { cut, printable, width } from "../../model/text.ts";
import type { CatalogSnapshot } from "../../store/catalog.ts";
import { theme } from "../theme.ts";
import type { MarkArrangement } from "./rows.ts";
import type { BookmarksState } from "./state.ts";

/** The first line: of which sessions the labels are, and how far reading has come. */
export function drawTitle(
  { scope }: BookmarksState,
  { progress, loading }: CatalogSnapshot,
  folder: string,
  columns: number,
): string {
  const right = loading ? ` ${grouped(progress.read)}/${grouped(progress.total)}` : "";
  const place = scope === "all" ? "all folders" : printable(folder);
  const left = cut(`Bookmarks: ${place}`, Math.max(0, columns - width(right)));
  const gap = " ".repeat(Math.max(0, columns - width(left) - width(right)));
  return theme.title(left) + gap + theme.dim(right);
}

/** The line above the keys: what the last key did, else where the selection stands. */
export function drawStatus(
  { message }: BookmarksState,
  rows: number,
  position: number,
  columns: number,
): string {
  if (message !== "") return theme.warning(cut(printable(message), columns));
  return theme.dim(cut(rows === 0 ? "" : `${grouped(position + 1)} of ${grouped(rows)}`, columns));
}

/** Why the list is empty, and what to do about it. */
export function emptyPage(
  { scope, line }: BookmarksState,
  { total }: MarkArrangement,
  { loading }: CatalogSnapshot,
  columns: number,
): readonly string[] {
  const isSearch = line.text.trim() !== "" && total > 0;
  return [theme.dim(cut(reason(scope, isSearch, loading), columns))];
}

function reason(scope: BookmarksState["scope"], isSearch: boolean, isLoading: boolean): string {
  if (isLoading) return isSearch ? "No label matches so far." : "Reading sessions…";
  if (isSearch)
    return scope === "folder"
      ? "No label of this folder matches. Tab searches all folders."
      : "No label matches. CTRL+U clears the search.";
  return scope === "folder"
    ? "No session of this folder has a label. Tab shows all folders."
    : "No session has a label. SHIFT+L in a session's tree sets one.";
}
