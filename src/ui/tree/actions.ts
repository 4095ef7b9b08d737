import type { BranchLine } from "../../model/branches.ts";
import { divergence } from "../../model/compare.ts";
import { continuePoint } from "../../model/continue-point.ts";
import { foldState } from "../../model/outline.ts";
import {
  allSegments,
  nextWanted,
  segmentEnd,
  segmentStart,
  siblingBranch,
} from "../../model/outline-moves.ts";
import type { TreeFilter } from "../../model/tree-filter.ts";
import type { ContinueRequest, ContinueResult, SessionDocument } from "../../store/document.ts";
import type { EditedLine } from "../parts/line.ts";
import type { ContinueChoice } from "./continue-menu.tsx";
import type { TreeAction } from "./keys.ts";
import type { TreeLayout } from "./pane.ts";
import { search } from "./search.ts";
import { NO_OVERLAY, type TreeEvent, type TreeState } from "./state.ts";
import type { TreeView } from "./view.ts";

/** What the actions of the tree work with: the state as it is now, not as it was last drawn. */
export interface TreeContext {
  readonly document: SessionDocument;
  readonly live: { readonly current: TreeState };
  readonly dispatch: (event: TreeEvent) => void;
  readonly look: () => TreeView;
  readonly layout: () => TreeLayout;
  /** First line shown of the pane. */
  readonly paneTop: () => number;
  readonly branches: () => readonly BranchLine[];
  /** The most that the page over the tree can be scrolled: lines. */
  readonly latestTop: () => number;
  readonly height: number;
  readonly otherFolder: (cwd: string) => string | undefined;
  readonly command: (path: string, entryId: string) => string;
  readonly copy: (text: string) => void;
  readonly onResume: (session: ContinueResult, cwd: string) => void;
  readonly onLeave: () => void;
}

export const NO_HEADER = "This file has no valid header: it can be read, not written to.";

/** What each action does. */
export function treeActions(context: TreeContext): Readonly<Record<TreeAction, () => void>> {
  return { ...moves(context), ...views(context), ...deeds(context) };
}

type Part<Names extends TreeAction> = Readonly<Record<Names, () => void>>;

const ROW_MOVES = ["up", "down", "pageUp", "pageDown", "first", "last"] as const;
type Moves =
  | (typeof ROW_MOVES)[number]
  | "foldOrUp"
  | "unfoldOrDown"
  | "foldAll"
  | "unfoldAll"
  | "parent"
  | "previousSibling"
  | "nextSibling"
  | "previousUser"
  | "nextUser"
  | "previousLabel"
  | "nextLabel"
  | "nextMatch"
  | "previousMatch";

function moves({ live, dispatch, look, layout }: TreeContext): Part<Moves> {
  const select = (entry: number) => {
    if (entry !== -1) dispatch({ type: "select", entry });
  };
  /** `around` goes from the last row to the first and back. */
  const moveTo = (row: (view: TreeView) => number, around = false) => {
    const view = look();
    const count = view.outline.rows.length;
    const wanted = row(view);
    select(view.outline.rows[around ? (wanted + count) % count : clamp(wanted, count - 1)] ?? -1);
  };
  const go = (step: 1 | -1, isWanted: (view: TreeView, entry: number) => boolean) => {
    const view = look();
    select(nextWanted(view.outline, view.selected, step, (entry) => isWanted(view, entry)));
  };
  const isUser = ({ entries }: TreeView, entry: number) => entries[entry]?.kind === "user";
  const isLabelled = ({ entries, labels }: TreeView, entry: number) => labels.has(entries[entry]?.id ?? "");
  const isMatch = ({ outline }: TreeView, entry: number) =>
    outline.isMatch[entry] === 1 || (outline.hidden.get(entry)?.matches ?? 0) > 0;
  const page = () => Math.max(1, layout().treeHeight - 1);
  return {
    up: () => moveTo(({ row }) => row - 1, true),
    down: () => moveTo(({ row }) => row + 1, true),
    pageUp: () => moveTo(({ row }) => row - page()),
    pageDown: () => moveTo(({ row }) => row + page()),
    first: () => moveTo(() => 0),
    last: () => moveTo(({ outline }) => outline.rows.length - 1),
    parent: () => select(look().outline.parents[look().selected] ?? -1),
    previousSibling: () => select(siblingBranch(look().outline, look().selected, -1)),
    nextSibling: () => select(siblingBranch(look().outline, look().selected, 1)),
    previousUser: () => go(-1, isUser),
    nextUser: () => go(1, isUser),
    previousLabel: () => go(-1, isLabelled),
    nextLabel: () => go(1, isLabelled),
    nextMatch: () => go(1, isMatch),
    previousMatch: () => go(-1, isMatch),
    foldOrUp: () => {
      const { outline, selected } = look();
      if (foldState(outline, selected) !== "open") return select(segmentStart(outline, selected));
      dispatch({ type: "fold", entries: new Set([...live.current.folded, selected]) });
    },
    unfoldOrDown: () => {
      const { outline, selected } = look();
      if (foldState(outline, selected) !== "folded") return select(segmentEnd(outline, selected));
      dispatch({ type: "fold", entries: without(live.current.folded, selected) });
    },
    foldAll: () => dispatch({ type: "fold", entries: allSegments(look().outline) }),
    unfoldAll: () => dispatch({ type: "fold", entries: new Set() }),
  };
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));

function without(folded: ReadonlySet<number>, entry: number): ReadonlySet<number> {
  const rest = new Set(folded);
  rest.delete(entry);
  return rest;
}

type Views =
  | "filterDefault"
  | "filterNoTools"
  | "filterUserOnly"
  | "filterLabeledOnly"
  | "filterAll"
  | "nextFilter"
  | "previousFilter"
  | "labelTimes"
  | "pane"
  | "focus"
  | "raw"
  | "paneUp"
  | "paneDown"
  | "erase"
  | "eraseWord"
  | "branches"
  | "problems"
  | "help";

/** Lines that one key scrolls the pane. */
const SCROLL = 3;

function views({ document, live, dispatch, look, layout, paneTop }: TreeContext): Part<Views> {
  const filter = (name: TreeFilter) => () => dispatch({ type: "filter", filter: name });
  const erase = (what: "character" | "word") => () => {
    dispatch({ type: "erase", what, selected: look().selected });
    search(document, live.current.line.text, dispatch);
  };
  const scroll = (by: number) => dispatch({ type: "scrollPane", top: Math.max(0, paneTop() + by) });
  return {
    filterDefault: filter("default"),
    filterNoTools: filter("no-tools"),
    filterUserOnly: filter("user-only"),
    filterLabeledOnly: filter("labeled-only"),
    filterAll: filter("all"),
    nextFilter: () => dispatch({ type: "cycleFilter", by: 1 }),
    previousFilter: () => dispatch({ type: "cycleFilter", by: -1 }),
    labelTimes: () => dispatch({ type: "toggle", what: "labelTimes" }),
    pane: () => dispatch({ type: "pane", isShown: layout().kind === "alone" }),
    focus: () => {
      if (layout().kind === "alone") dispatch({ type: "pane", isShown: true });
      dispatch({ type: "toggle", what: "focus" });
    },
    raw: () => dispatch({ type: "toggle", what: "raw" }),
    paneUp: () => scroll(-SCROLL),
    paneDown: () => scroll(SCROLL),
    erase: erase("character"),
    eraseWord: erase("word"),
    branches: () => dispatch({ type: "overlay", overlay: { kind: "branches", selected: 0 } }),
    problems: () => dispatch({ type: "overlay", overlay: { kind: "problems", top: 0 } }),
    help: () => dispatch({ type: "overlay", overlay: { kind: "help", top: 0 } }),
  };
}

function deeds(context: TreeContext): Part<"choose" | "leave" | "copy" | "compare" | "editLabel"> {
  const { document, live, dispatch, look } = context;
  const say = (message: string) => dispatch({ type: "message", message });
  return {
    choose: () => {
      const { line, isSearchLeft, followsSearch } = live.current;
      const { selected } = look();
      if (line.text.trim() !== "" && !isSearchLeft) {
        if (followsSearch && selected !== -1) dispatch({ type: "select", entry: selected });
        return dispatch({ type: "leaveSearch" });
      }
      if (selected !== -1) openMenu(context, selected);
    },
    leave: () => {
      if (live.current.line.text === "") return context.onLeave();
      dispatch({ type: "clearSearch", selected: look().selected });
    },
    copy: () => copyEntry(context, look().selected),
    compare: () => compare(context),
    editLabel: () => {
      const { entries, labels, selected } = look();
      const entry = entries[selected];
      if (entry === undefined) return;
      if (document.getSnapshot().header === undefined) return say(NO_HEADER);
      const text = labels.get(entry.id)?.text ?? "";
      dispatch({
        type: "overlay",
        overlay: { kind: "label", entry: selected, line: { text, caret: text.length } },
      });
    },
  };
}

function openMenu({ document, dispatch }: TreeContext, entry: number): void {
  const open = (changed: number | undefined) =>
    dispatch({ type: "overlay", overlay: { kind: "menu", entry, changed } });
  document.fileState().then(
    ({ changed }) => open(changed),
    () => open(undefined),
  );
}

function copyEntry({ document, dispatch, copy }: TreeContext, entry: number): void {
  if (entry === -1) return;
  document.copyText(entry).then(
    (text) => {
      copy(text);
      dispatch({ type: "message", message: `Copied ${text.length} characters.` });
    },
    (error: Error) => dispatch({ type: "message", message: error.message }),
  );
}

/** The first entry is marked; the second one is compared with it. */
function compare({ document, live, dispatch, look }: TreeContext): void {
  const { shape, selected } = look();
  const { marked } = live.current;
  if (selected === -1) return;
  if (marked === undefined || marked === selected)
    return dispatch({ type: "mark", entry: marked === undefined ? selected : undefined });
  const comparison = {
    ...divergence(shape, marked, selected),
    entries: [marked, selected],
    totals: undefined,
  } as const;
  dispatch({ type: "overlay", overlay: { kind: "comparison", comparison, top: 0 } });
  const [first, second] = comparison.sides;
  Promise.all([document.totals(first), document.totals(second)]).then(
    (totals) => dispatch({ type: "totals", of: comparison.entries, totals }),
    (error: Error) => dispatch({ type: "message", message: error.message }),
  );
}

/** Sets a label. What was typed stays when it could not be written. */
export function submitLabel(
  { document, dispatch, look }: TreeContext,
  entry: number,
  line: EditedLine,
): void {
  const digest = look().entries[entry];
  if (digest === undefined) return;
  dispatch({ type: "overlay", overlay: { kind: "writing" } });
  document.label(digest.id, line.text).then(
    () => {
      dispatch({ type: "overlay", overlay: NO_OVERLAY });
      dispatch({ type: "message", message: line.text.trim() === "" ? "Label removed." : "Label set." });
    },
    (error: Error) => {
      dispatch({ type: "overlay", overlay: { kind: "label", entry, line } });
      dispatch({ type: "message", message: error.message });
    },
  );
}

/** Does what was chosen in the menu. */
export function chooseWay(context: TreeContext, entry: number, choice: ContinueChoice): void {
  const { document, dispatch, look, copy } = context;
  const view = look();
  const digest = view.entries[entry];
  dispatch({ type: "overlay", overlay: NO_OVERLAY });
  if (digest === undefined) return;
  const point = continuePoint(view.entries, view.shape, entry);
  switch (choice) {
    case "cancel":
      return;
    case "copyText":
      return copyEntry(context, entry);
    case "copyId":
      copy(digest.id);
      return dispatch({ type: "message", message: "Copied the id." });
    case "copyCommand":
      copy(context.command(document.getSnapshot().path, digest.id));
      return dispatch({ type: "message", message: "Copied the command." });
    case "newSession":
      return continueFrom(context, entry, { where: "newSession", entryId: point.entryId });
    case "here":
      if (point.isLeaf)
        return continueFrom(context, entry, { where: "here", entryId: point.entryId, note: "" });
      return dispatch({ type: "overlay", overlay: { kind: "note", entry, line: { text: "", caret: 0 } } });
  }
}

/** Goes on here, with a note for the branch that is left. */
export function submitNote(context: TreeContext, entry: number, line: EditedLine): void {
  const view = context.look();
  const { entryId } = continuePoint(view.entries, view.shape, entry);
  continueFrom(context, entry, { where: "here", entryId, note: line.text });
}

function continueFrom(context: TreeContext, entry: number, request: ContinueRequest): void {
  const { document, dispatch, look, copy, otherFolder, onResume } = context;
  const view = look();
  const { handsBackText } = continuePoint(view.entries, view.shape, entry);
  dispatch({ type: "overlay", overlay: { kind: "writing" } });
  const write = async () => {
    // First, so that nothing is written for a message whose text cannot be handed back.
    const text = handsBackText ? await document.copyText(entry) : undefined;
    const result = await document.continueFrom(request);
    if (text !== undefined) copy(text);
    const cwd = document.getSnapshot().header?.cwd ?? "";
    onResume(result, otherFolder(cwd) ?? cwd);
  };
  write().catch((error: Error) => {
    dispatch({ type: "overlay", overlay: NO_OVERLAY });
    dispatch({ type: "message", message: error.message });
  });
}
