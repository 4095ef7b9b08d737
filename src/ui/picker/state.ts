import { bestMatch, type ListRow, SORT_MODES, type SortMode } from "../../model/arrange.ts";
import type { SessionDigest } from "../../model/digest.ts";
import { type EditedLine, edit, insert, type LineEdit, paste } from "../parts/line.ts";

/** What covers the list. A dialog holds the session it is about, whatever happens to the list meanwhile. */
export type Overlay =
  | { readonly kind: "none" | "help" | "problems" }
  | { readonly kind: "missingFolder"; readonly session: SessionDigest };

export const NO_OVERLAY: Overlay = { kind: "none" };

export interface PickerState {
  readonly line: EditedLine;
  readonly scope: "folder" | "all";
  readonly sort: SortMode;
  readonly namedOnly: boolean;
  readonly showPaths: boolean;
  readonly overlay: Overlay;
  /** First line shown of the page that covers the list. */
  readonly pageTop: number;
  /** Path of the selected session; undefined while the best row is selected without anybody's choice. */
  readonly selected: string | undefined;
  /** Where the selection was last seen, for the time its session is filtered away. */
  readonly selectedIndex: number;
  /** What the last key did, or why it could not. */
  readonly message: string;
}

export type PickerEvent =
  | { readonly type: "type" | "paste"; readonly text: string }
  | { readonly type: "edit"; readonly edit: LineEdit }
  | { readonly type: "move"; readonly rows: readonly ListRow[]; readonly by: number }
  | { readonly type: "pin"; readonly path: string; readonly index: number }
  | { readonly type: "toggle"; readonly what: "scope" | "sort" | "named" | "paths" }
  | { readonly type: "overlay"; readonly overlay: Overlay }
  | { readonly type: "message"; readonly message: string }
  | { readonly type: "scroll"; readonly by: number; readonly latest: number };

/** The next state of the picker. */
export function pickerReducer(state: PickerState, event: PickerEvent): PickerState {
  switch (event.type) {
    case "type":
      return edited(state, insert(state.line, event.text));
    case "paste":
      return edited(state, paste(state.line, event.text));
    case "edit":
      return edited(state, edit(state.line, event.edit));
    case "move":
      return moved(state, event.rows, event.by);
    case "pin":
      return { ...state, selected: event.path, selectedIndex: event.index };
    case "toggle":
      return { ...toggled(state, event.what), message: "" };
    case "overlay":
      return { ...state, overlay: event.overlay, pageTop: 0, message: "" };
    case "message":
      return { ...state, message: event.message };
    case "scroll":
      return { ...state, pageTop: Math.max(0, Math.min(event.latest, state.pageTop + event.by)) };
  }
}

/** Typing gives the selection back to the best match; so it goes on until somebody moves it. */
function edited(state: PickerState, line: EditedLine): PickerState {
  if (line.text === state.line.text) return { ...state, line };
  const selected = line.text.trim() === "" ? state.selected : undefined;
  return { ...state, line, selected, selectedIndex: 0, message: "" };
}

function moved(state: PickerState, rows: readonly ListRow[], by: number): PickerState {
  const index = Math.max(0, Math.min(rows.length - 1, selectionIn(rows, state) + by));
  const row = rows[index];
  if (row === undefined) return state;
  return { ...state, selected: row.session.path, selectedIndex: index, message: "" };
}

function toggled(state: PickerState, what: "scope" | "sort" | "named" | "paths"): PickerState {
  switch (what) {
    case "scope":
      return { ...state, scope: state.scope === "folder" ? "all" : "folder" };
    case "sort":
      return {
        ...state,
        sort: SORT_MODES[(SORT_MODES.indexOf(state.sort) + 1) % SORT_MODES.length] ?? "threaded",
      };
    case "named":
      return { ...state, namedOnly: !state.namedOnly };
    case "paths":
      return { ...state, showPaths: !state.showPaths };
  }
}

/**
 * The index of the selected row. The selection belongs to a session: where that is filtered away, the row now
 * at its place is selected until it returns. Without a choice it is the best match.
 */
export function selectionIn(rows: readonly ListRow[], state: PickerState): number {
  if (state.selected === undefined) {
    const best = bestMatch(rows);
    return best === undefined ? 0 : rows.indexOf(best);
  }
  const index = rows.findIndex((row) => row.session.path === state.selected);
  return index === -1 ? Math.max(0, Math.min(rows.length - 1, state.selectedIndex)) : index;
}
