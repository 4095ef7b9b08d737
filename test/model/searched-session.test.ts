import { expect, test } from "vitest";
import { SearchedSession, searchedSessions } from "../../src/model/query/searched-session.ts";
import { sessionsInView, type ViewFilter } from "../../src/model/sessions-in-view.ts";
import { sample } from "../support/digest.ts";

const ALL: ViewFilter = {
  scope: { kind: "all" },
  namedOnly: false,
  emptyOnly: false,
  includeInternal: false,
};

test("a number is asked for until there is one, and again where others number", () => {
  const searched = new SearchedSession(sample({ path: "/s/a" }));
  const numbers = new Map<string, number>();
  const asked: string[] = [];
  const numbering = {
    numberOf: (path: string) => {
      asked.push(path);
      return numbers.get(path);
    },
  };
  expect(searched.numberIn(numbering)).toBeUndefined();
  numbers.set("/s/a", 7);
  expect([searched.numberIn(numbering), searched.numberIn(numbering)]).toEqual([7, 7]);
  expect(asked).toHaveLength(2);
  expect(searched.numberIn({ numberOf: () => 3 })).toBe(3);
});

test("a session that stays is the same one in every list, and a list that stays is the same list", () => {
  const [a, b] = [sample({ path: "/s/a" }), sample({ path: "/s/b" })];
  const both = [a, b];
  expect(searchedSessions(both)).toBe(searchedSessions(both));
  expect(searchedSessions([b])[0]).toBe(searchedSessions(both)[1]);
});

test("a filter that stays leaves the same list, another one its own", () => {
  const sessions = [
    sample({ path: "/s/named", name: "x", modified: 3 }),
    sample({ path: "/s/other", cwd: "/other", modified: 2 }),
    sample({ path: "/s/internal", internal: true, modified: 1 }),
    sample({ path: "/s/empty", isEmpty: true, modified: 4 }),
  ];
  const left = (change: Partial<ViewFilter>) =>
    sessionsInView(sessions, { ...ALL, ...change }).map(({ path }) => path.slice(3));
  expect(sessionsInView(sessions, ALL)).toBe(sessionsInView(sessions, { ...ALL, scope: { kind: "all" } }));
  expect(left({})).toEqual(["empty", "named", "other"]);
  expect(left({ namedOnly: true })).toEqual(["named"]);
  expect(left({ emptyOnly: true })).toEqual(["empty"]);
  expect(left({ includeInternal: true })).toEqual(["empty", "named", "other", "internal"]);
  expect(left({ scope: { kind: "folder", cwd: "/other" } })).toEqual(["other"]);
  expect(left({ scope: { kind: "folder", cwd: "/w" } })).toEqual(["empty", "named"]);
});
