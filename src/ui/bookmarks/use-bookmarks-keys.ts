import { boundAction, type KeyPress } from "../keymap.ts";
import {
  type EditedLine,
  eraseBackward,
  eraseForward,
  eraseWord,
  insert,
  moveLeft,
  moveRight,
} from "../parts/line.ts";
import { useKeyPresses } from "../use-key-presses.ts";
import { BOOKMARKS_KEYS, type BookmarksAction } from "./keys.ts";
import type { MarkRow } from "./rows.ts";
import { type BookmarksEvent, type BookmarksState, EMPTY_LINE } from "./state.ts";

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

const LINE_KEYS: Readonly<Record<string, (line: EditedLine) => EditedLine>> = {
  backspace: eraseBackward,
  delete: eraseForward,
  "ctrl+w": eraseWord,
  "ctrl+u": () => EMPTY_LINE,
  left: moveLeft,
  right: moveRight,
};

/** Leads key presses to what they do. Whatever is no key is typed into the search. */
export function useBookmarksKeys(keys: BookmarksKeys): void {
  const { live, dispatch, leave, isActive } = keys;
  const actions = actionsOf(keys);
  const edit = (change: (line: EditedLine) => EditedLine) =>
    dispatch({ type: "edit", line: change(live.current.line) });
  const type = (text: string) => {
    if (text !== "" && !live.current.isHelp) edit((line) => insert(line, text));
  };
  const onPress = (press: KeyPress) => {
    if (press.kind === "text") return type(press.text);
    if (press.name === "ctrl+c") return leave();
    const action = boundAction(BOOKMARKS_KEYS, press.name);
    const change = LINE_KEYS[press.name];
    if (action !== undefined) actions[action]();
    else if (change !== undefined && !live.current.isHelp) edit(change);
  };
  useKeyPresses({ onPress, onPaste: type, isActive });
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
