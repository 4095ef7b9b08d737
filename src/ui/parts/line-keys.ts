import { boundAction, type Keybinding, type KeyPress } from "../keymap.ts";
import { type EditedLine, edit, insert, type LineEdit } from "./line.ts";

type Binding = Keybinding<LineEdit>;

const bind = (action: LineEdit, keys: readonly string[], shown: string, description: string): Binding => ({
  action,
  keys,
  shown,
  description,
});

/** The keys that edit a line, wherever one is edited in full. */
export const LINE_KEYS: readonly Binding[] = [
  bind("left", ["left"], "Left", "a character to the left"),
  bind("right", ["right"], "Right", "a character to the right"),
  bind("wordLeft", ["ctrl+left", "alt+left", "alt+b"], "CTRL+Left, ALT+B", "a word to the left"),
  bind("wordRight", ["ctrl+right", "alt+right", "alt+f"], "CTRL+Right, ALT+F", "a word to the right"),
  bind("start", ["home", "ctrl+a"], "Home, CTRL+A", "to the start of what is typed"),
  bind("end", ["end", "ctrl+e"], "End, CTRL+E", "to the end of what is typed"),
  // Some terminals send for Backspace what others send for CTRL+Backspace.
  bind("eraseBackward", ["backspace", "ctrl+backspace", "ctrl+h"], "Backspace", "erase a character"),
  bind("eraseForward", ["delete"], "Delete", "erase the character under the cursor"),
  bind("eraseToSpace", ["ctrl+w"], "CTRL+W", "erase back to a space"),
  bind("eraseWordBackward", ["alt+backspace"], "ALT+Backspace", "erase a word"),
  bind("eraseWordForward", ["alt+d", "alt+delete"], "ALT+D", "erase the word after the cursor"),
  bind("eraseToStart", ["ctrl+u"], "CTRL+U", "erase all before the cursor"),
  bind("eraseToEnd", ["ctrl+k"], "CTRL+K", "erase all after the cursor"),
  // CTRL+_, CTRL+- and CTRL+/ send the same, unless the terminal tells them apart.
  bind("undo", ["ctrl+_", "ctrl+-", "ctrl+/"], "CTRL+_", "take back what was typed or erased"),
  bind("redo", ["alt+shift+z"], "SHIFT+ALT+Z", "bring back what was taken back"),
];

/** Where the line has the keyboard to itself, keys that do something else on other screens edit it too. */
export const DIALOG_LINE_KEYS: readonly Binding[] = [
  ...LINE_KEYS,
  bind("left", ["ctrl+b"], "CTRL+B", "a character to the left"),
  bind("right", ["ctrl+f"], "CTRL+F", "a character to the right"),
  bind("undo", ["ctrl+z"], "CTRL+Z", "take back what was typed or erased"),
  bind("redo", ["ctrl+y"], "CTRL+Y", "bring back what was taken back"),
];

/** The line of a dialog after a key press; undefined when the key does not edit. */
export function lineAfter(line: EditedLine, press: KeyPress): EditedLine | undefined {
  if (press.kind === "text") return insert(line, press.text);
  const action = boundAction(DIALOG_LINE_KEYS, press.name);
  return action === undefined ? undefined : edit(line, action);
}
