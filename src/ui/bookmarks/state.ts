import type { EditedLine } from "../parts/line.ts";
import type { MarkRow } from "./rows.ts";

export interface BookmarksState {
  readonly line: EditedLine;
  readonly scope: "folder" | "all";
  readonly isHelp: boolean;
  /** First line shown of the help. */
  readonly pageTop: number;
  /** Key of the selected row; undefined while the first row is selected without anybody's choice. */
  readonly selected: string | undefined;
  /** Where the selection was last seen, for the time its row is filtered away. */
  readonly selectedIndex: number;
  /** What the last key did, or why it could not. */
  readonly message: string;
}

export type BookmarksEvent =
  | { readonly type: "edit"; readonly line: EditedLine }
  | { readonly type: "move"; readonly rows: readonly MarkRow[]; readonly by: number }
  | { readonly type: "pin"; readonly key: string; readonly index: number }
  | { readonly type: "scope" }
  | { readonly type: "help"; readonly isShown: boolean }
  | { readonly type: "scroll"; readonly by: number; readonly latest: number }
  | { readonly type: "message"; readonly message: string };

export const EMPTY_LINE: EditedLine = { text: "", caret: 0 };

export function startState(scope: BookmarksState["scope"]): BookmarksState {
  return {
    line: EMPTY_LINE,
    scope,
    isHelp: false,
    pageTop: 0,
    selected: undefined,
    selectedIndex: 0,
    message: "",
  };
}

/** The next state of the bookmarks. */
export function bookmarksReducer(state: BookmarksState, event: BookmarksEvent): BookmarksState {
  switch (event.type) {
    case "edit":
      return edited(state, event.line);
    case "move":
      return moved(state, event.rows, event.by);
    case "pin":
      return { ...state, selected: event.key, selectedIndex: event.index };
    case "scope":
      return { ...state, scope: state.scope === "folder" ? "all" : "folder", message: "" };
    case "help":
      return { ...state, isHelp: event.isShown, pageTop: 0, message: "" };
    case "scroll":
      return { ...state, pageTop: Math.max(0, Math.min(event.latest, state.pageTop + event.by)) };
    case "message":
      return { ...state, message: event.message };
  }
}

/** Typing gives the selection back to the first row that matches; clearing the search keeps it. */
function edited(state: BookmarksState, line: EditedLine): BookmarksState {
  if (line.text === state.line.text) return { ...state, line };
  if (line.text.trim() === "") return { ...state, line, message: "" };
  return { ...state, line, selected: undefined, selectedIndex: 0, message: "" };
}

function moved(state: BookmarksState, rows: readonly MarkRow[], by: number): BookmarksState {
  const index = Math.max(0, Math.min(rows.length - 1, selectionIn(rows, state) + by));
  const row = rows[index];
  return row === undefined ? state : { ...state, selected: row.key, selectedIndex: index, message: "" };
}

/**
 * The index of the selected row. The selection belongs to a session's entry: where that is filtered away, the row now
 * at its place is selected until it returns.
 */
export function selectionIn(
  rows: readonly MarkRow[],
  { selected, selectedIndex }: Pick<BookmarksState, "selected" | "selectedIndex">,
): number {
  const index = selected === undefined ? 0 : rows.findIndex(({ key }) => key === selected);
  return index === -1 ? Math.max(0, Math.min(rows.length - 1, selectedIndex)) : index;
}

/** What fixes the selection: the row that was shown first stays selected, whatever arrives above it. */
export function settledSelection(
  state: BookmarksState,
  rows: readonly MarkRow[],
  isLoading: boolean,
): BookmarksEvent | undefined {
  const { selected, selectedIndex, line } = state;
  if (selected !== undefined && rows[selectedIndex]?.key === selected) return undefined;
  // What matches best may still come.
  if (selected === undefined && isLoading && line.text.trim() !== "") return undefined;
  const index = selectionIn(rows, state);
  const key = rows[index]?.key;
  if (key === undefined || (selected !== undefined && key !== selected)) return undefined;
  return { type: "pin", key, index };
}
