import type { Keybinding } from "../keymap.ts";
import type { LineEdit } from "../parts/line.ts";
import { LINE_KEYS } from "../parts/line-keys.ts";
import type { Overlay } from "./state.ts";

export type PickerAction =
  | "up"
  | "down"
  | "pageUp"
  | "pageDown"
  | "first"
  | "last"
  | "choose"
  | "tree"
  | "nextHit"
  | "previousHit"
  | "bookmarks"
  | "leave"
  | "scope"
  | "sort"
  | "named"
  | "empty"
  | "paths"
  | "rename"
  | "delete"
  | "undo"
  | "copy"
  | "mark"
  | "markUp"
  | "markDown"
  | "marks"
  | "problems"
  | "reread"
  | "help";

const NEXT_HIT: Keybinding<PickerAction> = {
  action: "nextHit",
  keys: ["alt+down", "f3"],
  shown: "ALT+Down, F3",
  description: "the next hit of the search in the selected session",
};

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
    description: "the session's branches; while a search shows a hit, at that entry",
    short: "tree",
  },
  { action: "help", keys: ["f1"], shown: "F1", description: "this help", short: "help" },
  {
    action: "scope",
    keys: ["tab"],
    shown: "Tab",
    description: "current folder or all folders; completes the name of a field while one is typed",
    short: "folder/all",
  },
  { action: "rename", keys: ["ctrl+r"], shown: "CTRL+R", description: "rename the session", short: "rename" },
  {
    action: "delete",
    keys: ["ctrl+d", "ctrl+backspace"],
    shown: "CTRL+D",
    description: "delete it or all marked, after a question; also CTRL+Backspace",
    short: "delete",
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
  {
    action: "empty",
    keys: ["ctrl+f"],
    shown: "CTRL+F",
    description: "all sessions or only those without a message of yours",
  },
  {
    action: "undo",
    keys: ["ctrl+z"],
    shown: "CTRL+Z",
    description: "bring back what was deleted last",
  },
  {
    action: "mark",
    keys: ["ctrl+o"],
    shown: "CTRL+O",
    description: "mark the session or unmark it, and go on to the next",
    short: "mark",
  },
  { action: "markUp", keys: ["shift+up"], shown: "SHIFT+Up", description: "mark, and on to the previous" },
  { action: "markDown", keys: ["shift+down"], shown: "SHIFT+Down", description: "mark, and on to the next" },
  {
    action: "marks",
    keys: ["ctrl+y"],
    shown: "CTRL+Y",
    description: "mark all that match, invert, unmark all",
  },
  {
    action: "copy",
    keys: ["ctrl+x"],
    shown: "CTRL+X",
    description: "copy the path, or the paths of all marked sessions",
  },
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
  NEXT_HIT,
  {
    action: "previousHit",
    keys: ["alt+up", "shift+f3"],
    shown: "ALT+Up, SHIFT+F3",
    description: "the previous hit in the selected session",
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

/** The keys of what covers the list, for the line at the bottom. */
const OVERLAY_KEYS: Readonly<
  Record<Exclude<Overlay["kind"], "none" | "missingFolder">, readonly Keybinding<string>[]>
> = {
  help: [shownKey("Up, Down", "scroll"), shownKey("Escape", "back")],
  problems: [shownKey("Up, Down", "scroll"), shownKey("Escape", "back")],
  report: [shownKey("Up, Down", "scroll"), shownKey("Escape", "back")],
  rename: [shownKey("Enter", "rename"), shownKey("Escape", "leave it as it is")],
  delete: [shownKey("Enter", "delete"), shownKey("Escape", "cancel"), shownKey("Up, Down", "scroll")],
  erase: [shownKey("Enter", "remove for good"), shownKey("Escape", "cancel"), shownKey("Up, Down", "scroll")],
  marks: [shownKey("Enter", "choose"), shownKey("Up, Down", "select"), shownKey("Escape", "back")],
  working: [shownKey("Escape", "stop")],
};

/** Where the selected session has several hits, the way to the next of them is named too. */
const HIT_KEYS: readonly Keybinding<string>[] = PICKER_KEYS.flatMap((binding) =>
  binding.action === "tree" ? [binding, shownKey("F3", "next hit")] : [binding],
);

/** The keys that the line at the bottom names. `hits` is the number of hits in the selected session. */
export function keysFor(overlay: Overlay, hits: number): readonly Keybinding<string>[] {
  if (overlay.kind === "working" && !overlay.canStop) return [];
  const { kind } = overlay;
  return kind === "none" || kind === "missingFolder"
    ? hits > 1
      ? HIT_KEYS
      : PICKER_KEYS
    : OVERLAY_KEYS[kind];
}

function shownKey(shown: string, short: string): Keybinding<string> {
  return { action: "", keys: [], shown, description: "", short };
}
