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

/** What terminals send for the function keys in use here. */
const FUNCTION_KEYS: Readonly<Record<string, string>> = {
  "\x1bOP": "f1",
  "\x1b[11~": "f1",
  "\x1b[[A": "f1",
  "\x1bOR": "f3",
  "\x1b[13~": "f3",
  "\x1b[[C": "f3",
  "\x1b[1;2R": "shift+f3",
  "\x1b[13;2~": "shift+f3",
  // Some terminals know no SHIFT here and count on: F13.
  "\x1b[25~": "shift+f3",
  "\x1b[15~": "f5",
  "\x1b[[E": "f5",
};

/** The name of a key press, as in `ctrl+shift+up`; undefined for plain text. `sequence` is what the terminal sent. */
export function keyName(input: string, key: Key, sequence = ""): string | undefined {
  const named = NAMED_KEYS.find(([flag]) => key[flag] === true)?.[1];
  const modifiers = `${key.ctrl ? "ctrl+" : ""}${key.meta && named !== "escape" ? "alt+" : ""}`;
  const shift = key.shift ? "shift+" : "";
  const functionKey = FUNCTION_KEYS[sequence];
  if (functionKey !== undefined) return functionKey;
  if (sequence === "\b") return "ctrl+backspace";
  if (named !== undefined) return modifiers + shift + named;
  if (input === "" && modifiers === "") return undefined;
  if (modifiers !== "" && input.length === 1) return modifiers + shift + input.toLowerCase();
  return undefined;
}

/** A sequence nobody asked for, such as a focus report, without the escape character that Ink takes off. */
const UNKNOWN_SEQUENCE = /^\[(?:[<?]?[\d;]+[A-Za-z~]|[IO])$/;

/** What of a key press is text to type: control characters and unknown sequences are not. */
function typedText(input: string): string {
  if (UNKNOWN_SEQUENCE.test(input)) return "";
  return input.replace(/[\r\n\t]+/g, " ").replace(/[\x00-\x1f\x7f-\x9f]/g, "");
}

/** One thing that was pressed: a key with a name, or text to type. */
export type KeyPress =
  /** `isBehindText`: an Enter that arrived together with the text before it. */
  | { readonly kind: "key"; readonly name: string; readonly isBehindText?: boolean }
  | { readonly kind: "text"; readonly text: string };

/**
 * What Ink reports as one input, taken apart. Over a slow line text and keys arrive together: a control character in
 * or behind a text is a key of its own. A line break is Enter only at the end; inside it belongs to a paste.
 */
export function keyPresses(input: string, key: Key, sequence = ""): readonly KeyPress[] {
  const name = keyName(input, key, sequence);
  if (name !== undefined) return [{ kind: "key", name }];
  const end = /[\r\n]+$/.exec(input);
  const presses: KeyPress[] = [];
  for (const [piece] of input.slice(0, end?.index).matchAll(PIECES)) {
    const control = CONTROLS[piece] ?? controlKey(piece);
    if (control !== undefined) presses.push({ kind: "key", name: control });
    else if (typedText(piece) !== "") presses.push({ kind: "text", text: typedText(piece) });
  }
  if (end === null) return presses;
  return [
    ...presses,
    { kind: "key", name: "enter", isBehindText: presses.some(({ kind }) => kind === "text") },
  ];
}

/** Text, line breaks and tabs in it included, or one other control character. */
const PIECES = /[\x01-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]|[^\x01-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]+/g;
const CONTROLS: Readonly<Record<string, string>> = { "\x7f": "backspace", "\b": "backspace" };

/** The key that sends a control character; Ink knows those of the letters only, not CTRL+_ and its like. */
function controlKey(piece: string): string | undefined {
  const code = piece.length === 1 ? piece.charCodeAt(0) : 0;
  const isControl = code >= 1 && code <= 31 && !NO_CONTROL_KEYS.has(code);
  return isControl ? `ctrl+${String.fromCharCode(code + 64).toLowerCase()}` : undefined;
}

/** Tab, line breaks and Escape. */
const NO_CONTROL_KEYS: ReadonlySet<number> = new Set([9, 10, 13, 27]);
