import { Box, useWindowSize } from "ink";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { SessionDigest } from "../../model/digest.ts";
import type { Query } from "../../model/query/parse.ts";
import type { BookmarkReader } from "../../store/bookmarks.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { InputText } from "../parts/edited-line.ts";
import { drawGuarded } from "../parts/guarded.ts";
import { InputLine } from "../parts/input-line.tsx";
import { drawKeys, helpPage } from "../parts/key-list.ts";
import { ScreenLine, ScreenLines } from "../parts/screen-line.tsx";
import { drawSearchLine } from "../parts/search-line.ts";
import { useListTop } from "../parts/use-list-top.ts";
import { useNow } from "../picker/use-now.ts";
import { drawStatus, drawTitle, emptyPage } from "./bars.ts";
import { BOOKMARKS_KEYS, HELP_KEYS } from "./keys.ts";
import { Previews } from "./previews.ts";
import { drawMark } from "./row.ts";
import { type MarkRow, makeMarkArranger } from "./rows.ts";
import {
  type BookmarksEvent,
  type BookmarksState,
  bookmarksReducer,
  selectionIn,
  settledSelection,
  startState,
} from "./state.ts";
import { useBookmarksKeys } from "./use-bookmarks-keys.ts";

export interface BookmarksProps {
  readonly catalog: Catalog;
  readonly cwd: string;
  readonly scope: "folder" | "all";
  readonly includeInternal: boolean;
  readonly fileExists: (path: string) => boolean;
  /** ms since 1970 */
  readonly now: () => number;
  /** What the labelled entries of some sessions say. It must not hold up the keyboard. */
  readonly readBookmarks: BookmarkReader["read"];
  /** False while something else has the screen: then nothing is drawn, and everything stays as it is. */
  readonly isActive: boolean;
  readonly onOpen: (session: SessionDigest, entryId: string) => void;
  readonly onBack: () => void;
  readonly onLeave: () => void;
}

/** Lines around the list: title, search, status, keys, and the last line of the terminal, which stays free. */
const FRAME_LINES = 5;

/** All labelled entries of the sessions in scope, newest label first. */
export function Bookmarks(props: BookmarksProps) {
  const { catalog, isActive } = props;
  const snapshot = useSyncExternalStore(catalog.subscribe, catalog.getSnapshot);
  const { columns, rows: lines } = useWindowSize();
  const height = Math.max(1, lines - FRAME_LINES);
  const [state, setState] = useState(() => startState(props.scope));
  // Several keys may arrive before the next frame: each works on what the one before has left, not on the frame.
  const live = useRef(state);
  const dispatch = (event: BookmarksEvent) => {
    live.current = bookmarksReducer(live.current, event);
    setState(live.current);
  };
  const [previews] = useState(() => new Previews(props.readBookmarks));
  const read = useSyncExternalStore(previews.subscribe, previews.getSnapshot);
  const [arrange] = useState(() => makeMarkArranger(props));
  const arrangement = arrange(snapshot.sessions, read, state);
  const { rows, query, sessions } = arrangement;
  useEffect(() => {
    previews.want(sessions).catch((error: Error) => {
      live.current = bookmarksReducer(live.current, { type: "message", message: error.message });
      setState(live.current);
    });
  }, [previews, sessions]);
  const selected = selectionIn(rows, state);
  const settled = isActive ? settledSelection(state, rows, snapshot.loading) : undefined;
  if (settled !== undefined) dispatch(settled);
  const view = [state.line.text, state.scope].join("\0");
  const top = useListTop({ count: rows.length, selected, key: rows[selected]?.key, height, view });
  const now = useNow(props.now, isActive);

  const liveRows = () => arrange(catalog.getSnapshot().sessions, previews.getSnapshot(), live.current).rows;
  const open = () => {
    const index = selectionIn(liveRows(), live.current);
    const row = liveRows()[index];
    if (row === undefined) return;
    dispatch({ type: "pin", key: row.key, index });
    if (props.fileExists(row.session.path)) return props.onOpen(row.session, row.entryId);
    catalog.reread();
    dispatch({ type: "message", message: "This session's file is gone." });
  };
  const reread = () => {
    dispatch({ type: "message", message: "" });
    catalog.reread();
  };
  const help = helpPage(HELP_KEYS, columns);
  const latestPageTop = Math.max(0, help.length - height);
  const { onBack: back, onLeave: leave } = props;
  useBookmarksKeys({ live, liveRows, height, latestPageTop, dispatch, open, reread, back, leave, isActive });

  if (!isActive) return null;
  const visible = rows.slice(top, top + height);
  const list =
    rows.length === 0
      ? emptyPage(state, arrangement, snapshot, columns)
      : drawMarks(visible, rows[selected], { columns, query, now });
  return (
    <Box flexDirection="column" width={columns}>
      <ScreenLine text={drawTitle(state, snapshot, props.cwd, columns)} />
      <InputLine line={inputOf(state, query, columns)} row={1} />
      <Box flexDirection="column" height={height}>
        <ScreenLines lines={state.isHelp ? help.slice(state.pageTop, state.pageTop + height) : list} />
      </Box>
      <ScreenLine text={drawStatus(state, rows.length, selected, columns)} />
      <ScreenLine text={drawKeys(BOOKMARKS_KEYS, columns)} />
    </Box>
  );
}

function inputOf({ line, isHelp }: BookmarksState, { error }: Query, columns: number): InputText {
  const input = drawSearchLine(line, error, columns);
  return isHelp ? { ...input, caret: undefined } : input;
}

interface MarksStyle {
  readonly columns: number;
  readonly query: Query;
  readonly now: number;
}

function drawMarks(
  visible: readonly MarkRow[],
  chosen: MarkRow | undefined,
  { columns, query, now }: MarksStyle,
): readonly string[] {
  return drawGuarded(query, (guarded) =>
    visible.map((row) => drawMark(row, { columns, query: guarded, isSelected: row === chosen, now })),
  );
}
