import { useInput, usePaste } from "ink";
import { boundAction, keyName, typedText } from "../keymap.ts";
import {
  type EditedLine,
  eraseBackward,
  eraseForward,
  eraseWord,
  insert,
  moveLeft,
  moveRight,
} from "../parts/line.ts";
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
  const { context, actions } = targets;
  const { live } = context;
  useInput((input, key) => {
    const name = keyName(input, key);
    if (name === "ctrl+c") return context.onLeave();
    const { overlay } = live.current;
    if (overlay.kind === "label" || overlay.kind === "note") return editLine(context, overlay, name, input);
    const action = name === undefined ? letterAction(input, live.current) : boundAction(TREE_KEYS, name);
    if (targets.covered(action)) return;
    if (action !== undefined) actions[action]();
    else if (name === undefined) {
      type(input.replace(/[\r\n]+$/, ""), targets);
      // Text and Enter may arrive as one; a paste comes by another way.
      if (/[\r\n]$/.test(input)) actions.choose();
    }
  });
  usePaste((text) => {
    const { overlay } = live.current;
    if (overlay.kind === "label" || overlay.kind === "note")
      edited(context, overlay, insert(overlay.line, typedText(text)));
    else if (overlay.kind === "none") type(text, targets);
  });
}

function type(text: string, targets: TreeKeyTargets): void {
  const typed = typedText(text);
  if (typed !== "") targets.type(typed);
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

function editLine(
  context: TreeContext,
  overlay: EditedOverlay,
  name: string | undefined,
  input: string,
): void {
  const { line } = overlay;
  const change = name === undefined ? undefined : LINE_KEYS[name];
  if (name === "escape") context.dispatch({ type: "overlay", overlay: NO_OVERLAY });
  else if (name === "enter") submit(context, overlay, line);
  else if (change !== undefined) edited(context, overlay, change(line));
  if (name !== undefined) return;
  const typed = insert(line, typedText(input.replace(/[\r\n]+$/, "")));
  if (/[\r\n]$/.test(input)) submit(context, overlay, typed);
  else edited(context, overlay, typed);
}
