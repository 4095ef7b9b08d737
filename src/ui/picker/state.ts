import { bestMatch, type ListRow, SORT_MODES, type SortMode } from "../../model/arrange.ts";
import type { SessionDigest } from "../../model/digest.ts";
import type { DeletionCandidate } from "../../store/delete-sessions.ts";
import type { Trashed } from "../../store/trashed.ts";
import { type EditedLine, edit, insert, type LineEdit, paste } from "../parts/line.ts";
import type { Marks } from "./marks.ts";

/** What covers the list. A dialog holds the session it is about, whatever happens to the list meanwhile. */
export type Overlay =
  | { readonly kind: "none" | "help" | "problems" }
  | { readonly kind: "missingFolder"; readonly session: SessionDigest }
  | { readonly kind: "rename"; readonly session: SessionDigest; readonly line: EditedLine }
  | { readonly kind: "delete"; readonly question: DeletionQuestion }
  | { readonly kind: "erase"; readonly question: DeletionQuestion; readonly line: EditedLine }
  | { readonly kind: "marks"; readonly selected: number }
  | { readonly kind: "report"; readonly title: string; readonly lines: readonly string[] }
  /** Something is being done, and keys wait for it to be over. */
  | { readonly kind: "working"; readonly what: string; readonly canStop: boolean };

/** What a person is asked before sessions are deleted. */
export interface DeletionQuestion {
  readonly sessions: readonly SessionDigest[];
  /** Marked, but in use by the agent that runs treeline: these stay. */
  readonly running: readonly SessionDigest[];
  /** Where each would go, and what it was when that was asked; undefined until it is known. */
  readonly candidates: readonly DeletionCandidate[] | undefined;
  /** Why it is asked again. */
  readonly reason: string;
}

export const NO_OVERLAY: Overlay = { kind: "none" };

export interface PickerState {
  readonly line: EditedLine;
  readonly scope: "folder" | "all";
  readonly sort: SortMode;
  readonly namedOnly: boolean;
  readonly showPaths: boolean;
  readonly emptyOnly: boolean;
  readonly marks: Marks;
  /** What was deleted, the latest last; each can be brought back. */
  readonly deletions: readonly (readonly Trashed[])[];
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
  /** What was drawn fixes the selection: in vain where a key has moved it since, away from what it `was`. */
  | {
      readonly type: "settle";
      readonly was: string | undefined;
      readonly path: string;
      readonly index: number;
    }
  | { readonly type: "toggle"; readonly what: "scope" | "sort" | "named" | "empty" | "paths" }
  | { readonly type: "mark"; readonly marks: Marks }
  | { readonly type: "deleted"; readonly trashed: readonly Trashed[]; readonly removed: readonly string[] }
  | { readonly type: "undone"; readonly restored: readonly string[] }
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
    case "settle":
      return state.selected === event.was ? settledAt(state, event.path, event.index) : state;
    case "pin":
      return settledAt(state, event.path, event.index);
    case "toggle":
      return { ...toggled(state, event.what), message: "" };
    case "mark":
      return { ...state, marks: event.marks, message: "" };
    case "deleted":
      return deleted(state, event.trashed, event.removed);
    case "undone":
      return { ...state, deletions: undone(state.deletions, event.restored) };
    case "overlay":
      return { ...state, overlay: event.overlay, pageTop: 0, message: "" };
    case "message":
      return { ...state, message: event.message };
    case "scroll":
      return { ...state, pageTop: Math.max(0, Math.min(event.latest, state.pageTop + event.by)) };
  }
}

function settledAt(state: PickerState, selected: string, selectedIndex: number): PickerState {
  return { ...state, selected, selectedIndex };
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

/** What is gone is not marked any more, so that the next deed is not about it when it comes back. */
function deleted(state: PickerState, trashed: readonly Trashed[], removed: readonly string[]): PickerState {
  const gone = new Set([...removed, ...trashed.map(({ path }) => path)]);
  const marks = new Set([...state.marks].filter((path) => !gone.has(path)));
  // What lies nobody knows where could only stand in the way of what was deleted before it.
  const known = trashed.filter((one) => one.trashed !== undefined);
  const deletions = known.length === 0 ? state.deletions : [...state.deletions, known];
  return { ...state, marks, deletions };
}

/** What did not come back stays what was deleted last. */
function undone(deletions: PickerState["deletions"], restored: readonly string[]): PickerState["deletions"] {
  const back = new Set(restored);
  const rest = deletions.at(-1)?.filter(({ path }) => !back.has(path)) ?? [];
  return rest.length === 0 ? deletions.slice(0, -1) : [...deletions.slice(0, -1), rest];
}

function toggled(state: PickerState, what: "scope" | "sort" | "named" | "empty" | "paths"): PickerState {
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
    case "empty":
      return { ...state, emptyOnly: !state.emptyOnly };
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
