import type { Keybinding } from "../keymap.ts";

export type BookmarksAction =
  | "open"
  | "back"
  | "scope"
  | "reread"
  | "help"
  | "up"
  | "down"
  | "pageUp"
  | "pageDown"
  | "first"
  | "last";

type Binding = Keybinding<BookmarksAction>;

/** The keys of the bookmarks. Those that edit the search stand in the help as well. */
export const BOOKMARKS_KEYS: readonly Binding[] = [
  { action: "open", keys: ["enter"], shown: "Enter", description: "the tree at this entry", short: "tree" },
  {
    action: "back",
    keys: ["escape"],
    shown: "Escape",
    description: "clear the search, then back to the sessions",
    short: "back",
  },
  {
    action: "scope",
    keys: ["tab"],
    shown: "Tab",
    description: "current folder or all folders",
    short: "folder/all",
  },
  { action: "help", keys: ["f1"], shown: "F1", description: "this help", short: "help" },
  {
    action: "reread",
    keys: ["ctrl+l", "f5"],
    shown: "CTRL+L, F5",
    description: "look for what has changed on disk",
  },
  { action: "up", keys: ["up"], shown: "Up", description: "previous label" },
  { action: "down", keys: ["down"], shown: "Down", description: "next label" },
  { action: "pageUp", keys: ["pageUp"], shown: "PageUp", description: "a page up" },
  { action: "pageDown", keys: ["pageDown"], shown: "PageDown", description: "a page down" },
  { action: "first", keys: ["home"], shown: "Home", description: "first label" },
  { action: "last", keys: ["end"], shown: "End", description: "last label" },
];

export const HELP_KEYS: readonly Keybinding<string>[] = [
  ...BOOKMARKS_KEYS,
  { action: "edit", keys: [], shown: "CTRL+U, CTRL+W", description: "erase the search, or a word of it" },
  { action: "leave", keys: [], shown: "CTRL+C", description: "leave without choosing" },
];
