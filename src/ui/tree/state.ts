import type { BranchTotals } from "../../model/compare.ts";
import { TREE_FILTERS, type TreeFilter } from "../../model/tree-filter.ts";
import { type EditedLine, EMPTY_LINE, edit, insert, type LineEdit, paste } from "../parts/line.ts";

/** Two entries beside each other, and what each side has since they parted; `totals` come later. */
export interface Comparison {
  readonly entries: readonly [number, number];
  readonly ancestor: number;
  readonly sides: readonly [readonly number[], readonly number[]];
  readonly totals: readonly [BranchTotals, BranchTotals] | undefined;
}

/** What covers the tree. Entries are meant by their index in the file. */
export type TreeOverlay =
  | { readonly kind: "none" }
  | { readonly kind: "help" | "problems"; readonly top: number }
  | { readonly kind: "branches"; readonly selected: number }
  | { readonly kind: "comparison"; readonly comparison: Comparison; readonly top: number }
  | {
      readonly kind: "menu";
      readonly entry: number;
      readonly selected: number;
      /** ms since 1970 of the file's last change; undefined until that is known. */
      readonly changed: number | undefined;
    }
  | { readonly kind: "note"; readonly entry: number; readonly line: EditedLine }
  | { readonly kind: "label"; readonly entry: number; readonly line: EditedLine }
  | { readonly kind: "rename"; readonly line: EditedLine }
  | { readonly kind: "writing" };

export interface TreeState {
  readonly line: EditedLine;
  /** The search line was left with Enter: letters step through the matches. */
  readonly isSearchLeft: boolean;
  /** The last answer of the search, perhaps still of the query before; undefined while there is no query. */
  readonly found: { readonly query: string; readonly matches: Uint8Array } | undefined;
  /** Why the query cannot be used. */
  readonly searchError: string | undefined;
  readonly filter: TreeFilter;
  readonly folded: ReadonlySet<number>;
  /** The entry that was chosen; undefined follows the leaf. What hides it only borrows the selection. */
  readonly wanted: number | undefined;
  /** While a query is typed the best match is selected: the first from `wanted` on. */
  readonly followsSearch: boolean;
  readonly showLabelTimes: boolean;
  /** `auto` shows the pane where there is room. */
  readonly pane: "auto" | "shown" | "hidden";
  readonly focus: "tree" | "pane";
  readonly isRaw: boolean;
  /** First line shown of the pane; undefined for its beginning, or its first match. */
  readonly paneTop: number | undefined;
  readonly marked: number | undefined;
  readonly overlay: TreeOverlay;
  /** What the last key did, or why it could not. */
  readonly message: string;
}

export type TreeEvent =
  | { readonly type: "type" | "paste"; readonly text: string; readonly selected: number }
  | { readonly type: "edit"; readonly edit: LineEdit; readonly selected: number }
  | { readonly type: "clearSearch"; readonly selected: number }
  | { readonly type: "leaveSearch" }
  | { readonly type: "found"; readonly query: string; readonly matches: Uint8Array }
  | { readonly type: "unusable"; readonly query: string; readonly reason: string }
  /** Undefined follows the leaf, wherever it goes. */
  | { readonly type: "select"; readonly entry: number | undefined }
  | { readonly type: "filter"; readonly filter: TreeFilter }
  | { readonly type: "cycleFilter"; readonly by: 1 | -1 }
  | { readonly type: "fold"; readonly entries: ReadonlySet<number> }
  | { readonly type: "toggle"; readonly what: "labelTimes" | "raw" | "focus" }
  | { readonly type: "pane"; readonly isShown: boolean }
  | { readonly type: "scrollPane"; readonly top: number }
  | { readonly type: "mark"; readonly entry: number | undefined }
  | { readonly type: "overlay"; readonly overlay: TreeOverlay }
  | {
      readonly type: "totals";
      readonly of: Comparison["entries"];
      readonly totals: readonly [BranchTotals, BranchTotals];
    }
  | { readonly type: "fileState"; readonly changed: number | undefined }
  | { readonly type: "message"; readonly message: string };

export const NO_OVERLAY: TreeOverlay = { kind: "none" };

export function startState(filter: TreeFilter): TreeState {
  return {
    line: EMPTY_LINE,
    isSearchLeft: false,
    found: undefined,
    searchError: undefined,
    filter,
    folded: new Set(),
    wanted: undefined,
    followsSearch: false,
    showLabelTimes: false,
    pane: "auto",
    focus: "tree",
    isRaw: false,
    paneTop: undefined,
    marked: undefined,
    overlay: NO_OVERLAY,
    message: "",
  };
}

/** The next state of the tree. */
export function treeReducer(state: TreeState, event: TreeEvent): TreeState {
  switch (event.type) {
    case "type":
      return searching(state, insert(state.line, event.text), event.selected);
    case "paste":
      return searching(state, paste(state.line, event.text), event.selected);
    case "edit":
      return searching(state, edit(state.line, event.edit), event.selected);
    case "clearSearch":
      return { ...searching(state, edit(state.line, "eraseAll"), event.selected), wanted: event.selected };
    case "leaveSearch":
      return { ...state, isSearchLeft: true, message: "" };
    case "found":
      // An answer to a question that is not asked any more.
      if (event.query !== state.line.text) return state;
      return { ...state, found: { query: event.query, matches: event.matches }, searchError: undefined };
    case "unusable":
      if (event.query !== state.line.text) return state;
      return {
        ...state,
        found: { query: event.query, matches: new Uint8Array() },
        searchError: event.reason,
      };
    case "select":
      return selected(state, event.entry);
    case "filter":
      // The filter that is on, pressed again, goes back to the default.
      return { ...state, filter: state.filter === event.filter ? "default" : event.filter, message: "" };
    case "cycleFilter": {
      const next =
        (TREE_FILTERS.indexOf(state.filter) + event.by + TREE_FILTERS.length) % TREE_FILTERS.length;
      return { ...state, filter: TREE_FILTERS[next] ?? "default", message: "" };
    }
    case "fold":
      return { ...state, folded: event.entries, message: "" };
    case "toggle":
      return toggled(state, event.what);
    case "pane":
      return { ...state, pane: event.isShown ? "shown" : "hidden", focus: "tree" };
    case "scrollPane":
      return { ...state, paneTop: event.top };
    case "mark":
      return { ...state, marked: event.entry, message: "" };
    case "overlay":
      return { ...state, overlay: event.overlay, message: "" };
    case "totals": {
      const { overlay } = state;
      if (overlay.kind !== "comparison" || overlay.comparison.entries !== event.of) return state;
      const comparison = { ...overlay.comparison, totals: event.totals };
      return { ...state, overlay: { ...overlay, comparison } };
    }
    case "fileState": {
      const { overlay } = state;
      return overlay.kind === "menu" ? { ...state, overlay: { ...overlay, changed: event.changed } } : state;
    }
    case "message":
      return { ...state, message: event.message };
  }
}

function searching(state: TreeState, line: EditedLine, current: number): TreeState {
  if (line.text === state.line.text) return { ...state, line };
  const isSearch = line.text.trim() !== "";
  return {
    ...state,
    line,
    isSearchLeft: false,
    found: isSearch ? state.found : undefined,
    searchError: undefined,
    // Where the search began it looks on from, however often the query changes.
    wanted: state.followsSearch ? state.wanted : current,
    followsSearch: isSearch,
    paneTop: undefined,
    message: "",
  };
}

function selected(state: TreeState, entry: number | undefined): TreeState {
  return { ...state, wanted: entry, followsSearch: false, paneTop: undefined, message: "" };
}

function toggled(state: TreeState, what: "labelTimes" | "raw" | "focus"): TreeState {
  switch (what) {
    case "labelTimes":
      return { ...state, showLabelTimes: !state.showLabelTimes };
    case "raw":
      return { ...state, isRaw: !state.isRaw, paneTop: undefined };
    case "focus":
      return { ...state, focus: state.focus === "tree" ? "pane" : "tree" };
  }
}
