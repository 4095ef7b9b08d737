import { Box, type Key, useInput, usePaste, useWindowSize } from "ink";
import { useRef, useState, useSyncExternalStore } from "react";
import type { ListRow, SortMode } from "../../model/arrange.ts";
import type { SessionDigest } from "../../model/digest.ts";
import { parseQuery, type Query } from "../../model/query/parse.ts";
import { printable } from "../../model/text.ts";
import type { Catalog, CatalogSnapshot } from "../../store/catalog.ts";
import { boundAction, type KeyPress, keyPresses, typedText } from "../keymap.ts";
import { drawKeys } from "../parts/key-list.ts";
import { ScreenLine, ScreenLines } from "../parts/screen-line.tsx";
import { viewportTop } from "../parts/viewport.ts";
import { type Arrangement, makeArranger } from "./arranger.ts";
import { drawSearch, drawStatus, drawTitle } from "./bars.ts";
import { drawList, pageOf } from "./body.ts";
import { PICKER_KEYS, type PickerAction } from "./keys.ts";
import { MissingFolder } from "./missing-folder.tsx";
import { type PickerEvent, type PickerState, pickerReducer, selectionIn } from "./state.ts";

export interface PickerProps {
  readonly catalog: Catalog;
  readonly cwd: string;
  readonly home: string;
  readonly query: string;
  readonly scope: "folder" | "all";
  readonly sort: SortMode;
  readonly namedOnly: boolean;
  readonly includeInternal: boolean;
  /** Path of the session in use, when treeline runs inside an agent. */
  readonly currentSession: string | undefined;
  readonly directoryExists: (path: string) => boolean;
  /** ms since 1970 */
  readonly now: () => number;
  /** False while something else has the screen: then nothing is drawn, and everything stays as it is. */
  readonly isActive: boolean;
  readonly onChoose: (session: SessionDigest, cwd: string) => void;
  readonly onTree: (session: SessionDigest) => void;
  readonly onLeave: () => void;
}

/** Lines around the list: title, search, status, keys, and the last line of the terminal, which stays free. */
const FRAME_LINES = 5;

export function Picker(props: PickerProps) {
  const snapshot = useSyncExternalStore(props.catalog.subscribe, props.catalog.getSnapshot);
  const { columns, rows: lines } = useWindowSize();
  const height = Math.max(1, lines - FRAME_LINES);
  const [state, setState] = useState(() => startState(props));
  // Several keys may arrive before the next frame: each works on what the one before has left, not on the frame.
  const live = useRef(state);
  const dispatch = (event: PickerEvent) => {
    live.current = pickerReducer(live.current, event);
    setState(live.current);
  };
  const [arrange] = useState(() => makeArranger(props));
  const arranged = useRef(NOTHING_ARRANGED);
  if (props.isActive) arranged.current = arrange(snapshot.sessions, state);
  const { query, rows } = arranged.current;
  const selected = selectionIn(rows, state);
  const chosen = rows[selected];
  const top = useRef(0);
  top.current = viewportTop(top.current, selected, height, rows.length);

  const settled = props.isActive
    ? settledSelection(state, rows, query, snapshot, props.currentSession)
    : undefined;
  if (settled !== undefined) dispatch(settled);

  const liveRows = () => arrange(props.catalog.getSnapshot().sessions, live.current).rows;
  const choose = () => {
    const session = liveRows()[selectionIn(liveRows(), live.current)]?.session;
    if (session === undefined) return;
    const { cwd } = session;
    if (cwd === "" || props.directoryExists(cwd))
      return props.onChoose(session, cwd === "" ? props.cwd : cwd);
    dispatch({ type: "pin", path: session.path, index: selectionIn(liveRows(), live.current) });
    dispatch({ type: "overlay", overlay: "missingFolder" });
  };
  const openTree = () => {
    const index = selectionIn(liveRows(), live.current);
    const session = liveRows()[index]?.session;
    if (session === undefined) return;
    dispatch({ type: "pin", path: session.path, index });
    props.onTree(session);
  };
  const latestPageTop = () => {
    const page = pageOf(live.current, liveRows(), props.catalog.getSnapshot(), columns);
    return Math.max(0, (page?.length ?? 0) - height);
  };
  const { isActive, onLeave: leave } = props;
  usePickerKeys({ live, liveRows, latestPageTop, height, dispatch, choose, openTree, leave, isActive });

  if (!isActive) return null;
  if (state.overlay === "missingFolder" && chosen !== undefined) {
    return (
      <MissingFolder
        folder={chosen.session.cwd}
        currentFolder={props.cwd}
        columns={columns}
        onResume={() => props.onChoose(chosen.session, props.cwd)}
        onBack={() => dispatch({ type: "overlay", overlay: "none" })}
      />
    );
  }
  const page = pageOf(state, rows, snapshot, columns);
  const drawn =
    page?.slice(state.pageTop, state.pageTop + height) ??
    drawList(rows.slice(top.current, top.current + height), {
      columns,
      query,
      chosen,
      currentSession: props.currentSession,
      place: state.showPaths ? "path" : state.scope === "all" ? "cwd" : "none",
      home: props.home,
      now: props.now(),
    });
  return (
    <Box flexDirection="column" width={columns}>
      <ScreenLine text={drawTitle(state, snapshot, props.cwd, columns)} />
      <ScreenLine text={drawSearch(state, query, columns)} />
      <Box flexDirection="column" height={height}>
        <ScreenLines lines={drawn} />
      </Box>
      <ScreenLine text={drawStatus(rows.length, selected, snapshot, columns)} />
      <ScreenLine text={drawKeys(PICKER_KEYS, columns)} />
    </Box>
  );
}

const NOTHING_ARRANGED: Arrangement = { query: parseQuery(""), rows: [] };

function startState(props: PickerProps): PickerState {
  const query = printable(typedText(props.query));
  return {
    line: { text: query, caret: query.length },
    scope: props.scope,
    sort: props.sort,
    namedOnly: props.namedOnly,
    showPaths: false,
    overlay: "none",
    pageTop: 0,
    selected: undefined,
    selectedIndex: 0,
  };
}

/**
 * What fixes the selection while nobody has made one. Without a query the first row that was shown stays
 * selected, whatever arrives above it; the session in use comes before it, once it arrives. With a query the
 * best match is followed until reading is over.
 */
function settledSelection(
  state: PickerState,
  rows: readonly ListRow[],
  query: Query,
  snapshot: CatalogSnapshot,
  currentSession: string | undefined,
): PickerEvent | undefined {
  if (state.selected !== undefined) return undefined;
  const isSearch = state.line.text.trim() !== "" || query.error !== undefined;
  const current = isSearch ? -1 : rows.findIndex((row) => row.session.path === currentSession);
  const waits = snapshot.loading && (isSearch || (currentSession !== undefined && current === -1));
  const index = current === -1 ? selectionIn(rows, state) : current;
  const path = rows[index]?.session.path;
  return waits || path === undefined ? undefined : { type: "pin", path, index };
}

interface PickerKeys {
  readonly live: { readonly current: PickerState };
  readonly liveRows: () => readonly ListRow[];
  /** The most that the page in place of the list can be scrolled: lines. */
  readonly latestPageTop: () => number;
  readonly height: number;
  readonly dispatch: (event: PickerEvent) => void;
  readonly choose: () => void;
  readonly openTree: () => void;
  readonly isActive: boolean;
  readonly leave: () => void;
}

function usePickerKeys(keys: PickerKeys): void {
  const { live, liveRows, latestPageTop, height, dispatch, choose, openTree, leave, isActive } = keys;
  const move = (by: number) => {
    if (live.current.overlay === "none") dispatch({ type: "move", rows: liveRows(), by });
    else dispatch({ type: "scroll", by, latest: latestPageTop() });
  };
  const actions: Readonly<Record<PickerAction, () => void>> = {
    up: () => move(-1),
    down: () => move(1),
    pageUp: () => move(-height),
    pageDown: () => move(height),
    first: () => move(Number.NEGATIVE_INFINITY),
    last: () => move(Number.POSITIVE_INFINITY),
    choose,
    tree: openTree,
    leave,
    scope: () => dispatch({ type: "toggle", what: "scope" }),
    sort: () => dispatch({ type: "toggle", what: "sort" }),
    named: () => dispatch({ type: "toggle", what: "named" }),
    paths: () => dispatch({ type: "toggle", what: "paths" }),
    problems: () => dispatch({ type: "overlay", overlay: "problems" }),
    help: () => dispatch({ type: "overlay", overlay: "help" }),
    eraseBackward: () => dispatch({ type: "erase", what: "backward" }),
    eraseForward: () => dispatch({ type: "erase", what: "forward" }),
    eraseWord: () => dispatch({ type: "erase", what: "word" }),
    eraseAll: () => dispatch({ type: "erase", what: "all" }),
    caretLeft: () => dispatch({ type: "caret", to: "left" }),
    caretRight: () => dispatch({ type: "caret", to: "right" }),
  };
  const type = (typed: string) => {
    if (typed !== "") dispatch({ type: "type", text: typed });
  };
  const onPress = (press: KeyPress) => {
    const { overlay } = live.current;
    const action = press.kind === "key" ? boundAction(PICKER_KEYS, press.name) : undefined;
    if (press.kind === "key" && press.name === "ctrl+c") leave();
    else if (overlay !== "none") {
      if (action === "leave" || (action === overlay && action !== undefined))
        dispatch({ type: "overlay", overlay: "none" });
      else if (action !== undefined && SCROLL_ACTIONS.has(action)) actions[action]();
    } else if (action !== undefined) actions[action]();
    else if (press.kind === "text") type(press.text);
  };
  const onKey = (input: string, key: Key) => {
    for (const press of keyPresses(input, key)) onPress(press);
  };
  const onPaste = (text: string) => {
    if (live.current.overlay === "none") type(typedText(text));
  };
  useInput(onKey, { isActive });
  usePaste(onPaste, { isActive });
}

/** What keys still do while a page covers the list. */
const SCROLL_ACTIONS: ReadonlySet<PickerAction> = new Set([
  "up",
  "down",
  "pageUp",
  "pageDown",
  "first",
  "last",
]);
