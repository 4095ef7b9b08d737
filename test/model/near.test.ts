import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionDigest } from "../../src/model/digest.ts";
import { nearSessions } from "../../src/model/query/near.ts";
import { parseSessionQuery } from "../../src/model/query/parse-session-query.ts";
import { searchedSessions } from "../../src/model/query/searched-session.ts";
import { nearestIn, typoOf } from "../../src/model/query/typo.ts";
import { sample } from "../support/digest.ts";

const near = (query: string, ...sessions: Partial<SessionDigest>[]) => {
  const digests = sessions.map((session) => sample({ firstMessage: "", ...session }));
  const context = { now: 0, rankOfText: () => 0 as const };
  const scores = nearSessions(parseSessionQuery(query, 0), searchedSessions(digests), context);
  return digests.map((digest) => scores.get(digest));
};
const isNear = (query: string, name: string) => near(query, { name })[0] !== undefined;

describe("one error is forgiven in a word", () => {
  test.each([
    ["lgin", "the Login"],
    ["logiin", "the Login"],
    ["lofin", "the Login"],
    ["olgin", "the Login"],
    ["cafs", "café"],
    ["garde", "gardn party"],
    ["lofi", "login_form"],
  ])("%s means %s", (query, name) => {
    expect(isNear(query, name)).toBe(true);
  });

  test.each([
    ["lgn", "the login"],
    ["lgni", "the login"],
    ["lofim", "the login"],
    ["gion", "login"],
    ['"lgin"', "login"],
    ["lofi", "loginformular"],
  ])("%s does not mean %s", (query, name) => {
    expect(isNear(query, name)).toBe(false);
  });
});

test("two errors in a long word", () => {
  expect(isNear("refcatroing", "the refactoring")).toBe(true);
  expect(isNear("refactrng", "the refactoring")).toBe(true);
  expect(isNear("rfctrng", "the refactoring")).toBe(false);
});

test("the beginning of a word of about the length is near too, of a much longer one not", () => {
  expect(isNear("autentica", "authentication")).toBe(false);
  expect(isNear("autenticat", "authentication")).toBe(true);
  expect(isNear("cofn", "configuration")).toBe(false);
});

test("names count more than first messages, fewer errors more than more", () => {
  const [one = 0, two = 0, message = 0] = near(
    "refactoring",
    { name: "refactorin" },
    { name: "refatcorin" },
    { firstMessage: "refactorin" },
  );
  expect(one).toBeGreaterThan(two);
  expect(two).toBeGreaterThan(message);
  expect(message).toBeGreaterThan(0);
});

test("errors are forgiven only in names and first messages", () => {
  expect(near("gardne", { cwd: "/garden" }, { id: "garden" })).toEqual([undefined, undefined]);
});

test("every word must be near or match, and the rest of the query must hold", () => {
  expect(near("lgin shop", { name: "login", cwd: "/shop" })[0]).toBeDefined();
  expect(near("lgin shop", { name: "login" })[0]).toBeUndefined();
  expect(near("lgin is:named", { name: "login" }, { firstMessage: "login" })).toEqual([
    expect.any(Number),
    undefined,
  ]);
  expect(near("lgin -is:named", { name: "login" }, { firstMessage: "login" })).toEqual([
    undefined,
    expect.any(Number),
  ]);
});

test("what is too short to be mistyped, and a phrase, must be there as typed", () => {
  expect(near("lgin of", { name: "login of users" }, { name: "login" })).toEqual([
    expect.any(Number),
    undefined,
  ]);
  expect(near('lgin "of users"', { name: "login of users" }, { name: "login of all users" })).toEqual([
    expect.any(Number),
    undefined,
  ]);
});

test.each(["lgin -shop", "lgin ab", "lgin a.b", "is:named", "", "lgin re:(", "検索"])(
  "nothing is near to %s",
  (query) => {
    expect(isNear(query, "login 検素")).toBe(false);
  },
);

test("a word with one letter lost, doubled, replaced or swapped is near to itself", () => {
  const word = fc.stringMatching(/^[a-z]{4,12}$/);
  const change = fc.constantFrom("lost", "doubled", "replaced", "swapped");
  fc.assert(
    fc.property(word, change, fc.nat(), (whole, kind, random) => {
      const at = random % (whole.length - 1);
      const [head, rest] = [whole.slice(0, at), whole.slice(at)];
      const [first = "", second = ""] = rest;
      const typed = {
        lost: head + rest.slice(1),
        doubled: head + first + rest,
        replaced: `${head}q${rest.slice(1)}`,
        swapped: head + second + first + rest.slice(2),
      }[kind];
      const typo = typoOf(typed);
      if (typed.length < 4) expect(typo).toBeUndefined();
      else expect(typo && nearestIn(`the ${whole}, of course`, typo)?.errors).toBeLessThanOrEqual(1);
    }),
  );
});
