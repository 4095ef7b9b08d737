import type { ListRow } from "../../model/arrange.ts";
import type { CatalogSnapshot } from "../../store/catalog.ts";
import type { Arrangement } from "./arranger.ts";
import { type PickerEvent, type PickerState, selectionIn } from "./state.ts";
import { isAnswered } from "./text-search.ts";

/**
 * What fixes the selection while nobody has made one. Without a query the first row that was shown stays
 * selected, whatever arrives above it; the session in use comes before it, once it arrives. With a query the
 * best match is followed until reading is over and the texts have answered.
 */
export function settledSelection(
  state: PickerState,
  { rows, query, answer }: Arrangement,
  snapshot: CatalogSnapshot,
  runningSessions: readonly string[],
): PickerEvent | undefined {
  if (state.selected !== undefined) return followedSelection(state, state.selected, rows);
  const isSearch = state.line.text.trim() !== "" || query.error !== undefined;
  const current = isSearch ? -1 : rows.findIndex((row) => runningSessions.includes(row.session.path));
  const waits = isSearch
    ? snapshot.loading || !isAnswered(answer)
    : snapshot.loading && runningSessions.length > 0 && current === -1;
  const index = current === -1 ? selectionIn(rows, state) : current;
  const path = rows[index]?.session.path;
  return waits || path === undefined ? undefined : { type: "settle", was: undefined, path, index };
}

/** Where the selected session stands is noted, in case it goes away. */
function followedSelection(
  state: PickerState,
  path: string,
  rows: readonly ListRow[],
): PickerEvent | undefined {
  if (rows[state.selectedIndex]?.session.path === path) return undefined;
  const index = rows.findIndex((row) => row.session.path === path);
  return index === -1 ? undefined : { type: "settle", was: path, path, index };
}
