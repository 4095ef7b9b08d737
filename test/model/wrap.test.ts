import fc from "fast-check";
import { expect, it } from "vitest";
import { printableLine, width } from "../../src/model/text.ts";
import { expandTabs, wrapLine } from "../../src/model/wrap.ts";

const wrapped = (line: string, columns: number) => [...wrapLine(line, columns)];

it.each([
  ["one two three", 7, ["one two", "three"]],
  ["one two three", 100, ["one two three"]],
  ["", 5, [""]],
  ["abcdefghij", 4, ["abcd", "efgh", "ij"]],
  ["    indented text here", 12, ["    indented", "text here"]],
  ["日本語のテキスト", 6, ["日本語", "のテキ", "スト"]],
  ["👩‍👩‍👧👩‍👩‍👧", 2, ["👩‍👩‍👧", "👩‍👩‍👧"]],
  ["é".normalize("NFD").repeat(3), 2, ["éé".normalize("NFD"), "é".normalize("NFD")]],
])("%j in %d columns is %j", (line, columns, rows) => {
  expect(wrapped(line, columns)).toEqual(rows);
});

it("no row is wider than asked for, unless one character is, and nothing but spaces at breaks is lost", () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom(" ", "a", "日", "👍", "é"), fc.string({ unit: "grapheme", maxLength: 1 })),
    maxLength: 60,
  });
  fc.assert(
    fc.property(text.map(printableLine), fc.integer({ min: 2, max: 20 }), (line, columns) => {
      const rows = wrapped(line, columns);
      // A musical symbol of three columns has no place in two, but has to stand somewhere.
      const isOne = (row: string) => [...new Intl.Segmenter().segment(row)].length === 1;
      for (const row of rows) if (!isOne(row)) expect(width(row)).toBeLessThanOrEqual(columns);
      expect(rows.join("").replaceAll(" ", "")).toBe(line.replaceAll(" ", ""));
    }),
  );
});

it.each([
  ["\tx", "    x"],
  ["a\tb\tc", "a   b   c"],
  ["日\tx", "日  x"],
])("tabs in %j reach the next stop", (line, expanded) => {
  expect(expandTabs(line)).toBe(expanded);
});

it("a line of a megabyte is wrapped in the time of a frame or two", () => {
  const start = performance.now();
  expect(wrapped("word ".repeat(200_000), 80).length).toBeGreaterThan(12_000);
  expect(performance.now() - start).toBeLessThan(500);
});
