import type { ListRow } from "../../model/arrange.ts";
import { boundAction, type KeyPress } from "../keymap.ts";
import { useKeyPresses } from "../use-key-presses.ts";
import { PICKER_KEYS, type PickerAction } from "./keys.ts";
import { NO_OVERLAY, type PickerEvent, type PickerState } from "./state.ts";

/** What the keys of the picker lead to. */
export interface PickerKeys {
  readonly live: { readonly current: PickerState };
  readonly liveRows: () => readonly ListRow[];
  /** The most that the page in place of the list can be scrolled: lines. */
  readonly latestPageTop: () => number;
  readonly height: number;
  readonly dispatch: (event: PickerEvent) => void;
  readonly choose: () => void;
  readonly openTree: () => void;
  readonly openBookmarks: () => void;
  readonly reread: () => void;
  readonly isActive: boolean;
  readonly leave: () => void;
}

/** Leads key presses to what they do. */
export function usePickerKeys(keys: PickerKeys): void {
  const { live, liveRows, latestPageTop, height, dispatch, choose, openTree, reread, leave, isActive } = keys;
  const move = (by: number) => {
    if (live.current.overlay.kind === "none") dispatch({ type: "move", rows: liveRows(), by });
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
    bookmarks: keys.openBookmarks,
    leave,
    scope: () => dispatch({ type: "toggle", what: "scope" }),
    sort: () => dispatch({ type: "toggle", what: "sort" }),
    named: () => dispatch({ type: "toggle", what: "named" }),
    paths: () => dispatch({ type: "toggle", what: "paths" }),
    reread,
    problems: () => dispatch({ type: "overlay", overlay: { kind: "problems" } }),
    help: () => dispatch({ type: "overlay", overlay: { kind: "help" } }),
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
    else if (overlay.kind !== "none") {
      if (action === "leave" || (action === overlay.kind && action !== undefined))
        dispatch({ type: "overlay", overlay: NO_OVERLAY });
      else if (action !== undefined && SCROLL_ACTIONS.has(action)) actions[action]();
    } else if (action !== undefined) actions[action]();
    else if (press.kind === "text") type(press.text);
  };
  const onPaste = (text: string) => {
    if (live.current.overlay.kind === "none") type(text);
  };
  useKeyPresses({ onPress, onPaste, isActive });
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
