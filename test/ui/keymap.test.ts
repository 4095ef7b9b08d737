import type { Key } from "ink";
import { expect, it } from "vitest";
import { boundAction, keyPresses } from "../../src/ui/keymap.ts";

const NO_KEY: Key = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
};
const pressed = (input: string, key: Partial<Key> = {}) =>
  keyPresses(input, { ...NO_KEY, ...key }).map((press) =>
    press.kind === "key" ? `<${press.name}>` : press.text,
  );

it.each([
  ["a letter", "a", {}, ["a"]],
  ["a key with modifiers", "", { upArrow: true, shift: true, ctrl: true }, ["<ctrl+shift+up>"]],
  ["CTRL and a letter", "t", { ctrl: true }, ["<ctrl+t>"]],
  ["SHIFT, ALT and a letter", "L", { meta: true, shift: true }, ["<alt+shift+l>"]],
  ["text and Enter together", "total\r", {}, ["total", "<enter>"]],
  ["text and a key together", "total\x14", {}, ["total", "<ctrl+t>"]],
  ["CTRL+_, which Ink does not know", "\x1f", {}, ["<ctrl+_>"]],
  ["CTRL+_ where terminals tell it apart", "-", { ctrl: true }, ["<ctrl+->"]],
  ["text and CTRL+_ together", "ab\x1fc", {}, ["ab", "<ctrl+_>", "c"]],
  ["ALT and Backspace", "", { backspace: true, meta: true }, ["<alt+backspace>"]],
  ["CTRL and Home", "", { home: true, ctrl: true }, ["<ctrl+home>"]],
  ["a letter taken back at once", "ab\x7f\x7fc", {}, ["ab", "<backspace>", "<backspace>", "c"]],
  ["pasted lines", "one\ntwo\tthree", {}, ["one two three"]],
  ["a report of the terminal", "[I", {}, []],
  ["an invisible control", "a\x00\x9bb", {}, ["ab"]],
] as const)("%s", (_, input, key, expected) => {
  expect(pressed(input, key)).toEqual(expected);
});

it("a key that is not bound with SHIFT does what it does without", () => {
  const bindings = [{ action: "up", keys: ["up"], shown: "", description: "" }] as const;
  expect(boundAction(bindings, "shift+up")).toBe("up");
  expect(boundAction(bindings, "ctrl+up")).toBeUndefined();
});

it.each([
  ["\x1bOR", "", "f3"],
  ["\x1b[13~", "", "f3"],
  ["\x1b[[C", "", "f3"],
  ["\x1b[1;2R", "", "shift+f3"],
  ["\x1b[13;2~", "", "shift+f3"],
  ["\x1b[25~", "[25~", "shift+f3"],
])("%j is a function key, whether Ink knows it or not", (sequence, input, name) => {
  const key = { ...NO_KEY, shift: name.startsWith("shift") };
  expect(keyPresses(input, key, sequence)).toEqual([{ kind: "key", name }]);
});
