import { expect, test } from "vitest";
import type { ListRow } from "../../src/model/arrange.ts";
import { type PickerEvent, type PickerState, pickerReducer, selectionIn } from "../../src/ui/picker/state.ts";

const START: PickerState = {
  line: { text: "", caret: 0 },
  scope: "folder",
  sort: "threaded",
  namedOnly: false,
  showPaths: false,
  overlay: "none",
  selected: undefined,
  selectedIndex: 0,
};

function row(path: string, score = 0): ListRow {
  const session = {
    path,
    id: path,
    cwd: "/work",
    name: undefined,
    created: 0,
    modified: 0,
    messageCount: 1,
    firstMessage: path,
    summary: undefined,
    parentSession: undefined,
    internal: false,
    workflow: undefined,
    agent: "pi",
    damaged: false,
    damagedLines: 0,
    size: 1,
  };
  return { session, prefix: "", score };
}

const rowsOf = (...paths: string[]) => paths.map((path) => row(path));
const after = (state: PickerState, ...events: PickerEvent[]) => events.reduce(pickerReducer, state);
const selectedIn = (rows: readonly ListRow[], state: PickerState) =>
  rows[selectionIn(rows, state)]?.session.path;
const type = (text: string): PickerEvent => ({ type: "type", text });
const move = (rows: readonly ListRow[], by: number): PickerEvent => ({ type: "move", rows, by });

test("typing goes in at the caret", () => {
  const state = after(START, type("lg"), { type: "caret", to: "left" }, type("o"));
  expect(state.line).toEqual({ text: "log", caret: 2 });
});

test("erasing takes a whole character, a word or everything", () => {
  const typed = after(START, type("fix 👩‍💻"));
  expect(after(typed, { type: "erase", what: "backward" }).line).toEqual({ text: "fix ", caret: 4 });
  expect(after(typed, { type: "erase", what: "word" }).line.text).toBe("fix ");
  expect(after(typed, { type: "erase", what: "all" }).line).toEqual({ text: "", caret: 0 });
});

test("erasing and caret stop at the ends of the line", () => {
  expect(after(START, { type: "erase", what: "backward" }).line).toEqual(START.line);
  expect(after(START, { type: "erase", what: "forward" }).line).toEqual(START.line);
  expect(after(START, { type: "caret", to: "right" }).line).toEqual(START.line);
});

test("sort goes threaded, recent, relevance and round again", () => {
  const sort: PickerEvent = { type: "toggle", what: "sort" };
  expect(after(START, sort).sort).toBe("recent");
  expect(after(START, sort, sort).sort).toBe("relevance");
  expect(after(START, sort, sort, sort).sort).toBe("threaded");
});

test("scope, named only and paths go there and back", () => {
  for (const what of ["scope", "named", "paths"] as const) {
    const toggle: PickerEvent = { type: "toggle", what };
    expect(after(START, toggle)).not.toEqual(START);
    expect(after(START, toggle, toggle)).toEqual(START);
  }
});

test("moving stops at both ends", () => {
  const rows = rowsOf("a", "b", "c");
  expect(selectedIn(rows, after(START, move(rows, -1)))).toBe("a");
  expect(selectedIn(rows, after(START, move(rows, 100)))).toBe("c");
  expect(after(START, move([], 1))).toEqual(START);
});

test("the selection stays on its session when rows arrive or change their order", () => {
  const rows = rowsOf("a", "b", "c");
  const state = after(START, move(rows, 1));
  expect(selectedIn(rowsOf("x", "c", "y", "b", "a"), state)).toBe("b");
});

test("when its session is filtered away the row at its place is selected, until it returns", () => {
  const rows = rowsOf("a", "b", "c", "d");
  const state = after(START, move(rows, 2), { type: "toggle", what: "named" });
  expect(selectedIn(rowsOf("a", "b", "d"), state)).toBe("d");
  expect(selectedIn(rowsOf("a"), state)).toBe("a");
  expect(selectedIn(rows, state)).toBe("c");
});

test("typing a query selects the best match, also one that arrives later", () => {
  const state = after(START, move(rowsOf("a", "b"), 1), type("x"));
  expect(selectedIn([row("a", 1), row("b", 2)], state)).toBe("b");
  expect(selectedIn([row("a", 1), row("b", 2), row("late", 3)], state)).toBe("late");
});

test("once moved, the selection no longer follows the best match", () => {
  const rows = [row("a", 2), row("b", 1)];
  const state = after(START, type("x"), move(rows, 1));
  expect(selectedIn([row("late", 3), ...rows], state)).toBe("b");
});

test("moving the caret leaves the selection alone", () => {
  const rows = [row("a", 2), row("b", 1)];
  const state = after(START, type("x"), move(rows, 1), { type: "caret", to: "left" });
  expect(selectedIn(rows, state)).toBe("b");
});
