import type { Keybinding } from "../keymap.ts";
import type { TreeOverlay } from "./state.ts";

export type TreeAction =
  | "up"
  | "down"
  | "pageUp"
  | "pageDown"
  | "first"
  | "last"
  | "choose"
  | "leave"
  | "foldOrUp"
  | "unfoldOrDown"
  | "foldAll"
  | "unfoldAll"
  | "parent"
  | "previousSibling"
  | "nextSibling"
  | "previousUser"
  | "nextUser"
  | "previousLabel"
  | "nextLabel"
  | "branches"
  | "filterDefault"
  | "filterNoTools"
  | "filterUserOnly"
  | "filterLabeledOnly"
  | "filterAll"
  | "nextFilter"
  | "previousFilter"
  | "editLabel"
  | "rename"
  | "labelTimes"
  | "copy"
  | "compare"
  | "pane"
  | "focus"
  | "raw"
  | "paneUp"
  | "paneDown"
  | "erase"
  | "eraseToSpace"
  | "eraseWord"
  | "undo"
  | "nextMatch"
  | "previousMatch"
  | "problems"
  | "reread"
  | "help";

type Binding = Keybinding<TreeAction>;

const bind = (
  action: TreeAction,
  keys: readonly string[],
  shown: string,
  description: string,
  short?: string,
): Binding => ({ action, keys, shown, description, ...(short === undefined ? {} : { short }) });

/** Keys that work at any time. The first of them stand in the line at the bottom. */
export const TREE_KEYS: readonly Binding[] = [
  bind("choose", ["enter"], "Enter", "go on from the entry; leave the search line", "go on"),
  bind("help", ["f1"], "F1", "this help", "help"),
  bind("leave", ["escape", "ctrl+c"], "Escape", "clear the search, then leave", "leave"),
  bind(
    "foldOrUp",
    ["ctrl+left", "alt+left", "alt+b"],
    "CTRL+Left",
    "fold, or jump to the segment's start",
    "fold",
  ),
  bind(
    "unfoldOrDown",
    ["ctrl+right", "alt+right", "alt+f"],
    "CTRL+Right",
    "unfold, or jump to the next segment or the end",
    "unfold",
  ),
  bind("branches", ["ctrl+b"], "CTRL+B", "all branches, one line each", "branches"),
  bind("compare", ["ctrl+k"], "CTRL+K", "mark an entry; on another one: compare the two", "compare"),
  bind("nextFilter", ["ctrl+o"], "CTRL+O", "next filter", "filter"),
  bind("previousFilter", ["ctrl+shift+o", "alt+o"], "SHIFT+CTRL+O, ALT+O", "previous filter"),
  bind("filterDefault", ["ctrl+d"], "CTRL+D", "filter: default"),
  bind("filterNoTools", ["ctrl+t"], "CTRL+T", "filter: no tool results; again: default"),
  bind("filterUserOnly", ["ctrl+u"], "CTRL+U", "filter: only what you said; again: default"),
  bind("filterLabeledOnly", ["ctrl+l"], "CTRL+L", "filter: only labelled entries; again: default"),
  bind("filterAll", ["ctrl+a"], "CTRL+A", "filter: everything; again: default"),
  bind("rename", ["ctrl+r"], "CTRL+R", "rename the session"),
  bind("copy", ["ctrl+x"], "CTRL+X", "copy the entry's text"),
  bind("pane", ["ctrl+v"], "CTRL+V", "show or hide the entry in full"),
  bind("focus", ["tab"], "Tab", "scroll the entry in full, and back to the tree"),
  bind("raw", ["ctrl+s"], "CTRL+S", "the entry as JSON"),
  bind("paneUp", ["alt+up"], "ALT+Up", "scroll the entry in full up"),
  bind("paneDown", ["alt+down"], "ALT+Down", "scroll the entry in full down"),
  bind("up", ["up"], "Up", "previous entry"),
  bind("down", ["down"], "Down", "next entry"),
  bind("pageUp", ["left", "pageUp"], "Left, PageUp", "a page up"),
  bind("pageDown", ["right", "pageDown"], "Right, PageDown", "a page down"),
  bind("first", ["home"], "Home", "first entry"),
  bind("last", ["end"], "End", "last entry"),
  bind("parent", ["ctrl+p"], "CTRL+P", "the entry above it in its branch"),
  bind("previousSibling", ["shift+up"], "SHIFT+Up", "previous sibling branch"),
  bind("nextSibling", ["shift+down"], "SHIFT+Down", "next sibling branch"),
  bind("previousUser", ["ctrl+up"], "CTRL+Up", "previous message of yours"),
  bind("nextUser", ["ctrl+down"], "CTRL+Down", "next message of yours"),
  bind("previousLabel", ["alt+shift+l"], "SHIFT+ALT+L", "previous labelled entry"),
  bind("nextLabel", ["alt+l"], "ALT+L", "next labelled entry"),
  bind("reread", ["f5"], "F5", "read the file again"),
  bind("foldAll", ["ctrl+f"], "CTRL+F", "fold all branches"),
  bind("unfoldAll", ["ctrl+e"], "CTRL+E", "unfold all"),
  bind("erase", ["backspace"], "Backspace", "erase a character of the search"),
  bind("eraseToSpace", ["ctrl+w"], "CTRL+W", "erase the search back to a space"),
  bind("eraseWord", ["alt+backspace"], "ALT+Backspace", "erase a word of the search"),
  bind("undo", ["ctrl+_", "ctrl+-", "ctrl+/"], "CTRL+_", "take back what was typed or erased"),
  bind("problems", ["ctrl+g"], "CTRL+G", "lines that could not be read, and why"),
];

/** Keys that are letters of the search while one is being typed. */
export const LETTER_KEYS: readonly Binding[] = [
  bind("editLabel", ["L"], "SHIFT+L", "edit the label (while no search is typed)"),
  bind("labelTimes", ["T"], "SHIFT+T", "show when labels were set (while no search is typed)"),
];

/** Keys that step through the matches of a search that was left with Enter. */
export const MATCH_KEYS: readonly Binding[] = [
  bind("nextMatch", ["n"], "n", "next match (after Enter in a search)"),
  bind("previousMatch", ["N"], "SHIFT+N", "previous match (after Enter in a search)"),
];

/** The order of the help: everything that can be pressed. */
export const ALL_TREE_KEYS: readonly Binding[] = [...TREE_KEYS, ...LETTER_KEYS, ...MATCH_KEYS];

/** The keys of what covers the tree, for the line at the bottom. */
export const OVERLAY_KEYS: Readonly<Record<Exclude<TreeOverlay["kind"], "none">, readonly Binding[]>> = {
  help: [bind("down", [], "Up, Down", "", "scroll"), bind("leave", [], "Escape", "", "back")],
  problems: [bind("down", [], "Up, Down", "", "scroll"), bind("leave", [], "Escape", "", "back")],
  comparison: [bind("down", [], "Up, Down", "", "scroll"), bind("leave", [], "Escape", "", "back")],
  branches: [
    bind("choose", [], "Enter", "", "jump there"),
    bind("down", [], "Up, Down", "", "select"),
    bind("leave", [], "Escape", "", "back"),
  ],
  menu: [
    bind("choose", [], "Enter", "", "choose"),
    bind("down", [], "Up, Down", "", "select"),
    bind("leave", [], "Escape", "", "back"),
  ],
  note: [bind("choose", [], "Enter", "", "go on"), bind("leave", [], "Escape", "", "back")],
  label: [bind("choose", [], "Enter", "", "set"), bind("leave", [], "Escape", "", "back")],
  rename: [bind("choose", [], "Enter", "", "rename"), bind("leave", [], "Escape", "", "back")],
  writing: [],
};
