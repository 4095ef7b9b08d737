import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionDigest } from "../../src/model/digest.ts";
import { rankSession } from "../../src/model/query/match-session.ts";
import { parseSessionQuery } from "../../src/model/query/parse-session-query.ts";
import { SearchedSession } from "../../src/model/query/searched-session.ts";
import { sequenceIn } from "../../src/model/query/sequence.ts";
import { TEXT_RANKS, type TextRank } from "../../src/model/query/text-rank.ts";
import { TracedText } from "../../src/model/query/traced-text.ts";
import { sample } from "../support/digest.ts";

const NOW = new Date(2026, 4, 17, 12).getTime();

/** `ranks`: how well its texts meet each term. */
function score(query: string, session: Partial<SessionDigest>, ranks: readonly TextRank[] = []) {
  const digest = sample({ id: "0f3c", cwd: "/work/shop", firstMessage: "", ...session });
  return rankSession(parseSessionQuery(query, NOW), new SearchedSession(digest), {
    now: NOW,
    rankOfText: ({ session }, term) =>
      session === digest ? (ranks[term] ?? TEXT_RANKS.none) : TEXT_RANKS.none,
  });
}
const fits = (...args: Parameters<typeof score>) => score(...args) !== undefined;
const label = (text: string) => ({ entryId: "e1", text, time: undefined });

describe("words", () => {
  test("every word must occur, each in whichever field or text", () => {
    expect(fits("login shop", { firstMessage: "fix the login" })).toBe(true);
    expect(fits("login garden", { firstMessage: "fix the login" })).toBe(false);
    expect(fits("login garden", { firstMessage: "fix the login" }, [0, TEXT_RANKS.toolWord])).toBe(true);
    expect(fits("todo 0f3c", { labels: [label("a"), label("todo")] })).toBe(true);
  });

  test.each([
    ["log", "login", true],
    ["gin", "login", false],
    ["lgn", "login", false],
    ["query", "parseQuery", true],
    ["http", "XMLHttpRequest", true],
    ["usern", "getUserName", true],
    ["uery", "parseQuery", false],
    ["case", "snake_case", true],
    ["cafe", "Le CAFE\u0301", true],
    ["änderung", "gro\u0308\u00dfenA\u0308nderung", true],
    ["索", "全文検索", true],
    ["文検", "全文検索", true],
    ["文索", "全文検索", false],
    ["か", "が", false],
    ["cart.ts", "see src/cart.tsx", true],
    ["cart.ts", "cartts", false],
    ['"cart ts"', "see src/cart.tsx", false],
    ['"fix login"', "Fix: login now", true],
    ['"fix login"', "fix the login", false],
    ["->", "a->b", true],
    ["->", "a - > b", false],
    ["done", "✔️done", true],
  ])("%s in a name %s: %s", (query, name, expected) => {
    expect(fits(query, { name })).toBe(expected);
  });

  test("an empty query fits everything, one with an error nothing", () => {
    expect(score("", {})).toBe(0);
    expect(fits("shop is:x", {})).toBe(false);
    expect(fits("shop re:(", {})).toBe(false);
  });

  test("what is excluded must not occur anywhere", () => {
    expect(fits("shop -login", { name: "garden" })).toBe(true);
    expect(fits("shop -login", { name: "login" })).toBe(false);
    expect(fits("shop -login", {}, [0, TEXT_RANKS.toolPrefix])).toBe(false);
    expect(fits("-shop", {})).toBe(false);
    expect(fits("-re:^gar", { name: "garden" })).toBe(false);
  });

  test("a pattern is tried on the texts as they are written", () => {
    expect(fits("re:^fix .*CAFÉ$", { firstMessage: "Fix the café" })).toBe(true);
    expect(fits("re:cafe", { firstMessage: "Fix the café" })).toBe(false);
    expect(fits("re:nothing", {}, [TEXT_RANKS.talkPrefix])).toBe(true);
  });
});

test("a name counts more than a first message, then a label, what was said, tools, the folder; whole words more", () => {
  const scores = [
    score("log", { name: "the log", firstMessage: "x" }),
    score("log", { name: "the login" }),
    score("log", { firstMessage: "the log" }),
    score("log", { firstMessage: "the login" }),
    score("log", { labels: [label("login"), label("log")] }),
    score("log", { labels: [label("login")] }),
    score("log", {}, [TEXT_RANKS.talkWord]),
    score("log", {}, [TEXT_RANKS.talkPrefix]),
    score("log", {}, [TEXT_RANKS.toolWord]),
    score("log", {}, [TEXT_RANKS.toolPrefix]),
    score("log", { cwd: "/work/log" }),
    score("log", { cwd: "/work/login" }),
  ].map((one) => one ?? -1);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(new Set(scores).size).toBe(scores.length);
  expect(score("0f3c", {})).toBe(score("log", { cwd: "/log" }));
  expect(score("Query", { name: "parseQuery" })).toBe(scores[0]);
});

test("the scores of several words are added", () => {
  const both = score("fix login", { name: "fix", firstMessage: "login" });
  expect(both).toBe((score("fix", { name: "fix" }) ?? 0) + (score("login", { firstMessage: "login" }) ?? 0));
});

describe("fields", () => {
  test.each<[query: string, session: Partial<SessionDigest>, isFit: boolean]>([
    ["name:shop", { name: "Shop" }, true],
    ["name:shop", { name: undefined }, false],
    ["label:do", { labels: [label("to do")] }, true],
    ["label:do", { name: "do" }, false],
    ["in:work/sh", {}, true],
    ["in:shop", { cwd: "/garden", name: "shop" }, false],
    ["is:named", { name: "x" }, true],
    ["is:named", {}, false],
    ["is:fork", { parentSession: "/s/b.jsonl" }, true],
    ["-is:fork", { parentSession: "/s/b.jsonl" }, false],
    ["is:live", { active: NOW - 1000 }, true],
    ["is:live", { active: NOW - 100_000 }, false],
    ["is:empty", { isEmpty: true }, true],
    ["is:internal", {}, false],
    ["has:label", { labels: [label("x")] }, true],
    ["has:label", {}, false],
    ["after:today", { modified: new Date(2026, 4, 17).getTime() }, true],
    ["after:today", { modified: new Date(2026, 4, 17).getTime() - 1 }, false],
    ["before:today", { modified: new Date(2026, 4, 17).getTime() }, false],
    ["after:2026-05-01 before:2026-05-02", { modified: new Date(2026, 4, 1, 23, 59).getTime() }, true],
  ])("%s of %j: %s", (query, session, isFit) => {
    expect(fits(query, session)).toBe(isFit);
  });

  test.each(["model:opus", "tool:bash", "file:cart.ts", "has:branch", "has:error"])(
    "%s is known from the texts alone",
    (query) => {
      expect(fits(query, { name: "opus bash cart.ts branch error" })).toBe(false);
      expect(fits(query, {}, [TEXT_RANKS.toolPrefix])).toBe(true);
      expect(fits(`-${query}`, {}, [TEXT_RANKS.toolPrefix])).toBe(false);
    },
  );
});

test("a text that matches a word contains it, and a text made with a word matches it", () => {
  const unit = fc.constantFrom("a", "B", "é", "e\u0301", " ", "-", "検", "か\u3099", "𠮷", "İ", "1", "한");
  const text = fc.string({ unit });
  const word = fc.string({ unit: fc.constantFrom("a", "b", "é", "1"), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, word, text, (before, query, behind) => {
      const [term] = parseSessionQuery(query, NOW).terms;
      if (term?.kind !== "words") throw new Error("a word is a word");
      const any = new TracedText(before + behind);
      if (sequenceIn(any, term) !== undefined) expect(any.folded).toContain(term.words[0]);
      expect(sequenceIn(new TracedText(`${before} ${query}${behind}`), term)).toBeDefined();
      expect(sequenceIn(new TracedText(`${before}.${query}.${behind}`), term)).toBe("word");
    }),
  );
});
