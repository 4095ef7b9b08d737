import { Box, type Key, Text, useInput, usePaste, useWindowSize } from "ink";
import { memo, useMemo, useReducer, useRef, useSyncExternalStore } from "react";
import { arrangeSessions, type ListRow, type SortMode } from "../../model/arrange.ts";
import type { SessionDigest } from "../../model/digest.ts";
import { parseQuery, type Query } from "../../model/query/parse.ts";
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
  const [state, dispatch] = useReducer(pickerReducer, props, startState);
  const query = useMemo(() => parseQuery(state.line.text), [state.line.text]);
  const rows = useRows(props, snapshot.sessions, state, query);
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

  const choose = () => {
    if (chosen === undefined) return;
    const { cwd } = chosen.session;
    if (cwd === "" || props.directoryExists(cwd))
      props.onChoose(chosen.session, cwd === "" ? props.cwd : cwd);
    else dispatch({ type: "overlay", overlay: "missingFolder" });
  };
  usePickerKeys({ state, rows, height, dispatch, choose, leave: props.onLeave });

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
  const drawn = page?.slice(0, height) ?? drawRows(rows.slice(top.current, top.current + height));
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
  return {
    line: { text: props.query, caret: props.query.length },
    scope: props.scope,
    sort: props.sort,
    namedOnly: props.namedOnly,
    showPaths: false,
    overlay: "none",
    selected: props.query === "" ? props.currentSession : undefined,
    selectedIndex: 0,
  };
}

function useRows(
  props: PickerProps,
  sessions: readonly SessionDigest[],
  { scope, sort, namedOnly }: PickerState,
  query: Query,
): readonly ListRow[] {
  const { cwd, includeInternal } = props;
  return useMemo(
    () =>
      arrangeSessions(sessions, {
        query,
        sort,
        scope: scope === "all" ? { kind: "all" } : { kind: "folder", cwd },
        namedOnly,
        includeInternal,
      }),
    [sessions, query, sort, scope, cwd, namedOnly, includeInternal],
  );
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
  readonly state: PickerState;
  readonly rows: readonly ListRow[];
  readonly height: number;
  readonly dispatch: (event: PickerEvent) => void;
  readonly choose: () => void;
  readonly leave: () => void;
}

function usePickerKeys({ state, rows, height, dispatch, choose, leave }: PickerKeys): void {
  const move = (by: number) => dispatch({ type: "move", rows, by });
  const actions: Readonly<Record<PickerAction, () => void>> = {
    up: () => move(-1),
    down: () => move(1),
    pageUp: () => move(-height),
    pageDown: () => move(height),
    first: () => move(-rows.length),
    last: () => move(rows.length),
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
    if (state.overlay !== "none") return handleOverlayKey(state, name, action, dispatch, leave);
    if (action !== undefined) actions[action]();
    else if (name === undefined) type(input);
  });
  usePaste(type, { isActive: state.overlay === "none" });
}

/** While something covers the list, keys only close it; its menu has keys of its own. */
function handleOverlayKey(
  state: PickerState,
  name: string | undefined,
  action: PickerAction | undefined,
  dispatch: (event: PickerEvent) => void,
  leave: () => void,
): void {
  if (name === "ctrl+c") leave();
  else if (action === "leave" || (action !== "choose" && action === state.overlay)) {
    dispatch({ type: "overlay", overlay: "none" });
  }
}
