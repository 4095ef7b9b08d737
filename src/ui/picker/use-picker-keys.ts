import { completion } from "../../model/query/complete-field.ts";
import { boundAction, type KeyPress } from "../keymap.ts";
import { useKeyPresses } from "../use-key-presses.ts";
import type { PickerContext } from "./context.ts";
import { askToDelete, undoDelete } from "./delete-deeds.ts";
import { PICKER_KEYS, type PickerAction, SEARCH_KEYS } from "./keys.ts";
import { copyPaths, markAndMove, markRange } from "./mark-deeds.ts";
import { onOverlayPaste, onOverlayPress, type PageScroll, stopWorking } from "./overlay-keys.ts";
import { startRename } from "./rename-deeds.ts";

/** What the keys of the picker lead to. */
export interface PickerKeys extends PageScroll {
  readonly context: PickerContext;
  readonly choose: () => void;
  readonly openTree: () => void;
  readonly openBookmarks: () => void;
  readonly reread: () => void;
  /** Rows in view. */
  readonly rowsInView: number;
  readonly isActive: boolean;
  readonly leave: () => void;
}

/** Leads key presses to what they do. */
export function usePickerKeys(keys: PickerKeys): void {
  const { context, leave, isActive } = keys;
  const { live, dispatch } = context;
  const actions = pickerActions(keys);
  const stopOrLeave = () => {
    const { overlay } = live.current;
    if (overlay.kind === "working" && overlay.canStop) stopWorking(context, overlay.what);
    else leave();
  };
  const onPress = (press: KeyPress) => {
    const { overlay, line } = live.current;
    const action = press.kind === "key" ? boundAction(PICKER_KEYS, press.name) : undefined;
    const edit = press.kind === "key" ? boundAction(SEARCH_KEYS, press.name) : undefined;
    const name = press.kind === "key" ? press.name : undefined;
    if (name === "enter" && context.enter.isHeld()) return;
    context.enter.release();
    if (name === "ctrl+c") stopOrLeave();
    else if (overlay.kind !== "none") onOverlayPress(press, action, overlay, keys);
    else if (edit !== undefined && (action === undefined || line.text !== ""))
      dispatch({ type: "edit", edit });
    else if (action !== undefined) actions[action]();
    else if (press.kind === "text") dispatch({ type: "type", text: press.text });
  };
  const onPaste = (text: string) => {
    const { overlay } = live.current;
    if (overlay.kind === "none") dispatch({ type: "paste", text });
    else onOverlayPaste(text, overlay, context);
  };
  useKeyPresses({ onPress, onPaste, isActive });
}

function pickerActions(keys: PickerKeys): Readonly<Record<PickerAction, () => void>> {
  const { context, rowsInView, choose, openTree, reread, leave } = keys;
  const { dispatch, rows } = context;
  const move = (by: number) => dispatch({ type: "move", rows: rows(), by });
  return {
    up: () => move(-1),
    down: () => move(1),
    pageUp: () => move(-rowsInView),
    pageDown: () => move(rowsInView),
    first: () => move(Number.NEGATIVE_INFINITY),
    last: () => move(Number.POSITIVE_INFINITY),
    choose,
    tree: openTree,
    nextHit: () => context.hits.step(1),
    previousHit: () => context.hits.step(-1),
    bookmarks: keys.openBookmarks,
    leave,
    rename: () => startRename(context),
    delete: () => askToDelete(context),
    undo: () => undoDelete(context),
    copy: () => copyPaths(context),
    mark: () => markAndMove(context),
    markUp: () => markRange(context, -1),
    markDown: () => markRange(context, 1),
    marks: () => dispatch({ type: "overlay", overlay: { kind: "marks", selected: 0 } }),
    scope: () => completeOrToggleScope(context),
    sort: () => dispatch({ type: "toggle", what: "sort" }),
    named: () => dispatch({ type: "toggle", what: "named" }),
    empty: () => dispatch({ type: "toggle", what: "empty" }),
    paths: () => dispatch({ type: "toggle", what: "paths" }),
    reread,
    problems: () => dispatch({ type: "overlay", overlay: { kind: "problems" } }),
    help: () => dispatch({ type: "overlay", overlay: { kind: "help" } }),
  };
}

function completeOrToggleScope({ live, dispatch }: PickerContext): void {
  const { text, caret } = live.current.line;
  const rest = completion(text, caret);
  dispatch(rest === undefined ? { type: "toggle", what: "scope" } : { type: "paste", text: rest });
}
