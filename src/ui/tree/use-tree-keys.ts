import { boundAction, type KeyPress } from "../keymap.ts";
import { type EditedLine, paste } from "../parts/line.ts";
import { lineAfter } from "../parts/line-keys.ts";
import { useKeyPresses } from "../use-key-presses.ts";
import type { TreeContext } from "./context.ts";
import { submitNote } from "./continue-actions.ts";
import { submitLabel, submitName } from "./deeds.ts";
import { LETTER_KEYS, MATCH_KEYS, TREE_KEYS, type TreeAction } from "./keys.ts";
import { NO_OVERLAY, type TreeOverlay, type TreeState } from "./state.ts";

/** What the keys of the tree lead to. */
export interface TreeKeyTargets {
  readonly context: TreeContext;
  readonly actions: Readonly<Record<TreeAction, () => void>>;
  /** A key while something covers the tree or the pane has the focus; false when it is not meant for that. */
  readonly covered: (action: TreeAction | undefined) => boolean;
  /** Text for the search. */
  readonly insert: (text: string, how: "type" | "paste") => void;
}

/** Leads key presses to what they do. Letters are the search's, unless it was left or nothing is typed yet. */
export function useTreeKeys(targets: TreeKeyTargets): void {
  const { context } = targets;
  useKeyPresses({
    onPress: (press) => onPress(press, targets),
    onPaste: (text) => {
      const { overlay } = context.live.current;
      if (isEdited(overlay)) edited(context, overlay, paste(overlay.line, text));
      else if (overlay.kind === "none" && text !== "") targets.insert(text, "paste");
    },
  });
}

function onPress(press: KeyPress, { context, actions, covered, insert }: TreeKeyTargets): void {
  const state = context.live.current;
  const action = press.kind === "key" ? boundAction(TREE_KEYS, press.name) : letterAction(press.text, state);
  if (press.kind === "key" && press.name === "ctrl+c") context.onLeave();
  else if (isEdited(state.overlay)) editLine(context, state.overlay, press);
  else if (covered(action)) return;
  else if (action !== undefined) actions[action]();
  else if (press.kind === "text") insert(press.text, "type");
}

function isEdited(overlay: TreeOverlay): overlay is EditedOverlay {
  return "line" in overlay;
}

function letterAction(input: string, { line, isSearchLeft }: TreeState): TreeAction | undefined {
  const step = isSearchLeft ? boundAction(MATCH_KEYS, input) : undefined;
  if (step !== undefined) return step;
  return line.text === "" || isSearchLeft ? boundAction(LETTER_KEYS, input) : undefined;
}

type EditedOverlay = Extract<TreeOverlay, { readonly line: EditedLine }>;

function edited({ dispatch }: TreeContext, overlay: EditedOverlay, line: EditedLine): void {
  dispatch({ type: "overlay", overlay: { ...overlay, line } });
}

function submit(context: TreeContext, overlay: EditedOverlay): void {
  const { kind, line } = overlay;
  if (kind === "rename") submitName(context, line);
  else if (kind === "label") submitLabel(context, overlay.entry, line);
  else submitNote(context, overlay.entry, line);
}

function editLine(context: TreeContext, overlay: EditedOverlay, press: KeyPress): void {
  const name = press.kind === "key" ? press.name : undefined;
  const line = lineAfter(overlay.line, press);
  if (name === "escape") context.dispatch({ type: "overlay", overlay: NO_OVERLAY });
  else if (name === "enter") submit(context, overlay);
  else if (line !== undefined) edited(context, overlay, line);
}
