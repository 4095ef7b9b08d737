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
import type { TreeContext } from "./context.ts";
import { submitNote } from "./continue-actions.ts";
import { submitLabel } from "./deeds.ts";
import { LETTER_KEYS, MATCH_KEYS, TREE_KEYS, type TreeAction } from "./keys.ts";
import { NO_OVERLAY, type TreeOverlay, type TreeState } from "./state.ts";

/** What the keys of the tree lead to. */
export interface TreeKeyTargets {
  readonly context: TreeContext;
  readonly actions: Readonly<Record<TreeAction, () => void>>;
  /** A key while something covers the tree or the pane has the focus; false when it is not meant for that. */
  readonly covered: (action: TreeAction | undefined) => boolean;
  /** Letters for the search. */
  readonly type: (text: string) => void;
}

/** Leads key presses to what they do. Letters are the search's, unless it was left or nothing is typed yet. */
export function useTreeKeys(targets: TreeKeyTargets): void {
  const { context } = targets;
  useKeyPresses({
    onPress: (press) => onPress(press, targets),
    onPaste: (text) => {
      const { overlay } = context.live.current;
      if (isEdited(overlay)) edited(context, overlay, insert(overlay.line, text));
      else if (overlay.kind === "none" && text !== "") targets.type(text);
    },
  });
}

function onPress(press: KeyPress, { context, actions, covered, type }: TreeKeyTargets): void {
  const state = context.live.current;
  const action = press.kind === "key" ? boundAction(TREE_KEYS, press.name) : letterAction(press.text, state);
  if (press.kind === "key" && press.name === "ctrl+c") context.onLeave();
  else if (isEdited(state.overlay)) editLine(context, state.overlay, press);
  else if (covered(action)) return;
  else if (action !== undefined) actions[action]();
  else if (press.kind === "text") type(press.text);
}

function isEdited(overlay: TreeOverlay): overlay is EditedOverlay {
  return overlay.kind === "label" || overlay.kind === "note";
}

function letterAction(input: string, { line, isSearchLeft }: TreeState): TreeAction | undefined {
  const step = isSearchLeft ? boundAction(MATCH_KEYS, input) : undefined;
  if (step !== undefined) return step;
  return line.text === "" || isSearchLeft ? boundAction(LETTER_KEYS, input) : undefined;
}

const LINE_KEYS: Readonly<Record<string, (line: EditedLine) => EditedLine>> = {
  backspace: eraseBackward,
  delete: eraseForward,
  "ctrl+w": eraseWord,
  "ctrl+u": () => ({ text: "", caret: 0 }),
  left: moveLeft,
  right: moveRight,
  home: ({ text }) => ({ text, caret: 0 }),
  end: ({ text }) => ({ text, caret: text.length }),
};

type EditedOverlay = Extract<TreeOverlay, { readonly line: EditedLine }>;

function edited({ dispatch }: TreeContext, overlay: EditedOverlay, line: EditedLine): void {
  dispatch({ type: "overlay", overlay: { ...overlay, line } });
}

function submit(context: TreeContext, { kind, entry }: EditedOverlay, line: EditedLine): void {
  if (kind === "label") submitLabel(context, entry, line);
  else submitNote(context, entry, line);
}

function editLine(context: TreeContext, overlay: EditedOverlay, press: KeyPress): void {
  const { line } = overlay;
  const change = press.kind === "text" ? undefined : LINE_KEYS[press.name];
  if (press.kind === "text") edited(context, overlay, insert(line, press.text));
  else if (press.name === "escape") context.dispatch({ type: "overlay", overlay: NO_OVERLAY });
  else if (press.name === "enter") submit(context, overlay, line);
  else if (change !== undefined) edited(context, overlay, change(line));
}
