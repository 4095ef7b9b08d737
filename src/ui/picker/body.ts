import type { ListRow } from "../../model/arrange.ts";
import type { SessionQuery } from "../../model/query/session-query.ts";
import { cut, printable } from "../../model/text.ts";
import type { CatalogSnapshot } from "../../store/catalog.ts";
import { drawGuarded } from "../parts/guarded.ts";
import { helpPage } from "../parts/key-list.ts";
import type { Arrangement } from "./arranger.ts";
import { deletionPage, type PageLines } from "./deletion-page.ts";
import { ALL_PICKER_KEYS } from "./keys.ts";
import type { Marks } from "./marks.ts";
import { emptyPage, marksPage, problemsPage } from "./pages.ts";
import { QUERY_FORMS } from "./query-forms.ts";
import { drawRow, type RowStyle } from "./row.ts";
import type { PickerState } from "./state.ts";

export interface PageStyle {
  readonly columns: number;
  /** ms since 1970 */
  readonly now: number;
}

/** The page that stands in place of the list, if one does. */
export function pageOf(
  state: PickerState,
  arrangement: Pick<Arrangement, "rows" | "answer" | "query">,
  snapshot: CatalogSnapshot,
  { columns, now }: PageStyle,
): PageLines | undefined {
  const { overlay } = state;
  const { rows } = arrangement;
  switch (overlay.kind) {
    case "help":
      return [...helpPage(ALL_PICKER_KEYS, columns), "", ...helpPage(QUERY_FORMS, columns)];
    case "problems":
      return problemsPage(snapshot, columns);
    case "report":
      return overlay.lines.map((line) => cut(printable(line), columns));
    case "marks":
      return marksPage(overlay.selected, rows.length, columns);
    case "delete":
    case "erase": {
      const style = { all: snapshot.sessions, now, columns, isForGood: overlay.kind === "erase" };
      return deletionPage(overlay.question, style);
    }
    default:
      return rows.length === 0 ? emptyPage(state, snapshot, arrangement, columns) : undefined;
  }
}

export interface ListStyle extends Omit<RowStyle, "isSelected" | "isCurrent" | "isMarked"> {
  readonly marks: Marks;
  readonly chosen: ListRow | undefined;
  readonly runningSessions: readonly string[];
  /** The line below the selected row; undefined where none is kept for it. */
  readonly hitLine: string | undefined;
}

/** The rows in view. A pattern that takes too long on a cut title costs the highlights, nothing more. */
export function drawList(visible: readonly ListRow[], style: ListStyle): readonly string[] {
  const draw = (query: SessionQuery) =>
    visible.map((row) => {
      const isCurrent = style.runningSessions.includes(row.session.path);
      const isMarked = style.marks.has(row.session.path);
      return drawRow(row, { ...style, query, isSelected: row === style.chosen, isCurrent, isMarked });
    });
  const lines = drawGuarded(style.query, draw);
  if (style.hitLine === undefined) return lines;
  const below = visible.findIndex(({ session }) => session.path === style.chosen?.session.path) + 1;
  return [...lines.slice(0, below), style.hitLine, ...lines.slice(below)];
}
