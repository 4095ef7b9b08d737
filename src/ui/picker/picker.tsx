import { Box, useWindowSize } from "ink";
import { useRef, useState, useSyncExternalStore } from "react";
import type { SortMode } from "../../model/arrange.ts";
import type { SessionDigest } from "../../model/digest.ts";
import { parseQuery } from "../../model/query/parse.ts";
import { printable } from "../../model/text.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { SessionCommands } from "../../store/session-commands.ts";
import { InputLine } from "../parts/input-line.tsx";
import { drawKeys } from "../parts/key-list.ts";
import { lineOf } from "../parts/line.ts";
import { ScreenLine, ScreenLines } from "../parts/screen-line.tsx";
import { useListTop } from "../parts/use-list-top.ts";
import { type Arrangement, makeArranger } from "./arranger.ts";
import { drawInput, drawStatus, drawTitle, hintOf } from "./bars.ts";
import { drawList, pageOf } from "./body.ts";
import { keysFor } from "./keys.ts";
import { NO_MARKS } from "./marks.ts";
import { MissingFolder } from "./missing-folder.tsx";
import { settledSelection } from "./settled-selection.ts";
import { NO_OVERLAY, type PickerEvent, type PickerState, pickerReducer, selectionIn } from "./state.ts";
import { useHeldEnter } from "./use-held-enter.ts";
import { useNow } from "./use-now.ts";
import { usePickerKeys } from "./use-picker-keys.ts";
import { useShown } from "./use-shown.ts";

export interface PickerProps {
  readonly catalog: Catalog;
  readonly cwd: string;
  readonly home: string;
  readonly query: string;
  readonly scope: "folder" | "all";
  readonly sort: SortMode;
  readonly namedOnly: boolean;
  readonly emptyOnly: boolean;
  readonly includeInternal: boolean;
  readonly commands: SessionCommands;
  /** False when the text is too long for the clipboard. */
  readonly copy: (text: string) => boolean;
  /** Paths of the sessions in use, when treeline runs inside an agent. */
  readonly runningSessions: readonly string[];
  readonly directoryExists: (path: string) => boolean;
  readonly fileExists: (path: string) => boolean;
  /** ms since 1970 */
  readonly now: () => number;
  /** False while something else has the screen: then nothing is drawn, and everything stays as it is. */
  readonly isActive: boolean;
  readonly onChoose: (session: SessionDigest, cwd: string) => void;
  readonly onTree: (session: SessionDigest) => void;
  readonly onBookmarks: (scope: PickerState["scope"]) => void;
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
  const now = useNow(props.now, props.isActive);
  const { line, scope, sort, namedOnly, emptyOnly } = state;
  const view = [line.text, scope, sort, namedOnly, emptyOnly].join("\0");
  const top = useListTop({ count: rows.length, selected, key: chosen?.session.path, height, view });

  const settled = props.isActive
    ? settledSelection(state, rows, query, snapshot, props.runningSessions)
    : undefined;
  if (settled !== undefined) dispatch(settled);

  const liveRows = () => arrange(props.catalog.getSnapshot().sessions, live.current).rows;
  const reread = () => {
    dispatch({ type: "message", message: "" });
    props.catalog.reread();
  };
  /** The selected session, from now on whatever else comes; nothing where it is not on disk any more. */
  const pinned = () => {
    const index = selectionIn(liveRows(), live.current);
    const session = liveRows()[index]?.session;
    if (session === undefined) return undefined;
    dispatch({ type: "pin", path: session.path, index });
    if (props.fileExists(session.path)) return session;
    props.catalog.reread();
    dispatch({ type: "message", message: "This session's file is gone." });
    return undefined;
  };
  const choose = () => {
    const session = pinned();
    if (session === undefined) return;
    const { cwd } = session;
    if (cwd !== "" && !props.directoryExists(cwd))
      dispatch({ type: "overlay", overlay: { kind: "missingFolder", session } });
    else props.onChoose(session, cwd === "" ? props.cwd : cwd);
  };
  const openTree = () => {
    const session = pinned();
    if (session !== undefined) props.onTree(session);
  };
  const pageStyle = { columns, now };
  const latestPageTop = () => {
    const page = pageOf(live.current, liveRows(), props.catalog.getSnapshot(), pageStyle);
    return Math.max(0, (page?.length ?? 0) - height);
  };
  const { isActive, onLeave: leave, catalog, commands, runningSessions, copy } = props;
  const enter = useHeldEnter();
  const context = {
    catalog,
    commands,
    live,
    dispatch,
    rows: liveRows,
    pinned,
    runningSessions,
    copy,
    enter,
  };
  const openBookmarks = () => props.onBookmarks(live.current.scope);
  const deeds = { choose, openTree, openBookmarks, reread, leave };
  usePickerKeys({ context, latestPageTop, height, ...deeds, isActive });
  const visible = rows.slice(top, top + height);
  useShown(props.catalog, snapshot, visible);

  if (!isActive) return null;
  if (state.overlay.kind === "missingFolder") {
    const { session } = state.overlay;
    return (
      <MissingFolder
        folder={session.cwd}
        currentFolder={props.cwd}
        columns={columns}
        onResume={() => props.onChoose(session, props.cwd)}
        onBack={() => dispatch({ type: "overlay", overlay: NO_OVERLAY })}
      />
    );
  }
  const page = pageOf(state, rows, snapshot, pageStyle);
  const drawn =
    page?.slice(state.pageTop, state.pageTop + height) ??
    drawList(visible, {
      columns,
      query,
      chosen,
      marks: state.marks,
      runningSessions,
      place: state.showPaths ? "path" : state.scope === "all" ? "cwd" : "none",
      home: props.home,
      now,
    });
  return (
    <Box flexDirection="column" width={columns}>
      <ScreenLine text={drawTitle(state, snapshot, props.cwd, columns)} />
      <InputLine line={drawInput(state, query, columns)} row={1} />
      <Box flexDirection="column" height={height}>
        <ScreenLines lines={drawn} />
      </Box>
      <ScreenLine
        text={drawStatus(
          { shown: rows.length, position: selected, message: state.message, hint: hintOf(state.overlay) },
          snapshot,
          columns,
        )}
      />
      <ScreenLine text={drawKeys(keysFor(state.overlay), columns)} />
    </Box>
  );
}

const NOTHING_ARRANGED: Arrangement = { query: parseQuery(""), rows: [] };

function startState(props: PickerProps): PickerState {
  return {
    line: lineOf(printable(props.query)),
    scope: props.scope,
    sort: props.sort,
    namedOnly: props.namedOnly,
    emptyOnly: props.emptyOnly,
    marks: NO_MARKS,
    deletions: [],
    showPaths: false,
    overlay: NO_OVERLAY,
    pageTop: 0,
    selected: undefined,
    selectedIndex: 0,
    message: "",
  };
}
