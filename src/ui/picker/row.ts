import { age } from "../../model/age.ts";
import type { ListRow } from "../../model/arrange.ts";
import { isLive, type SessionDigest } from "../../model/digest.ts";
import { sessionRanges } from "../../model/query/session-highlight.ts";
import type { SessionQuery } from "../../model/query/session-query.ts";
import { cut, cutStart, printable, width } from "../../model/text.ts";
import { sessionTitle } from "../../model/title.ts";
import { broughtOut } from "../parts/highlight.ts";
import { glyphs, theme } from "../theme.ts";

export interface RowStyle {
  readonly columns: number;
  readonly query: SessionQuery;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
  readonly isMarked: boolean;
  /** What stands before count and age: nothing, the file's path or the session's folder. */
  readonly place: "none" | "path" | "cwd";
  readonly home: string;
  /** ms since 1970 */
  readonly now: number;
}

const COUNT_COLUMNS = 5;
const AGE_COLUMNS = 4;
/** Below this many columns only the title is drawn. */
const NARROW = 30;
const LEAST_TITLE = 16;

/** One row of the list as a styled string of at most `columns` columns. */
export function drawRow(row: ListRow, style: RowStyle): string {
  const { session } = row;
  const cursor = style.isSelected ? theme.selected(glyphs.cursor) : " ";
  const mark = markOf(session, style);
  const chosen = style.isMarked ? theme.label(glyphs.marked) : " ";
  const numbers =
    style.columns < NARROW
      ? ""
      : ` ${String(session.messageCount).padStart(COUNT_COLUMNS)} ${age(session.modified, style.now).padStart(AGE_COLUMNS)}`;
  const room = style.columns - 3 - numbers.length;
  const prefix = cut(row.prefix, Math.max(0, room - LEAST_TITLE));
  const titleRoom = room - width(prefix);
  const place = placeText(row, style, titleRoom);
  const title = cut(sessionTitle(session), titleRoom - width(place));
  const gap = " ".repeat(Math.max(0, titleRoom - width(title) - width(place)));
  const middle = summaryText(row, gap.length);
  const rest = gap.slice(width(middle));
  const styled = styleTitle(title, session.name !== undefined, style);
  return `${cursor}${mark}${chosen}${theme.dim(prefix)}${styled}${theme.dim(middle)}${rest}${theme.dim(place + numbers)}`;
}

/** One column for what matters most: the session in use, a damaged one, one that somebody is at work in. */
function markOf(session: SessionDigest, { isCurrent, now }: RowStyle): string {
  if (isCurrent) return theme.current(glyphs.current);
  if (session.damaged) return theme.error(glyphs.damaged);
  return isLive(session, now) ? theme.live(glyphs.live) : " ";
}

/** The place takes a third of the row at most, and nothing where the title would get too short. */
function placeText({ session }: ListRow, style: RowStyle, titleRoom: number): string {
  const columns = Math.floor(style.columns / 3);
  if (style.place === "none" || titleRoom - columns < LEAST_TITLE) return "";
  const path = printable(style.place === "path" ? session.path : session.cwd);
  const short =
    path === style.home || path.startsWith(`${style.home}/`) ? `~${path.slice(style.home.length)}` : path;
  return `  ${cutStart(short, columns)}`;
}

function summaryText({ session }: ListRow, free: number): string {
  if (session.summary === undefined || free < LEAST_TITLE) return "";
  return `  ${cut(printable(session.summary), free - 3)}`;
}

const NAME_FIELD = ["name"] as const;

function styleTitle(title: string, isName: boolean, style: RowStyle): string {
  const paint = style.isSelected ? theme.selected : isName ? theme.name : (text: string) => text;
  return broughtOut(title, sessionRanges(style.query, title, ...(isName ? NAME_FIELD : [])), paint);
}
