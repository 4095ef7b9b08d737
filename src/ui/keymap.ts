import type { Key } from "ink";

/** A key and what it does. The help is made from this table, so it cannot say anything else. */
export interface Keybinding<Action extends string> {
  readonly action: Action;
  /** Names as in the agents' keybinding files: `ctrl+s`, `pageUp`, `f1`. */
  readonly keys: readonly string[];
  readonly shown: string;
  readonly description: string;
  /** A word for the line of keys at the bottom; without it the key stands only in the help. */
  readonly short?: string;
}

/** The action that a key is bound to. A key that is not bound with SHIFT does what it does without. */
export function boundAction<Action extends string>(
  bindings: readonly Keybinding<Action>[],
  key: string,
): Action | undefined {
  const bound = bindings.find((binding) => binding.keys.includes(key));
  return (bound ?? bindings.find((binding) => binding.keys.includes(key.replace("shift+", ""))))?.action;
}

const NAMED_KEYS: readonly (readonly [flag: keyof Key, name: string])[] = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "pageUp"],
  ["pageDown", "pageDown"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "escape"],
  ["tab", "tab"],
  ["backspace", "backspace"],
  ["delete", "delete"],
];

/** The name of a key press, as in `ctrl+shift+up`; undefined for plain text. */
export function keyName(input: string, key: Key): string | undefined {
  const named = NAMED_KEYS.find(([flag]) => key[flag] === true)?.[1];
  const modifiers = `${key.ctrl ? "ctrl+" : ""}${key.meta && named !== "escape" ? "alt+" : ""}`;
  const shift = key.shift ? "shift+" : "";
  if (named !== undefined) return modifiers + shift + named;
  // Ink tells function keys apart from nothing but each other's absence of text: any of them is F1.
  if (input === "" && modifiers === "") return "f1";
  if (modifiers !== "" && input.length === 1) return modifiers + shift + input.toLowerCase();
  return undefined;
}

/** A sequence nobody asked for, such as a focus report, without the escape character that Ink takes off. */
const UNKNOWN_SEQUENCE = /^\[(?:[<?]?[\d;]+[A-Za-z~]|[IO])$/;

/** What of a key press is text to type: control characters and unknown sequences are not. */
export function typedText(input: string): string {
  if (UNKNOWN_SEQUENCE.test(input)) return "";
  return input.replace(/[\r\n\t]+/g, " ").replace(/[\x00-\x1f\x7f-\x9f]/g, "");
}
