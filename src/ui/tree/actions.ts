import { foldState } from "../../model/outline.ts";
import {
  allSegments,
  nextMatch,
  nextWanted,
  segmentEnd,
  segmentStart,
  siblingBranch,
  unfoldedFor,
} from "../../model/outline-moves.ts";
import type { TreeFilter } from "../../model/tree-filter.ts";
import type { LineEdit } from "../parts/line.ts";
import type { TreeContext } from "./context.ts";
import { deeds } from "./deeds.ts";
import type { TreeAction } from "./keys.ts";
import { search } from "./search.ts";
import { leafMark, type TreeView } from "./view.ts";

/** What each action does. */
export function treeActions(context: TreeContext): Readonly<Record<TreeAction, () => void>> {
  return { ...moves(context), ...views(context), ...deeds(context) };
}

function moves({ live, dispatch, look, layout }: TreeContext) {
  const select = (entry: number) => {
    const leaf = leafMark(look());
    // Who goes to the end of the conversation stays at its end while it grows.
    const isEnd = entry === leaf.row && leaf.on === 0;
    if (entry !== -1) dispatch({ type: "select", entry: isEnd ? undefined : entry });
  };
  /** Where to from the selected entry, if there is one. */
  const from = (to: (view: TreeView) => number) => {
    const view = look();
    if (view.selected !== -1) select(to(view));
  };
  /** `around` goes from the last row to the first and back. */
  const moveTo = (row: (view: TreeView) => number, around = false) => {
    const view = look();
    const count = view.outline.rows.length;
    const wanted = row(view);
    select(view.outline.rows[around ? (wanted + count) % count : clamp(wanted, count - 1)] ?? -1);
  };
  const go = (step: 1 | -1, isWanted: (view: TreeView, entry: number) => boolean) =>
    from((view) => nextWanted(view.outline, view.selected, step, (entry) => isWanted(view, entry)));
  const isUser = ({ entries }: TreeView, entry: number) => entries[entry]?.kind === "user";
  const isLabelled = ({ entries, labels }: TreeView, entry: number) => labels.has(entries[entry]?.id ?? "");
  /** To the next match, out of the folds that hide it. */
  const step = (by: 1 | -1) => {
    const view = look();
    const match = nextMatch(view.outline, view.selected, by);
    if (match === undefined) return;
    dispatch({ type: "fold", entries: unfoldedFor(live.current.folded, view.shape, match) });
    select(match);
  };
  const page = () => Math.max(1, layout().treeHeight - 1);
  return {
    up: () => moveTo(({ row }) => row - 1, true),
    down: () => moveTo(({ row }) => row + 1, true),
    pageUp: () => moveTo(({ row }) => row - page()),
    pageDown: () => moveTo(({ row }) => row + page()),
    first: () => moveTo(() => 0),
    last: () => moveTo(({ outline }) => outline.rows.length - 1),
    parent: () => from(({ outline, selected }) => outline.parents[selected] ?? -1),
    previousSibling: () => from(({ outline, selected }) => siblingBranch(outline, selected, -1)),
    nextSibling: () => from(({ outline, selected }) => siblingBranch(outline, selected, 1)),
    previousUser: () => go(-1, isUser),
    nextUser: () => go(1, isUser),
    previousLabel: () => go(-1, isLabelled),
    nextLabel: () => go(1, isLabelled),
    nextMatch: () => step(1),
    previousMatch: () => step(-1),
    foldOrUp: () => {
      const { outline, selected } = look();
      if (foldState(outline, selected) !== "open") from((view) => segmentStart(view.outline, view.selected));
      else dispatch({ type: "fold", entries: new Set([...live.current.folded, selected]) });
    },
    unfoldOrDown: () => {
      const { outline, selected } = look();
      if (foldState(outline, selected) !== "folded") from((view) => segmentEnd(view.outline, view.selected));
      else dispatch({ type: "fold", entries: without(live.current.folded, selected) });
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

/** Lines that one key scrolls the pane. */
const SCROLL = 3;

function views({ document, live, dispatch, look, layout, paneTop }: TreeContext) {
  const filter = (name: TreeFilter) => () => dispatch({ type: "filter", filter: name });
  const edit = (what: LineEdit) => () => {
    dispatch({ type: "edit", edit: what, selected: look().selected });
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
    focus: () => dispatch({ type: "toggle", what: "focus" }),
    raw: () => dispatch({ type: "toggle", what: "raw" }),
    paneUp: () => scroll(-SCROLL),
    paneDown: () => scroll(SCROLL),
    erase: edit("eraseBackward"),
    eraseToSpace: edit("eraseToSpace"),
    eraseWord: edit("eraseWordBackward"),
    undo: edit("undo"),
    // What comes of it is on the screen.
    reread: () => {
      document.fileState().catch((error: Error) => dispatch({ type: "message", message: error.message }));
    },
    branches: () => dispatch({ type: "overlay", overlay: { kind: "branches", selected: 0 } }),
    problems: () => dispatch({ type: "overlay", overlay: { kind: "problems", top: 0 } }),
    help: () => dispatch({ type: "overlay", overlay: { kind: "help", top: 0 } }),
  };
}
