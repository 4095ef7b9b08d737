import type { Keybinding } from "../keymap.ts";
import type { LineEdit } from "../parts/line.ts";
import { LINE_KEYS } from "../parts/line-keys.ts";

export type PickerAction =
  | "up"
  | "down"
  | "pageUp"
  | "pageDown"
  | "first"
  | "last"
  | "choose"
  | "tree"
  | "leave"
  | "scope"
  | "sort"
  | "named"
  | "paths"
  | "problems"
  | "reread"
  | "help";

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
  {
    action: "first",
    keys: ["home", "ctrl+home"],
    shown: "CTRL+Home",
    description: "first session; also Home, while no search is typed",
  },
  {
    action: "last",
    keys: ["end", "ctrl+end"],
    shown: "CTRL+End",
    description: "last session; also End, while no search is typed",
  },
];

/** The keys of the search line. Where one of them is bound above too, it edits only once something is typed. */
export const SEARCH_KEYS: readonly Keybinding<LineEdit>[] = LINE_KEYS;

/** The order of the help: everything that can be pressed. */
export const ALL_PICKER_KEYS: readonly Keybinding<string>[] = [...PICKER_KEYS, ...SEARCH_KEYS];
