import { age } from "../../model/age.ts";
import type { Query } from "../../model/query/parse.ts";
import { cut, padEnd } from "../../model/text.ts";
import { highlighted } from "../parts/highlight.ts";
import { glyphs, theme } from "../theme.ts";
import type { MarkRow } from "./rows.ts";

export interface MarkRowStyle {
  readonly columns: number;
  readonly query: Query;
  readonly isSelected: boolean;
  /** ms since 1970 */
  readonly now: number;
}

const CURSOR_COLUMNS = 2;
const AGE_COLUMNS = 5;
const MOST_LABEL = 24;
/** Below so many columns the age is not drawn, and below so many the session's title. */
const NARROW = 30;
const MEDIUM = 60;

/** One labelled entry as a styled string of at most `columns` columns: label, what it says, session, age. */
export function drawMark(row: MarkRow, { columns, query, isSelected, now }: MarkRowStyle): string {
  const cursor = isSelected ? `${theme.selected(glyphs.cursor)} ` : "  ";
  const ageText = columns < NARROW || row.time === undefined ? "" : age(row.time, now);
  const ageColumns = columns < NARROW ? 0 : AGE_COLUMNS;
  const titleColumns = columns < MEDIUM ? 0 : Math.floor(columns / 4);
  const labelColumns = Math.min(MOST_LABEL, Math.floor(columns / 4));
  const room = columns - CURSOR_COLUMNS - labelColumns - 1 - titleColumns - ageColumns;
  const plain = (text: string) => text;
  const label = styled(row.label, labelColumns, query, isSelected ? theme.selected : theme.label);
  const words =
    row.words === undefined
      ? theme.dim(fitted("…", room))
      : styled(row.words, room, query, isSelected ? theme.selected : plain);
  const title = titleColumns === 0 ? "" : ` ${styled(row.title, titleColumns - 1, query, theme.dim)}`;
  return `${cursor}${label} ${words}${title}${theme.dim(ageText.padStart(ageColumns))}`;
}

const fitted = (text: string, columns: number) => padEnd(cut(text, columns), Math.max(0, columns));

function styled(text: string, columns: number, query: Query, paint: (text: string) => string): string {
  return highlighted(fitted(text, columns), query, paint);
}
