import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { width } from "../../src/model/text.ts";
import { drawEditedLine } from "../../src/ui/parts/edited-line.ts";
import {
  type EditedLine,
  EMPTY_LINE,
  edit,
  insert,
  type LineEdit,
  lineOf,
  paste,
} from "../../src/ui/parts/line.ts";
import { DIALOG_LINE_KEYS, LINE_KEYS } from "../../src/ui/parts/line-keys.ts";

/** A line whose caret stands at the `|`. */
function lineAt(marked: string): EditedLine {
  const caret = marked.indexOf("|");
  return { ...lineOf(marked.replace("|", "")), caret };
}
const marked = ({ text, caret }: EditedLine) => `${text.slice(0, caret)}|${text.slice(caret)}`;
const become = (line: string, ...edits: readonly LineEdit[]) =>
  marked(edits.reduce((edited, what) => edit(edited, what), lineAt(line)));
const type = (line: EditedLine, text: string) =>
  [...text].reduce((typed, letter) => insert(typed, letter), line);
const undone = (line: EditedLine, steps: number) =>
  Array.from({ length: steps }).reduce<EditedLine>((back) => edit(back, "undo"), line);

describe("the caret", () => {
  it.each([
    ["left", "ab|", "a|b"],
    ["left", "|ab", "|ab"],
    ["right", "|ab", "a|b"],
    ["right", "ab|", "ab|"],
    ["left", "a👩‍💻|b", "a|👩‍💻b"],
    ["right", "a|e\u0301b", "ae\u0301|b"],
    ["left", "🇩🇪🇫🇷|", "🇩🇪|🇫🇷"],
    ["right", "|한국", "한|국"],
    ["start", "two wo|rds", "|two words"],
    ["end", "two wo|rds", "two words|"],
    ["wordLeft", "two words|", "two |words"],
    ["wordLeft", "two wo|rds", "two |words"],
    ["wordLeft", "two  |words", "|two  words"],
    ["wordLeft", "|two", "|two"],
    ["wordRight", "|two words", "two| words"],
    ["wordRight", "two|  words", "two  words|"],
    ["wordRight", "two|…!", "two…!|"],
    ["wordLeft", "src/cart.ts|", "src/|cart.ts"],
    ["wordLeft", "私は日本語|", "私は|日本語"],
    ["wordRight", "|私は日本語", "私|は日本語"],
    ["wordLeft", "fix 👩‍💻|", "fix |👩‍💻"],
  ] as const)("goes %s: %s becomes %s", (what, before, expected) => {
    expect(become(before, what)).toBe(expected);
  });
});

describe("erasing", () => {
  it.each([
    ["eraseBackward", "a👩‍💻|b", "a|b"],
    ["eraseBackward", "|ab", "|ab"],
    ["eraseForward", "a|e\u0301b", "a|b"],
    ["eraseForward", "ab|", "ab|"],
    ["eraseToSpace", "fix src/cart.ts|", "fix |"],
    ["eraseToSpace", "fix it  |now", "fix |now"],
    ["eraseToSpace", "one|", "|"],
    ["eraseWordBackward", "fix src/cart.ts|", "fix src/|"],
    ["eraseWordBackward", "私は日本語|", "私は|"],
    ["eraseWordForward", "|fix it", "| it"],
    ["eraseWordForward", "fix| it", "fix|"],
    ["eraseToStart", "two| words", "| words"],
    ["eraseToEnd", "two| words", "two|"],
    ["eraseAll", "two| words", "|"],
  ] as const)("%s makes of %s: %s", (what, before, expected) => {
    expect(become(before, what)).toBe(expected);
  });

  it("of what kept two graphemes apart leaves the caret outside of what they become", () => {
    expect(become("e-|\u0301", "eraseBackward")).toBe("e\u0301|");
  });
});

describe("what is typed or pasted", () => {
  it("comes before the caret", () => {
    expect(marked(insert(lineAt("a|c"), "b"))).toBe("ab|c");
    expect(marked(paste(lineAt("|c"), "a b "))).toBe("a b |c");
  });

  it("is one line, and moves nothing on the screen", () => {
    expect(paste(EMPTY_LINE, "one\r\ntwo\tthree\x1b[2J\x07\u202efour").text).toBe("one two threefour");
    expect(lineOf("a\nlabel\x1b]0;title\x07").text).toBe("a label");
  });

  it("may be what looks like a report of the terminal", () => {
    expect(paste(EMPTY_LINE, "[I").text).toBe("[I");
  });

  it("that is nothing is no step", () => {
    expect(paste(lineOf("x"), "\x00")).toEqual(lineOf("x"));
  });

  it("joins with its neighbour into one grapheme, which the caret is behind", () => {
    expect(marked(insert(lineAt("e|"), "\u0301"))).toBe("e\u0301|");
    expect(marked(insert(lineAt("|🇪"), "🇩"))).toBe("🇩🇪|");
  });
});

describe("undo", () => {
  it("takes typing back by the word, spaces with the word behind them", () => {
    const typed = type(EMPTY_LINE, "one  two three");
    expect([1, 2, 3, 4].map((steps) => undone(typed, steps).text)).toEqual(["one  two", "one", "", ""]);
  });

  it("takes a run of erased characters back at once", () => {
    const erased = ["eraseBackward", "eraseBackward", "eraseForward"] as const;
    const line = erased.reduce<EditedLine>((left, what) => edit(left, what), lineAt("abc|de"));
    expect(marked(line)).toBe("a|e");
    expect(marked(edit(line, "undo"))).toBe("abc|de");
  });

  it.each([
    ["a paste", (line: EditedLine) => paste(line, "word")],
    ["a word erased", (line: EditedLine) => edit(line, "eraseWordBackward")],
    ["all before the caret erased", (line: EditedLine) => edit(line, "eraseToStart")],
  ] as const)("takes back %s without the typing around it", (_, change) => {
    const typed = type(lineOf("first "), "word");
    const more = type(change(typed), "x");
    expect(edit(edit(more, "undo"), "undo").text).toBe("first word");
    expect(undone(more, 3).text).toBe("first ");
  });

  it("begins a new step where the caret was moved", () => {
    const line = type(edit(type(EMPTY_LINE, "ac"), "left"), "b");
    expect(marked(edit(line, "undo"))).toBe("a|c");
  });

  it("goes back to what a dialog began with, and no further", () => {
    expect(undone(type(lineOf("label"), "x"), 5).text).toBe("label");
  });

  it("is undone by redo, until something else is done", () => {
    const typed = type(EMPTY_LINE, "one two");
    const back = undone(typed, 2);
    expect(edit(edit(back, "redo"), "redo").text).toBe("one two");
    expect(edit(edit(edit(back, "redo"), "redo"), "redo").text).toBe("one two");
    expect(edit(type(back, "x"), "redo").text).toBe("x");
  });
});

const TEXT = fc
  .array(
    fc.constantFrom(
      "a",
      "B",
      " ",
      "-",
      "日",
      "本",
      "한",
      "e\u0301",
      "\u0301",
      "👩‍💻",
      "🇩",
      "\u200d",
      "0",
      "\u0600",
      "ก",
      "ำ",
    ),
  )
  .map((pieces) => pieces.join(""));
const EDIT_NAMES = [...new Set(DIALOG_LINE_KEYS.map(({ action }) => action))];
const CHANGE = fc.oneof(
  TEXT.map((text) => (line: EditedLine) => insert(line, text)),
  TEXT.map((text) => (line: EditedLine) => paste(line, text)),
  fc.constantFrom(...EDIT_NAMES).map((what) => (line: EditedLine) => edit(line, what)),
);
const CHANGES = fc.array(CHANGE, { maxLength: 40 });
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const boundaries = (text: string) => [
  ...Array.from(graphemes.segment(text), ({ index }) => index),
  text.length,
];

describe("whatever is done to a line", () => {
  it("the caret is never inside a grapheme", () => {
    fc.assert(
      fc.property(TEXT, CHANGES, (text, changes) => {
        let line = lineOf(text);
        for (const change of changes) {
          line = change(line);
          expect(boundaries(line.text)).toContain(line.caret);
        }
      }),
    );
  });

  it("undo leads to earlier states in their order, down to the first; redo leads back", () => {
    fc.assert(
      fc.property(TEXT, CHANGES, (text, changes) => {
        const states = [lineOf(text)];
        for (const change of changes) states.push(change(states.at(-1) ?? EMPTY_LINE));
        let line = states.at(-1) ?? EMPTY_LINE;
        const last = line.text;
        let steps = 0;
        // A state that was itself reached by undo stands in the list more than once: look from its end.
        let position = states.length - 1;
        while (line.past !== undefined) {
          line = edit(line, "undo");
          steps++;
          position = states.findLastIndex(
            (state, index) => index <= position && state.text === line.text && state.caret === line.caret,
          );
          expect(position).not.toBe(-1);
        }
        expect(line.text).toBe(lineOf(text).text);
        for (let step = 0; step < steps; step++) line = edit(line, "redo");
        expect(line.text).toBe(last);
      }),
    );
  });

  it("one undo takes back one paste", () => {
    fc.assert(
      fc.property(TEXT, CHANGES, TEXT, (text, changes, pasted) => {
        fc.pre(pasted !== "");
        const line = changes.reduce((changed, change) => change(changed), lineOf(text));
        const { text: back, caret } = edit(paste(line, pasted), "undo");
        expect({ text: back, caret }).toEqual({ text: line.text, caret: line.caret });
      }),
    );
  });

  it("a grapheme that was typed among letters and is erased is as if it had never been", () => {
    const PLAIN = fc.array(fc.constantFrom("a", " ", "日", "👩‍💻", "-")).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(PLAIN, PLAIN, fc.constantFrom("x", "本", "🎉", "e\u0301"), (before, behind, typed) => {
        const line = lineAt(`${before}|${behind}`);
        expect(marked(edit(insert(line, typed), "eraseBackward"))).toBe(marked(line));
      }),
    );
  });

  it("moving there and back is no step, and does not lose one", () => {
    const line = type(EMPTY_LINE, "a日");
    expect(edit(edit(edit(line, "start"), "end"), "undo").text).toBe("");
  });

  it("the drawn line holds to its columns, and the caret's column is that of what is before it", () => {
    fc.assert(
      fc.property(TEXT, CHANGES, fc.integer({ min: 4, max: 40 }), (text, changes, columns) => {
        const line = changes.reduce((changed, change) => change(changed), lineOf(text));
        const drawn = drawEditedLine(line, columns);
        expect(width(drawn.text)).toBeLessThanOrEqual(columns);
        expect(drawn.caret).toBeLessThan(columns);
        if (width(line.text) < columns) expect(drawn.caret).toBe(width(line.text.slice(0, line.caret)));
      }),
    );
  });
});

describe("the table of keys", () => {
  it.each([
    ["everywhere", LINE_KEYS],
    ["in dialogs", DIALOG_LINE_KEYS],
  ] as const)("binds no key twice %s", (_, bindings) => {
    const keys = bindings.flatMap((binding) => binding.keys);
    expect(keys).toEqual([...new Set(keys)]);
  });
});
