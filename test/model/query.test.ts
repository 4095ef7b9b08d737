import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionDigest } from "../../src/model/digest.ts";
import { fold } from "../../src/model/query/fold.ts";
import { holdsAll, matchRanges } from "../../src/model/query/highlight.ts";
import { parseQuery } from "../../src/model/query/parse.ts";
import { TracedText } from "../../src/model/query/traced-text.ts";
import { sample } from "../support/digest.ts";

const BASE = sample({ id: "0f3c", cwd: "/work/shop", firstMessage: "", agent: "pi" });

/** Whether a query matches in the texts of a session, each of which is one of several. */
const holds = (query: string, session: Partial<SessionDigest>) => {
  const { name = "", firstMessage, cwd } = { ...BASE, ...session };
  return holdsAll(
    parseQuery(query),
    [name, firstMessage, cwd].map((text) => ({ text, folded: fold(text) })),
  );
};
const marked = (query: string, text: string) =>
  matchRanges(parseQuery(query), text).map(({ start, end }) => text.slice(start, end));

test("every word must occur, each in whichever field", () => {
  expect(holds("login shop", { firstMessage: "fix the login" })).toBe(true);
  expect(holds("login garden", { firstMessage: "fix the login" })).toBe(false);
});

test("an empty query matches every session", () => {
  expect(holds("", {})).toBe(true);
  expect(holds('  "" re:', {})).toBe(true);
});

test("letters in order but apart are no match", () => {
  expect(holds("lgn", { firstMessage: "login" })).toBe(false);
});

test("case and accents make no difference", () => {
  expect(holds("CAFE", { name: "Le café" })).toBe(true);
  expect(holds("café", { name: "LE CAFE" })).toBe(true);
});

test("a quoted phrase matches only as it stands, and an open quote reaches to the end", () => {
  expect(holds('"fix login"', { firstMessage: "Fix login now" })).toBe(true);
  expect(holds('"fix login"', { firstMessage: "fix the login" })).toBe(false);
  expect(holds('"fix login', { firstMessage: "fix the login" })).toBe(false);
});

test("re: takes the rest of the query as a pattern, whatever its case", () => {
  expect(holds("shop re:FIX .*login$", { firstMessage: "fix the login" })).toBe(true);
  expect(holds("re:^login", { firstMessage: "fix the login" })).toBe(false);
});

test("a pattern is tried where the quotes look like a phrase", () => {
  expect(holds('re:say "\\w+"', { firstMessage: 'say "yes"' })).toBe(true);
});

test("a broken pattern says why and matches nothing", () => {
  const query = parseQuery("re:(");
  expect(query.error).toMatch(/\S/);
  expect(holds("re:(", { name: "(" })).toBe(false);
  expect(matchRanges(query, "(")).toEqual([]);
});

test("matches are marked in the text as written", () => {
  expect(marked("cafe", "Le CAFÉ, le cafe\u0301.")).toEqual(["CAFÉ", "cafe\u0301"]);
  expect(marked("re:l.g", "my login")).toEqual(["log"]);
});

test("marks that overlap become one", () => {
  expect(marked("logi ogin", "login")).toEqual(["login"]);
});

test("text whose folding changes its length is marked at the right place", () => {
  expect(marked("zebra", "İİ ﬁ 👩‍💻 zebra")).toEqual(["zebra"]);
});

test("marks stay with their letter where matches are marked", () => {
  expect(marked("e", "e\u0301a e")).toEqual(["e\u0301", "e"]);
  expect(marked("が", "か\u3099い")).toEqual(["か\u3099"]);
  expect(marked("한", "\u1112\u1161\u11ab글")).toEqual(["\u1112\u1161\u11ab"]);
  expect(marked("ก", "กี")).toEqual(["ก"]);
});

describe("folding", () => {
  test.each([
    ["Crème BRÛLÉE", "creme brulee"],
    ["ΆΓΙΟΣ άγιος", "αγιοσ αγιοσ"],
    ["Ёлка", "елка"],
    ["\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd", "\u05e9\u05dc\u05d5\u05dd"],
    ["مُحَمَّد", "محمد"],
    ["İ ẞ", "i ß"],
    ["⚠️Warning", "⚠warning"],
  ])("%s becomes %s", (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test.each(["が", "ハンパ", "ไทยดี", "हिन्दी", "한국어", "தமிழ்"])(
    "the marks of %s make another letter",
    (text) => {
      expect(fold(text.normalize("NFD"))).toBe(text.normalize("NFC"));
      expect(fold(text)).toBe(text);
    },
  );

  const anyText = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        "a",
        "Σ",
        "é",
        "\u0301",
        "か",
        "\u3099",
        "\u1112",
        "\u1161",
        "\u11ab",
        "하",
        "क",
        "\u093c",
      ),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
  });

  test("a folded text folds to itself", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });

  test("every character folds as its parts do", () => {
    const different: string[] = [];
    for (let point = 0; point < 0x30000; point++) {
      const character = String.fromCodePoint(point);
      // A mark of no meaning before it makes the text be taken apart as a whole.
      if (fold(character) !== fold(`a\u0301 ${character}`).slice(2)) different.push(point.toString(16));
      if (fold(fold(character)) !== fold(character)) different.push(point.toString(16));
    }
    expect(different).toEqual([]);
  });

  test("every place of a folded text leads to its character, and back", () => {
    const tooMany = fc
      .tuple(anyText, fc.nat(3))
      .map(([text, times]) => text + "x".repeat(times * 600) + text);
    fc.assert(
      fc.property(tooMany, (text) => {
        const traced = new TracedText(text);
        expect(traced.startOf(0)).toBeLessThanOrEqual(text.length);
        expect(traced.endOf(traced.folded.length)).toBeLessThanOrEqual(text.length);
        for (const { index, 0: letter } of traced.folded.matchAll(/(?!x)\p{L}/gu)) {
          const start = traced.startOf(index);
          const origin = text.slice(start, traced.endOf(index + letter.length));
          expect(fold(origin)).toContain(letter);
          expect(traced.foldedAt(start)).toBeLessThanOrEqual(index);
        }
      }),
    );
  });
});
