import { describe, expect, it } from "vitest";
import type { ListRow } from "../../src/model/arrange.ts";
import { EMPTY_LINE } from "../../src/ui/parts/line.ts";
import { viewportTop } from "../../src/ui/parts/viewport.ts";
import { NO_OVERLAY, type PickerState, pickerReducer, selectionIn } from "../../src/ui/picker/state.ts";
import { sample } from "../support/digest.ts";

const row = (path: string, score = 0): ListRow => ({ session: sample({ path }), prefix: "", score });
const start: PickerState = {
  line: EMPTY_LINE,
  scope: "folder",
  sort: "threaded",
  namedOnly: false,
  emptyOnly: false,
  marks: new Set(),
  deletions: [],
  showPaths: false,
  overlay: NO_OVERLAY,
  pageTop: 0,
  selected: undefined,
  selectedIndex: 0,
  message: "",
};

describe("the selection", () => {
  it("stays on its session when rows arrive above it", () => {
    const moved = pickerReducer(start, { type: "move", rows: [row("a"), row("b")], by: 1 });
    expect(selectionIn([row("new"), row("a"), row("newer"), row("b")], moved)).toBe(3);
  });

  it("waits at its place while its session is filtered away, and returns to it", () => {
    const moved = pickerReducer(start, { type: "move", rows: [row("a"), row("b"), row("c")], by: 1 });
    expect(selectionIn([row("a"), row("c")], moved)).toBe(1);
    expect(selectionIn([row("a"), row("b"), row("c")], moved)).toBe(1);
  });

  it("goes to the best match when a query is typed, wherever that stands", () => {
    const moved = pickerReducer(start, { type: "move", rows: [row("a"), row("b")], by: 1 });
    const typed = pickerReducer(moved, { type: "type", text: "x" });
    expect(selectionIn([row("a", 1), row("b", 2), row("c", 9)], typed)).toBe(2);
  });

  it("stops at either end", () => {
    const rows = [row("a"), row("b")];
    expect(pickerReducer(start, { type: "move", rows, by: -5 }).selected).toBe("a");
    expect(pickerReducer(start, { type: "move", rows, by: 5 }).selected).toBe("b");
    expect(pickerReducer(start, { type: "move", rows: [], by: 1 })).toBe(start);
  });
});

describe("the query", () => {
  const typed = pickerReducer(start, { type: "type", text: "fix 👩‍💻" });

  it("is edited by grapheme", () => {
    expect(pickerReducer(typed, { type: "edit", edit: "eraseBackward" }).line.text).toBe("fix ");
    const left = pickerReducer(typed, { type: "edit", edit: "left" });
    expect(pickerReducer(left, { type: "type", text: "z" }).line.text).toBe("fix z👩‍💻");
    expect(pickerReducer(left, { type: "edit", edit: "eraseForward" }).line.text).toBe("fix ");
  });

  it("gives the selection back to the best match when it changes, not when the caret moves", () => {
    const chosen = pickerReducer(typed, { type: "pin", path: "b", index: 1 });
    expect(pickerReducer(chosen, { type: "edit", edit: "left" }).selected).toBe("b");
    expect(pickerReducer(chosen, { type: "edit", edit: "undo" }).line.text).toBe("");
    expect(pickerReducer(chosen, { type: "edit", edit: "eraseToSpace" }).selected).toBeUndefined();
  });

  it("takes a paste back by itself", () => {
    const pasted = pickerReducer(typed, { type: "paste", text: "one two" });
    expect(pickerReducer(pasted, { type: "edit", edit: "undo" }).line.text).toBe(typed.line.text);
  });
});

describe("toggles", () => {
  it("cycle the sort and switch scope, names and paths", () => {
    const next = (state: PickerState, what: "scope" | "sort" | "named" | "paths") =>
      pickerReducer(state, { type: "toggle", what });
    expect(next(start, "sort").sort).toBe("recent");
    expect(next(next(next(start, "sort"), "sort"), "sort").sort).toBe("threaded");
    expect(next(start, "scope").scope).toBe("all");
    expect(next(start, "named").namedOnly).toBe(true);
    expect(next(start, "paths").showPaths).toBe(true);
  });
});

describe("the viewport", () => {
  it.each([
    [0, 0, 10, 5, 0],
    [0, 12, 10, 50, 3],
    [20, 12, 10, 50, 12],
    [20, 25, 10, 50, 20],
    [45, 49, 10, 50, 40],
    [45, 2, 10, 3, 0],
  ])(
    "from %d with row %d selected, %d high over %d rows starts at %d",
    (top, selected, height, count, expected) => {
      expect(viewportTop(top, selected, height, count)).toBe(expected);
    },
  );
});
