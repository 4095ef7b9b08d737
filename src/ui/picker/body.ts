import type { ListRow } from "../../model/arrange.ts";
import type { Query } from "../../model/query/parse.ts";
import type { CatalogSnapshot } from "../../store/catalog.ts";
import { drawGuarded } from "../parts/guarded.ts";
import { helpPage } from "../parts/key-list.ts";
import { ALL_PICKER_KEYS } from "./keys.ts";
import { emptyPage, problemsPage } from "./pages.ts";
import { drawRow, type RowStyle } from "./row.ts";
import type { PickerState } from "./state.ts";

/** The page that stands in place of the list, if one does. */
export function pageOf(
  state: PickerState,
  rows: readonly ListRow[],
  snapshot: CatalogSnapshot,
  columns: number,
): readonly string[] | undefined {
  if (state.overlay.kind === "help") return helpPage(ALL_PICKER_KEYS, columns);
  if (state.overlay.kind === "problems") return problemsPage(snapshot, columns);
  return rows.length === 0 ? emptyPage(state, snapshot, columns) : undefined;
}

export interface ListStyle extends Omit<RowStyle, "isSelected" | "isCurrent"> {
  readonly chosen: ListRow | undefined;
  readonly currentSession: string | undefined;
}

/** The rows in view. A pattern that takes too long on a cut title costs the highlights, nothing more. */
export function drawList(visible: readonly ListRow[], style: ListStyle): readonly string[] {
  const draw = (query: Query) =>
    visible.map((row) => {
      const isCurrent = row.session.path === style.currentSession;
      return drawRow(row, { ...style, query, isSelected: row === style.chosen, isCurrent });
    });
  return drawGuarded(style.query, draw);
}
