import { Box, type Key, Text, useInput, usePaste, useWindowSize } from "ink";
import { memo, useRef, useState, useSyncExternalStore } from "react";
import { arrangeSessions, type ListRow, type SortMode } from "../../model/arrange.ts";
import type { SessionDigest } from "../../model/digest.ts";
import { parseQuery, type Query } from "../../model/query/parse.ts";
import { printable } from "../../model/text.ts";
import type { Catalog } from "../../store/catalog.ts";
import { boundAction, keyName, typedText } from "../keymap.ts";
import { viewportTop } from "../parts/viewport.ts";
import { drawKeys, drawSearch, drawStatus, drawTitle } from "./bars.ts";
import { PICKER_KEYS, type PickerAction } from "./keys.ts";
import { MissingFolder } from "./missing-folder.tsx";
import { emptyPage, helpPage, problemsPage } from "./pages.ts";
import { drawRow } from "./row.ts";
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
  readonly onChoose: (session: SessionDigest, cwd: string) => void;
  readonly onLeave: () => void;
}

/** Lines around the list: title, search, status, keys, and the last line of the terminal, which stays free. */
const FRAME_LINES = 5;

const Line = memo(({ text }: { readonly text: string }) => (
  <Text wrap="truncate">{text === "" ? " " : text}</Text>
));

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
  const arrange = useRef(makeArranger()).current;
  const { query, rows } = arrange(props, snapshot.sessions, state);
  const selected = selectionIn(rows, state);
  const chosen = rows[selected];
  const top = useRef(0);
  top.current = viewportTop(top.current, selected, height, rows.length);

  // Without a query the first row that was shown stays selected, whatever arrives above it. With one, the best
  // match is followed until reading is over.
  const settles = query.terms.length === 0 || !snapshot.loading;
  if (state.selected === undefined && settles && chosen !== undefined) {
    dispatch({ type: "pin", path: chosen.session.path, index: selected });
  }

  const liveRows = () => arrange(props, props.catalog.getSnapshot().sessions, live.current).rows;
  const choose = () => {
    const session = liveRows()[selectionIn(liveRows(), live.current)]?.session;
    if (session === undefined) return;
    const { cwd } = session;
    if (cwd === "" || props.directoryExists(cwd))
      return props.onChoose(session, cwd === "" ? props.cwd : cwd);
    dispatch({ type: "pin", path: session.path, index: selectionIn(liveRows(), live.current) });
    dispatch({ type: "overlay", overlay: "missingFolder" });
  };
  usePickerKeys({ live, liveRows, height, dispatch, choose, leave: props.onLeave });

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
  const pageTop = Math.min(state.pageTop, Math.max(0, (page?.length ?? 0) - height));
  const drawn =
    page?.slice(pageTop, pageTop + height) ?? drawRows(rows.slice(top.current, top.current + height));
  function drawRows(visible: readonly ListRow[]): readonly string[] {
    const place = state.showPaths ? "path" : state.scope === "all" ? "cwd" : "none";
    const now = props.now();
    return visible.map((row) =>
      drawRow(row, {
        columns,
        query,
        isSelected: row === chosen,
        isCurrent: row.session.path === props.currentSession,
        place,
        home: props.home,
        now,
      }),
    );
  }
  return (
    <Box flexDirection="column" width={columns}>
      <Line text={drawTitle(state, snapshot, props.cwd, columns)} />
      <Line text={drawSearch(state, columns)} />
      <Box flexDirection="column" height={height}>
        {drawn.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place, whatever it shows
          <Line key={index} text={text} />
        ))}
      </Box>
      <Line text={drawStatus(rows.length, selected, snapshot, columns)} />
      <Line text={drawKeys(columns)} />
    </Box>
  );
}

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
    selected: query === "" ? props.currentSession : undefined,
    selectedIndex: 0,
  };
}

interface Arrangement {
  readonly query: Query;
  readonly rows: readonly ListRow[];
}

/** Arranges sessions for a state, and anew only when something has changed that the order depends on. */
function makeArranger() {
  let key: readonly unknown[] = [];
  let arrangement: Arrangement = { query: parseQuery(""), rows: [] };
  return (props: PickerProps, sessions: readonly SessionDigest[], state: PickerState): Arrangement => {
    const { scope, sort, namedOnly, line } = state;
    const { cwd, includeInternal } = props;
    const next = [sessions, line.text, scope, sort, namedOnly, cwd, includeInternal];
    if (next.every((value, index) => value === key[index])) return arrangement;
    const query = parseQuery(line.text);
    const view = { query, sort, namedOnly, includeInternal };
    const rows = arrangeSessions(sessions, {
      ...view,
      scope: scope === "all" ? { kind: "all" } : { kind: "folder", cwd },
    });
    key = next;
    arrangement = { query, rows };
    return arrangement;
  };
}

function pageOf(
  state: PickerState,
  rows: readonly ListRow[],
  snapshot: Parameters<typeof emptyPage>[1],
  columns: number,
): readonly string[] | undefined {
  if (state.overlay === "help") return helpPage(columns);
  if (state.overlay === "problems") return problemsPage(snapshot, columns);
  return rows.length === 0 ? emptyPage(state, snapshot, columns) : undefined;
}

interface PickerKeys {
  readonly live: { readonly current: PickerState };
  readonly liveRows: () => readonly ListRow[];
  readonly height: number;
  readonly dispatch: (event: PickerEvent) => void;
  readonly choose: () => void;
  readonly leave: () => void;
}

function usePickerKeys({ live, liveRows, height, dispatch, choose, leave }: PickerKeys): void {
  const move = (by: number) => {
    if (live.current.overlay === "none") dispatch({ type: "move", rows: liveRows(), by });
    else dispatch({ type: "scroll", by });
  };
  const actions: Readonly<Record<PickerAction, () => void>> = {
    up: () => move(-1),
    down: () => move(1),
    pageUp: () => move(-height),
    pageDown: () => move(height),
    first: () => move(Number.NEGATIVE_INFINITY),
    last: () => move(Number.POSITIVE_INFINITY),
    choose,
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
  const type = (text: string) => {
    const typed = typedText(text);
    if (typed !== "") dispatch({ type: "type", text: typed });
  };
  useInput((input: string, key: Key) => {
    const name = keyName(input, key);
    const action = name === undefined ? undefined : boundAction(PICKER_KEYS, name);
    const { overlay } = live.current;
    if (name === "ctrl+c") leave();
    else if (overlay !== "none") {
      if (action === "leave" || (action === overlay && action !== undefined))
        dispatch({ type: "overlay", overlay: "none" });
      else if (action !== undefined && SCROLL_ACTIONS.has(action)) actions[action]();
    } else if (action !== undefined) actions[action]();
    else if (name === undefined) {
      type(input.replace(/[\r\n]+$/, ""));
      // Text and Enter may arrive as one; a paste comes by another way.
      if (/[\r\n]$/.test(input)) choose();
    }
  });
  usePaste((text) => {
    if (live.current.overlay === "none") type(text);
  });
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
