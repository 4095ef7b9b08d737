import { grouped } from "../../model/numbers.ts";
import { type PickerContext, say } from "./context.ts";
import { inverted, markedSessions, NO_MARKS, toggled, withAll } from "./marks.ts";
import { NO_OVERLAY, selectionIn } from "./state.ts";

/** Marks the selected session or unmarks it, and goes on to the next. */
export function markAndMove(context: PickerContext): void {
  const { live, dispatch, rows } = context;
  const session = rows()[selectionIn(rows(), live.current)]?.session;
  if (session === undefined) return;
  dispatch({ type: "mark", marks: toggled(live.current.marks, session.path) });
  dispatch({ type: "move", rows: rows(), by: 1 });
}

/** Marks every row on the way, the one it begins at and the one it ends at. */
export function markRange({ live, dispatch, rows }: PickerContext, by: 1 | -1): void {
  const list = rows();
  const from = selectionIn(list, live.current);
  const reached = list[from + by];
  const passed = [list[from], reached].filter((row) => row !== undefined);
  dispatch({ type: "mark", marks: withAll(live.current.marks, passed) });
  if (reached !== undefined) dispatch({ type: "move", rows: list, by });
}

/** What the menu of marks offers, in its order. */
export const MARK_CHOICES = ["all", "invert", "none"] as const;
export type MarkChoice = (typeof MARK_CHOICES)[number];

export function chooseMarks(context: PickerContext, choice: MarkChoice): void {
  const { live, dispatch, rows } = context;
  const { marks } = live.current;
  const next =
    choice === "none" ? NO_MARKS : choice === "all" ? withAll(marks, rows()) : inverted(marks, rows());
  dispatch({ type: "overlay", overlay: NO_OVERLAY });
  dispatch({ type: "mark", marks: next });
}

/** Copies the paths of the marked sessions, or of the selected one. */
export function copyPaths(context: PickerContext): void {
  const { catalog, live, copy } = context;
  const marked = markedSessions(live.current.marks, catalog.getSnapshot().sessions);
  const selected = marked.length > 0 ? undefined : context.pinned();
  const paths = (selected === undefined ? marked : [selected]).map(({ path }) => path);
  if (paths.length === 0) return;
  const what = paths.length === 1 ? "the path" : `${grouped(paths.length)} paths`;
  say(context, copy(paths.join("\n")) ? `Copied ${what}.` : TOO_LONG);
}

const TOO_LONG = "That is too long for the clipboard of this terminal. Nothing was copied.";
