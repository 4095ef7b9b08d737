import { expect, test } from "vitest";
import { snippetWithin } from "../../src/model/query/snippet-within.ts";
import { width } from "../../src/model/text.ts";

const LONG = `${"many words ".repeat(12)}total${" and more".repeat(12)}`;
const start = LONG.indexOf("total");
const snippet = { text: LONG, ranges: [{ start, end: start + "total".length }] };

test("a snippet that fits stays as it is", () => {
  expect(snippetWithin({ text: "the total", ranges: [{ start: 4, end: 9 }] }, 20)).toEqual({
    text: "the total",
    ranges: [{ start: 4, end: 9 }],
  });
});

test.each([100, 60, 30, 20])("its match stays in view in %i columns, and where it is known", (columns) => {
  const { text, ranges } = snippetWithin(snippet, columns);
  expect(width(text)).toBeLessThanOrEqual(columns);
  expect(text.slice(ranges[0]?.start, ranges[0]?.end)).toBe("total");
});
