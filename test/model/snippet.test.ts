import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSessionQuery } from "../../src/model/query/parse-session-query.ts";
import { snippetOf } from "../../src/model/query/snippet.ts";
import { printable, width } from "../../src/model/text.ts";

const snippet = (text: string, query: string, columns = 30) =>
  snippetOf(text, parseSessionQuery(query, 0), columns);
const shown = (text: string, query: string, columns = 30) => {
  const found = snippet(text, query, columns);
  if (found === undefined) return undefined;
  let marked = found.text;
  for (const { start, end } of found.ranges.toReversed()) {
    marked = `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`;
  }
  return marked;
};
const filler = (words: number) => "lorem ipsum ".repeat(words / 2);

test("a short text is shown as a whole, in one printable line", () => {
  expect(shown("Fix\n\tthe   login\u0007 now ", "login")).toBe("Fix the [login] now");
  expect(shown("Größe des CAFE\u0301s", "cafe größe nothing")).toBe("[Größe] des [CAFE\u0301]s");
});

test("of a longer one what is around the match, from the beginning of a word", () => {
  const found = shown(`${filler(100)}a zebra runs ${filler(100)}`, "zebra");
  expect(found).toBe("…a [zebra] runs lorem ipsum lor…");
});

test("at its ends nothing is left out that has room", () => {
  expect(shown(`zebra ${filler(20)}`, "zebra")).toBe("[zebra] lorem ipsum lorem ipsum…");
  expect(shown(`${filler(20)}zebra`, "zebra")).toBe("…lorem ipsum lorem ipsum [zebra]");
});

test("where most words stand close together", () => {
  const text = `login ${filler(50)} cart ${filler(50)} the cart of login ${filler(50)} login cart`;
  expect(shown(text, "login cart")).toBe("…the [cart] of [login] lorem ipsu…");
  expect(shown(`login ${filler(50)} cart`, "login cart zebra")).toMatch(/^\[login\] lorem/);
});

test("nothing where nothing of the query is, or nothing is asked for", () => {
  expect(snippet("the login", "zebra")).toBeUndefined();
  expect(snippet("the login", "gin")).toBeUndefined();
  expect(snippet("the login", "-zebra is:fork")).toBeUndefined();
  expect(snippet("the login", "login is:x")).toBeUndefined();
});

test("what is asked of a field where the text is of that field", () => {
  const query = parseSessionQuery("file:cart.ts", 0);
  expect(snippetOf("src/cart.ts", query, 30)).toBeUndefined();
  expect(snippetOf("src/cart.ts", query, 30, "tool", "file")?.ranges).toEqual([{ start: 4, end: 11 }]);
});

test("escape sequences are no part of a word", () => {
  expect(shown("\x1b[31mlogin\x1b[0m failed, log\x1b[1min", "login")).toBe("[login] failed, [login]");
});

test("what is invisible within a match is left out of it", () => {
  expect(shown("Zusammen\u00adarbeit", "arbeit")).toBe("Zusammen[arbeit]");
  expect(shown("a \u200b\n b", "re:\\s+b")).toBe("a [b]");
});

test("wide characters are cut by their columns", () => {
  const found = snippet(`${"全文".repeat(50)}検索${"全文".repeat(50)}`, "検索", 20);
  expect(found?.text).toMatch(/^….*検索.*…$/);
  expect(width(found?.text ?? "")).toBeLessThanOrEqual(20);
});

describe("a huge text", () => {
  test.each([
    ["of ASCII", "word \n".repeat(1_700_000)],
    ["with marks", "wo\u0308rd é \n".repeat(120_000)],
  ])("%s", (_, text) => {
    expect(shown(`${text}a zebra!`, "zebra")).toMatch(/ a \[zebra\]!$/);
  });
});

test("a match that is wider than the room is cut", () => {
  expect(shown("x".repeat(100), "re:x+", 10)).toBe(`[${"x".repeat(9)}]…`);
  expect(shown(`a ${"x".repeat(100_000)}`, "re:x+", 10)).toBe(`…[${"x".repeat(8)}]…`);
});

test("a snippet is printable, not too wide, and its ranges lie in it", () => {
  const unit = fc.oneof(
    fc.constantFrom(
      "a",
      "B",
      " ",
      "\n",
      "e\u0301",
      "検",
      "か\u3099",
      "👩‍💻",
      "\u200b",
      "\x1b[1m",
      "\ufdd0",
      "한",
    ),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  );
  const query = fc.constantFrom("a", "e b", "検", '"a b"', "が a", "re:a.*", "re:[^a]", "한 zebra");
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 300 }),
      query,
      fc.integer({ min: 0, max: 40 }),
      (text, typed, columns) => {
        const found = snippet(text, typed, columns);
        if (found === undefined) return;
        expect(width(found.text)).toBeLessThanOrEqual(columns);
        expect(printable(found.text)).toBe(found.text);
        let last = -1;
        for (const { start, end } of found.ranges) {
          expect(start).toBeGreaterThanOrEqual(Math.max(0, last));
          expect(end).toBeGreaterThan(start);
          expect(found.text.slice(start, end)).not.toContain("…");
          last = end;
        }
        expect(last).toBeLessThanOrEqual(found.text.length);
      },
    ),
    { numRuns: 1000 },
  );
});
