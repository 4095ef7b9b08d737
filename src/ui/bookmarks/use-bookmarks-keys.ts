import { boundAction, type KeyPress } from "../keymap.ts";
import { type EditedLine, EMPTY_LINE, edit, insert, paste } from "../parts/line.ts";
import { LINE_KEYS } from "../parts/line-keys.ts";
import { useKeyPresses } from "../use-key-presses.ts";
import { BOOKMARKS_KEYS, type BookmarksAction } from "./keys.ts";
import type { MarkRow } from "./rows.ts";
import type { BookmarksEvent, BookmarksState } from "./state.ts";

/** What the keys of the bookmarks lead to. */
export interface BookmarksKeys {
  readonly live: { readonly current: BookmarksState };
  readonly liveRows: () => readonly MarkRow[];
  readonly height: number;
  /** The most that the help can be scrolled: lines. */
  readonly latestPageTop: number;
  readonly dispatch: (event: BookmarksEvent) => void;
  readonly open: () => void;
  readonly reread: () => void;
  readonly back: () => void;
  readonly leave: () => void;
  readonly isActive: boolean;
}

/** Leads key presses to what they do. Whatever is no key is typed into the search. */
export function useBookmarksKeys(keys: BookmarksKeys): void {
  const { live, dispatch, leave, isActive } = keys;
  const actions = actionsOf(keys);
  const change = (next: (line: EditedLine) => EditedLine) => {
    if (!live.current.isHelp) dispatch({ type: "edit", line: next(live.current.line) });
  };
  const onKey = (name: string) => {
    const action = boundAction(BOOKMARKS_KEYS, name);
    const lineEdit = boundAction(LINE_KEYS, name);
    const isEdit = action === undefined || (live.current.line.text !== "" && !live.current.isHelp);
    if (lineEdit !== undefined && isEdit) change((line) => edit(line, lineEdit));
    else if (action !== undefined) actions[action]();
  };
  const onPress = (press: KeyPress) => {
    if (press.kind === "text") change((line) => insert(line, press.text));
    else if (press.name === "ctrl+c") leave();
    else onKey(press.name);
  };
  useKeyPresses({ onPress, onPaste: (text) => change((line) => paste(line, text)), isActive });
}

function actionsOf(keys: BookmarksKeys): Readonly<Record<BookmarksAction, () => void>> {
  const { live, liveRows, height, latestPageTop, dispatch, open, reread, back } = keys;
  const closeHelp = () => dispatch({ type: "help", isShown: false });
  /** What has no meaning while the help covers the list. */
  const onList = (act: () => void) => () => {
    if (!live.current.isHelp) act();
  };
  const move = (by: number) => () => {
    if (live.current.isHelp) dispatch({ type: "scroll", by, latest: latestPageTop });
    else dispatch({ type: "move", rows: liveRows(), by });
  };
  return {
    open: onList(open),
    back: () => {
      if (live.current.isHelp) closeHelp();
      else if (live.current.line.text !== "") dispatch({ type: "edit", line: EMPTY_LINE });
      else back();
    },
    scope: onList(() => dispatch({ type: "scope" })),
    reread: onList(reread),
    help: () => dispatch({ type: "help", isShown: !live.current.isHelp }),
    up: move(-1),
    down: move(1),
    pageUp: move(-height),
    pageDown: move(height),
    first: move(Number.NEGATIVE_INFINITY),
    last: move(Number.POSITIVE_INFINITY),
  };
}
