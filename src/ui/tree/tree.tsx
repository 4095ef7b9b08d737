import { Box, useWindowSize } from "ink";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { type BranchLine, branchesOf } from "../../model/branches.ts";
import { treeTitle } from "../../model/entry-digest.ts";
import { parseQuery } from "../../model/query/parse.ts";
import type { TreeFilter } from "../../model/tree-filter.ts";
import type { ContinueResult, DocumentSnapshot, SessionDocument } from "../../store/document.ts";
import { InputLine } from "../parts/input-line.tsx";
import { drawKeys } from "../parts/key-list.ts";
import { ScreenLine } from "../parts/screen-line.tsx";
import { viewportTop } from "../parts/viewport.ts";
import { treeActions } from "./actions.ts";
import { drawInput, drawStatus, drawTitle } from "./bars.ts";
import { TreeBody } from "./body.tsx";
import type { TreeContext } from "./context.ts";
import { OVERLAY_KEYS, TREE_KEYS } from "./keys.ts";
import { overlayKey } from "./overlays.ts";
import { pageOf } from "./pages.ts";
import { firstGlance, layoutOf, type PaneContent, paneLines, paneTop, type TreeLayout } from "./pane.ts";
import { afterReplacement } from "./replaced.ts";
import { firstStepFor } from "./row.ts";
import { search, useSearchAgain } from "./search.ts";
import { eventsToStartAt } from "./start-at.ts";
import { startState, type TreeEvent, type TreeState, treeReducer } from "./state.ts";
import { useTreeKeys } from "./use-tree-keys.ts";
import { makeView, type TreeView, wholeOutline } from "./view.ts";

export interface TreeProps {
  readonly document: SessionDocument;
  readonly filter: TreeFilter;
  /** Id of the entry to select once the session is read; undefined for the end of the conversation. */
  readonly startAt: string | undefined;
  /** The folder in which an agent starts when the session's own, its cwd, is gone; undefined when it is there. */
  readonly otherFolder: (cwd: string) => string | undefined;
  /** The shell command that goes on from an entry. */
  readonly command: (path: string, entryId: string) => string;
  /** False when the text is too long for the clipboard. */
  readonly copy: (text: string) => boolean;
  /** ms since 1970 */
  readonly now: () => number;
  readonly onResume: (session: ContinueResult, cwd: string) => void;
  readonly onLeave: () => void;
}

/** Lines around the tree: title, search, status, keys, and the last line of the terminal, which stays free. */
const FRAME_LINES = 5;

/** What of a tree goes over to the one that takes its place when the file is replaced. */
interface TreeMemory {
  readonly live: { readonly current: TreeState };
  readonly scroll: { readonly current: TreeScroll };
  readonly entries: DocumentSnapshot["entries"];
  readonly dispatch: (event: TreeEvent) => void;
}

/** The branches of one session. When its file is replaced, what was selected, folded and open is found again in it. */
export function Tree(props: TreeProps) {
  const { document } = props;
  const snapshot = useSyncExternalStore(document.subscribe, document.getSnapshot);
  const memory = useRef<TreeMemory>(undefined);
  const startAt = useRef(props.startAt);
  return (
    <LoadedTree key={snapshot.generation} {...props} snapshot={snapshot} memory={memory} awaited={startAt} />
  );
}

export interface LoadedTreeProps extends TreeProps {
  readonly snapshot: DocumentSnapshot;
  readonly memory: { current: TreeMemory | undefined };
  /** `startAt` for as long as the session is not read. */
  readonly awaited: { current: string | undefined };
}

function firstState({ filter, snapshot, memory: { current } }: LoadedTreeProps): TreeState {
  if (current === undefined) return startState(filter);
  return afterReplacement(current.live.current, current.entries, snapshot.entries);
}

function LoadedTree(props: LoadedTreeProps) {
  const { document, snapshot, memory } = props;
  const { columns, rows: lines } = useWindowSize();
  const height = Math.max(1, lines - FRAME_LINES);
  const [state, setState] = useState(() => firstState(props));
  // Several keys may arrive before the next frame: each works on what the one before has left, not on the frame.
  const live = useRef(state);
  const echo = useRef<NodeJS.Timeout | undefined>(undefined);
  const draw = () => {
    clearTimeout(echo.current);
    echo.current = undefined;
    setState(live.current);
  };
  const dispatch = (event: TreeEvent) => {
    live.current = treeReducer(live.current, event);
    // A letter and what it finds share a frame, unless finding takes so long that the letter must not wait.
    const isAwaited = event.type === "type" || event.type === "paste" || event.type === "edit";
    if (!isAwaited || live.current.line.text.trim() === "") draw();
    else echo.current ??= setTimeout(draw, ECHO_MS);
  };
  useEffect(() => () => clearTimeout(echo.current), []);
  const [look] = useState(makeView);
  const [listBranches] = useState(makeBranchList);
  const view = look(snapshot.entries, state);
  const title = useMemo(() => treeTitle(snapshot.entries), [snapshot.entries]);
  const query = useMemo(() => parseQuery(state.line.text), [state.line.text]);
  const layout = layoutOf(state, columns, height);
  const content = usePaneContent(document, view.selected, state.isRaw, layout);
  const pane = useMemo(
    () => (content === undefined ? undefined : paneLines(content, layout.paneColumns)),
    [content, layout.paneColumns],
  );
  const first = useMemo(() => (pane === undefined ? 0 : firstGlance(pane, query)), [pane, query]);
  const topOfPane = pane === undefined ? 0 : paneTop(pane, state.paneTop, first, layout.paneHeight - 1);
  const seen = useRef(snapshot.entries.length);
  if (state.wanted === undefined || seen.current === 0) seen.current = snapshot.entries.length;
  const scroll = useRef<TreeScroll>(memory.current?.scroll.current ?? { top: 0, firstStep: 0 });
  scroll.current = scrolled(scroll.current, view, layout);
  const { current: entryId } = props.awaited;
  if (entryId !== undefined && !snapshot.loading) {
    props.awaited.current = undefined;
    for (const event of eventsToStartAt(entryId, view, live.current, props.filter)) dispatch(event);
    // In the middle: what comes before and after it says what it is about.
    const { row } = look(snapshot.entries, live.current);
    scroll.current = { top: Math.max(0, row - (layout.treeHeight >> 1)), firstStep: 0 };
  }
  memory.current = { live, scroll, entries: snapshot.entries, dispatch };
  useSearchAgain(snapshot, live, document, dispatch);

  /** A file that was replaced a moment ago is not on the screen yet: indexes still mean entries of the one before. */
  const lookNow = () => {
    const now = document.getSnapshot();
    return look((now.generation === snapshot.generation ? now : snapshot).entries, live.current);
  };
  const context: TreeContext = {
    ...props,
    live,
    // What was begun may end when the file was replaced and another tree stands in this one's place.
    dispatch: (event) => (memory.current?.dispatch ?? dispatch)(event),
    height,
    look: lookNow,
    layout: () => layoutOf(live.current, columns, height),
    paneTop: () =>
      pane === undefined ? 0 : paneTop(pane, live.current.paneTop, first, layout.paneHeight - 1),
    branches: () => listBranches(lookNow()),
    latestTop: () => (pageOf(live.current.overlay, lookNow(), snapshot, columns)?.length ?? 0) - height,
  };
  useTreeKeys({
    context,
    actions: treeActions(context),
    covered: (action) => overlayKey(context, action),
    insert: (text, how) => {
      dispatch({ type: how, text, selected: lookNow().selected });
      search(document, live.current.line.text, dispatch);
    },
  });
  return (
    <Box flexDirection="column" width={columns}>
      <ScreenLine text={drawTitle(title, snapshot, state.filter, columns)} />
      <InputLine line={drawInput(view, state, columns)} row={1} />
      <Box flexDirection="column" height={height}>
        <TreeBody
          {...{ context, props, state, view, query, layout, content, pane, topOfPane, columns }}
          scroll={scroll.current}
        />
      </Box>
      <ScreenLine text={drawStatus(view, state, snapshot, snapshot.entries.length - seen.current, columns)} />
      <ScreenLine
        text={drawKeys(state.overlay.kind === "none" ? TREE_KEYS : OVERLAY_KEYS[state.overlay.kind], columns)}
      />
    </Box>
  );
}

export interface TreeScroll {
  /** First row shown. */
  readonly top: number;
  /** Steps of indentation out of view. */
  readonly firstStep: number;
}

function scrolled(before: TreeScroll, { outline, row, selected }: TreeView, layout: TreeLayout): TreeScroll {
  if (row === -1) return before;
  return {
    top: viewportTop(before.top, row, layout.treeHeight, outline.rows.length),
    firstStep: firstStepFor(outline, selected, layout.treeColumns, before.firstStep),
  };
}

/** The branches of a tree, whatever hides parts of it, remembered for as long as it stays the same. */
function makeBranchList(): (view: TreeView) => readonly BranchLine[] {
  let last: { readonly entries: TreeView["entries"]; readonly lines: readonly BranchLine[] } | undefined;
  return (view) => {
    if (last?.entries !== view.entries)
      last = { entries: view.entries, lines: branchesOf(wholeOutline(view, "default"), view.entries) };
    return last.lines;
  };
}

/** ms that a typed letter waits for what it finds, to be drawn with it. */
const ECHO_MS = 60;

/** The selection rests for so many ms before its entry is read: who hurries past would only wait for frames. */
const REST_MS = 100;

/** Asks for the selected entry in full whenever another one is selected. */
function usePaneContent(
  document: SessionDocument,
  entry: number,
  isRaw: boolean,
  { kind }: TreeLayout,
): PaneContent | undefined {
  const [content, setContent] = useState<PaneContent>();
  const isHidden = kind === "alone";
  const isFirst = useRef(true);
  useEffect(() => {
    if (entry === -1 || isHidden) return;
    let isWanted = true;
    const show = (sections: PaneContent["sections"]) => {
      if (isWanted) setContent({ entry, isRaw, sections });
    };
    const ask = () => {
      const sections = isRaw
        ? document.rawJson(entry).then((text) => [{ kind: "text" as const, text }])
        : document.sections(entry);
      sections.then(show, (error: Error) => show([{ kind: "error", text: error.message }]));
    };
    const timer = setTimeout(ask, isFirst.current ? 0 : REST_MS);
    isFirst.current = false;
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [document, entry, isRaw, isHidden]);
  return content;
}
