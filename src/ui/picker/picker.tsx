import { Box, useWindowSize } from "ink";
import { useRef, useState, useSyncExternalStore } from "react";
import type { SortMode } from "../../model/arrange.ts";
import type { SessionDigest } from "../../model/digest.ts";
import { printable } from "../../model/text.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { SessionCommands } from "../../store/session-commands.ts";
import type { TextIndex } from "../../store/text-index.ts";
import { InputLine } from "../parts/input-line.tsx";
import { drawKeys } from "../parts/key-list.ts";
import { lineOf } from "../parts/line.ts";
import { ScreenLine, ScreenLines } from "../parts/screen-line.tsx";
import { useListTop } from "../parts/use-list-top.ts";
import type { Arrangement } from "./arranger.ts";
import { drawInput, drawStatus, drawTitle, hintOf } from "./bars.ts";
import { drawList, pageOf } from "./body.ts";
import { choose, openTree, pinSelected, reread } from "./choose-deeds.ts";
import { drawHit } from "./hit-line.ts";
import { keysFor } from "./keys.ts";
import { NO_MARKS } from "./marks.ts";
import { MissingFolder } from "./missing-folder.tsx";
import type { WantedHits } from "./selected-hits.ts";
import { settledSelection } from "./settled-selection.ts";
import { NO_OVERLAY, type PickerEvent, type PickerState, pickerReducer } from "./state.ts";
import type { TextAnswer } from "./text-search.ts";
import { type DrawnList, useArrangement } from "./use-arrangement.ts";
import { useHeldEnter } from "./use-held-enter.ts";
import { hasHits, useHits } from "./use-hits.ts";
import { useNow } from "./use-now.ts";
import { usePickerKeys } from "./use-picker-keys.ts";
import { usePrepared } from "./use-prepared.ts";
import { useShown } from "./use-shown.ts";
import { useTextMatches } from "./use-text-matches.ts";

export interface PickerProps {
  readonly catalog: Catalog;
  /** What the texts of the sessions say to a query. */
  readonly texts: TextIndex;
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
  /** `entryId` is the entry to begin at; without it the tree begins at the end of the conversation. */
  readonly onTree: (session: SessionDigest, entryId?: string) => void;
  readonly onBookmarks: (scope: PickerState["scope"]) => void;
  readonly onLeave: () => void;
}

/** Lines around the list: title, search, status, keys, and the last line of the terminal, which stays free. */
const FRAME_LINES = 5;

export function Picker(props: PickerProps) {
  const { isActive, catalog, commands, runningSessions, copy } = props;
  const snapshot = useSyncExternalStore(catalog.subscribe, catalog.getSnapshot);
  const { columns, rows: lines } = useWindowSize();
  const height = Math.max(1, lines - FRAME_LINES);
  const [state, setState] = useState(() => startState(props));
  const { search, answer } = useTextMatches(props.texts, state.line.text, props.now, isActive);
  // Several keys may arrive before the next frame: each works on what the one before has left, not on the frame.
  const live = useRef(state);
  const dispatch = (event: PickerEvent) => {
    live.current = pickerReducer(live.current, event);
    search.ask(live.current.line.text);
    setState(live.current);
  };
  const { arrange, drawn, isHeld } = useArrangement(props, snapshot, state, answer);
  const { arrangement, selected } = drawn;
  const { rows, query } = arrangement;
  const chosen = rows[selected];
  const now = useNow(props.now, isActive);
  // On a screen with a single line for the list that is the row.
  const hitLines = height > 1 && hasHits(query) ? 1 : 0;
  const rowsInView = height - hitLines;
  const view = viewOf(state, arrangement);
  const top = useListTop({
    count: rows.length,
    selected,
    key: chosen?.session.path,
    height: rowsInView,
    view,
  });
  const { hits, shown } = useHits(props.texts, isActive ? hitsOf(drawn) : undefined);

  const settled =
    isActive && !isHeld ? settledSelection(state, arrangement, snapshot, runningSessions) : undefined;
  if (settled !== undefined) dispatch(settled);

  const liveList = () => arrange(catalog.getSnapshot(), live.current, search.getSnapshot());
  const liveRows = () => liveList().rows;
  const enter = useHeldEnter();
  const selection = { catalog, live, dispatch, rows: liveRows };
  const pinned = () => pinSelected(selection, props.fileExists);
  const context = { ...selection, commands, pinned, runningSessions, copy, hits, enter };
  const pageStyle = { columns, now };
  const latestPageTop = () => {
    const page = pageOf(live.current, liveList(), catalog.getSnapshot(), pageStyle);
    return Math.max(0, (page?.length ?? 0) - height);
  };
  usePickerKeys({
    context,
    latestPageTop,
    height,
    rowsInView,
    choose: () => choose(context, props),
    openTree: () => openTree(context, props),
    openBookmarks: () => props.onBookmarks(live.current.scope),
    reread: () => reread(context),
    leave: props.onLeave,
    isActive,
  });
  const visible = rows.slice(top, top + rowsInView);
  useShown(catalog, snapshot, visible);
  usePrepared(rows, isActive && !snapshot.loading && query.terms.length === 0);

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
  const page = pageOf(state, arrangement, snapshot, pageStyle);
  const listed =
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
      hitLine: hitLines === 0 ? undefined : drawHit(shown, columns),
    });
  const position = {
    shown: rows.length,
    position: selected,
    isNear: arrangement.isNear,
    message: state.message,
    hint: hintOf(state.overlay),
  };
  return (
    <Box flexDirection="column" width={columns}>
      <ScreenLine text={drawTitle(state, snapshot, props.cwd, columns)} />
      <InputLine line={drawInput(state, errorOf(arrangement, answer), columns)} row={1} />
      <Box flexDirection="column" height={height}>
        <ScreenLines lines={listed} />
      </Box>
      <ScreenLine text={drawStatus(position, snapshot, answer, columns)} />
      <ScreenLine text={drawKeys(keysFor(state.overlay, shown?.hits.length ?? 0), columns)} />
    </Box>
  );
}

/** Tells one way to look at the list from another. */
function viewOf({ scope, sort, namedOnly, emptyOnly }: PickerState, { answer }: Arrangement): string {
  return [answer.text, scope, sort, namedOnly, emptyOnly].join("\0");
}

/** The hits to ask for, once it is known what is selected. */
function hitsOf({ arrangement, selected }: DrawnList): WantedHits | undefined {
  const { answer, query, rows, isNear } = arrangement;
  const path = rows[selected]?.session.path;
  const mayHave = path !== undefined && !isNear && answer.matches !== undefined && hasHits(query);
  return mayHave ? { path, text: answer.text, round: answer.round } : undefined;
}

/** Why the query that is typed cannot be used, or not to its end. */
function errorOf({ query, answer }: Arrangement, { text, query: typed, matches }: TextAnswer) {
  return (answer.text === text ? query.error : typed.error) ?? matches?.error;
}

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
