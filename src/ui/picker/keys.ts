import type { Keybinding } from "../keymap.ts";

export type PickerAction =
  | "up"
  | "down"
  | "pageUp"
  | "pageDown"
  | "first"
  | "last"
  | "choose"
  | "tree"
  | "bookmarks"
  | "leave"
  | "scope"
  | "sort"
  | "named"
  | "paths"
  | "problems"
  | "reread"
  | "help"
  | "eraseBackward"
  | "eraseForward"
  | "eraseWord"
  | "eraseAll"
  | "caretLeft"
  | "caretRight";

export const PICKER_KEYS: readonly Keybinding<PickerAction>[] = [
  {
    action: "choose",
    keys: ["enter"],
    shown: "Enter",
    description: "resume the selected session",
    short: "resume",
  },
  {
    action: "leave",
    keys: ["escape", "ctrl+c"],
    shown: "Escape, CTRL+C",
    description: "leave without choosing",
    short: "leave",
  },
  {
    action: "tree",
    keys: ["ctrl+t"],
    shown: "CTRL+T",
    description: "the session's branches",
    short: "tree",
  },
  {
    action: "scope",
    keys: ["tab"],
    shown: "Tab",
    description: "current folder or all folders",
    short: "folder/all",
  },
  {
    action: "sort",
    keys: ["ctrl+s"],
    shown: "CTRL+S",
    description: "sort: threaded, recent, relevance",
    short: "sort",
  },
  {
    action: "named",
    keys: ["ctrl+n"],
    shown: "CTRL+N",
    description: "all sessions or only named ones",
    short: "named",
  },
  { action: "paths", keys: ["ctrl+p"], shown: "CTRL+P", description: "show file paths", short: "paths" },
  { action: "help", keys: ["f1"], shown: "F1", description: "this help", short: "help" },
  {
    action: "bookmarks",
    keys: ["ctrl+b"],
    shown: "CTRL+B",
    description: "all labelled entries",
    short: "bookmarks",
  },
  {
    action: "problems",
    keys: ["ctrl+g"],
    shown: "CTRL+G",
    description: "files that could not be read, and why",
  },
  {
    action: "reread",
    keys: ["ctrl+l", "f5"],
    shown: "CTRL+L, F5",
    description: "look for what has changed on disk",
  },
  { action: "up", keys: ["up"], shown: "Up", description: "previous session" },
  { action: "down", keys: ["down"], shown: "Down", description: "next session" },
  { action: "pageUp", keys: ["pageUp"], shown: "PageUp", description: "a page up" },
  { action: "pageDown", keys: ["pageDown"], shown: "PageDown", description: "a page down" },
  { action: "first", keys: ["home"], shown: "Home", description: "first session" },
  { action: "last", keys: ["end"], shown: "End", description: "last session" },
  {
    action: "eraseBackward",
    keys: ["backspace"],
    shown: "Backspace",
    description: "erase a character of the query",
  },
  {
    action: "eraseForward",
    keys: ["delete"],
    shown: "Delete",
    description: "erase the character under the caret",
  },
  { action: "eraseWord", keys: ["ctrl+w"], shown: "CTRL+W", description: "erase a word of the query" },
  { action: "eraseAll", keys: ["ctrl+u"], shown: "CTRL+U", description: "erase the query" },
  { action: "caretLeft", keys: ["left"], shown: "Left", description: "caret left" },
  { action: "caretRight", keys: ["right"], shown: "Right", description: "caret right" },
];
