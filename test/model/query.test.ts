import { expect, test } from "vitest";
import type { SessionDigest } from "../../src/model/digest.ts";
import { matchRanges } from "../../src/model/query/highlight.ts";
import { matchSession } from "../../src/model/query/match.ts";
import { parseQuery } from "../../src/model/query/parse.ts";
import { sample } from "../support/digest.ts";

const BASE = sample({ id: "0f3c", cwd: "/work/shop", firstMessage: "", agent: "pi" });

const score = (query: string, session: Partial<SessionDigest>) =>
  matchSession(parseQuery(query), { ...BASE, ...session });
const marked = (query: string, text: string) =>
  matchRanges(parseQuery(query), text).map(({ start, end }) => text.slice(start, end));

test("every word must occur, each in whichever field", () => {
  expect(score("login shop", { firstMessage: "fix the login" })).toBeDefined();
  expect(score("login garden", { firstMessage: "fix the login" })).toBeUndefined();
});

test("an empty query matches every session", () => {
  expect(score("", {})).toBe(0);
  expect(score('  "" re:', {})).toBe(0);
});

test("letters in order but apart are no match", () => {
  expect(score("lgn", { firstMessage: "login" })).toBeUndefined();
});

test("case and accents make no difference", () => {
  expect(score("CAFE", { name: "Le café" })).toBeDefined();
  expect(score("café", { name: "LE CAFE" })).toBeDefined();
});

test("a quoted phrase matches only as it stands, and an open quote reaches to the end", () => {
  expect(score('"fix login"', { firstMessage: "Fix login now" })).toBeDefined();
  expect(score('"fix login"', { firstMessage: "fix the login" })).toBeUndefined();
  expect(score('"fix login', { firstMessage: "fix the login" })).toBeUndefined();
});

test("re: takes the rest of the query as a pattern, whatever its case", () => {
  expect(score("shop re:FIX .*login$", { firstMessage: "fix the login" })).toBeDefined();
  expect(score("re:^login", { firstMessage: "fix the login" })).toBeUndefined();
});

test("a pattern is tried where the quotes look like a phrase", () => {
  expect(score('re:say "\\w+"', { firstMessage: 'say "yes"' })).toBeDefined();
});

test("a broken pattern says why and matches nothing", () => {
  const query = parseQuery("re:(");
  expect(query.error).toMatch(/\S/);
  expect(matchSession(query, { ...BASE, name: "(" })).toBeUndefined();
  expect(matchRanges(query, "(")).toEqual([]);
});

test("a name counts more than a first message, that more than an id, that more than a folder", () => {
  const scores = [{ name: "zebra" }, { firstMessage: "zebra" }, { id: "zebra" }, { cwd: "/zebra" }].map(
    (session) => score("zebra", session) ?? 0,
  );
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(new Set(scores).size).toBe(4);
});

test("a whole word counts more than the start of one, that more than its middle", () => {
  const scores = ["the log", "the login", "a blog"].map((name) => score("log", { name }) ?? 0);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(new Set(scores).size).toBe(3);
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
