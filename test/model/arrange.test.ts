import { expect, test } from "vitest";
import { arrangeSessions, bestMatch, type ListView } from "../../src/model/arrange.ts";
import type { SessionDigest } from "../../src/model/digest.ts";
import { sameFolder } from "../../src/model/folder.ts";
import { parseQuery } from "../../src/model/query/parse.ts";

function session(path: string, rest: Partial<SessionDigest> = {}): SessionDigest {
  return {
    path,
    id: "id",
    cwd: "/work",
    name: undefined,
    created: 0,
    modified: 0,
    messageCount: 1,
    firstMessage: "",
    summary: undefined,
    parentSession: undefined,
    internal: false,
    workflow: undefined,
    agent: "pi",
    damaged: false,
    damagedLines: 0,
    size: 1,
    ...rest,
  };
}

const ALL: ListView = {
  query: parseQuery(""),
  sort: "threaded",
  scope: { kind: "all" },
  namedOnly: false,
  includeInternal: false,
};
const paths = (sessions: readonly SessionDigest[], view: Partial<ListView>) =>
  arrangeSessions(sessions, { ...ALL, ...view }).map((row) => row.prefix + row.session.path);

const forks = [
  session("root", { modified: 1, name: "login" }),
  session("fork", { modified: 2, parentSession: "root", firstMessage: "the login" }),
  session("other", { modified: 3, cwd: "/else", firstMessage: "the blogin" }),
];

test("threaded draws forks below their origin", () => {
  expect(paths(forks, {})).toEqual(["other", "root", "└─ fork"]);
});

test("recent is flat, newest first", () => {
  expect(paths(forks, { sort: "recent" })).toEqual(["other", "fork", "root"]);
});

test("a query gives up the threads for relevance", () => {
  const query = parseQuery("login");
  expect(paths(forks, { query })).toEqual(["root", "fork", "other"]);
  expect(paths(forks, { query, sort: "relevance" })).toEqual(["root", "fork", "other"]);
});

test("recent stays newest first under a query, and the best match is still known", () => {
  const rows = arrangeSessions(forks, { ...ALL, query: parseQuery("login"), sort: "recent" });
  expect(rows.map((row) => row.session.path)).toEqual(["other", "fork", "root"]);
  expect(bestMatch(rows)?.session.path).toBe("root");
});

test("equal matches are ordered by recency", () => {
  const twins = [session("old", { name: "x", modified: 1 }), session("new", { name: "x", modified: 2 })];
  expect(paths(twins, { query: parseQuery("x") })).toEqual(["new", "old"]);
});

test("there is no best match among no rows", () => {
  expect(bestMatch([])).toBeUndefined();
});

test("a broken pattern shows nothing", () => {
  expect(paths(forks, { query: parseQuery("re:[") })).toEqual([]);
});

test("a folder shows its own sessions only", () => {
  expect(paths(forks, { scope: { kind: "folder", cwd: "/work/" } })).toEqual(["root", "└─ fork"]);
});

test("named only hides what has no name", () => {
  expect(paths(forks, { namedOnly: true })).toEqual(["root"]);
});

test("internal sessions appear only when asked for", () => {
  const sessions = [session("a", { internal: true })];
  expect(paths(sessions, {})).toEqual([]);
  expect(paths(sessions, { includeInternal: true })).toEqual(["a"]);
});

test("a fork whose origin is filtered away becomes a root", () => {
  const sessions = [session("a", { internal: true }), session("b", { parentSession: "a" })];
  expect(paths(sessions, {})).toEqual(["b"]);
});

test.each([
  ["/a/b", "/a/b/", true],
  ["/a/b", "/a/B", false],
  ["/", "/", true],
  ["/", "", false],
  ["C:\\Work", "c:\\work\\", true],
  ["C:\\Work", "c:/work", true],
  ["C:\\", "c:/", true],
  ["/mnt/c/Work", "/mnt/C/work", true],
  ["/mnt/data/Work", "/mnt/data/work", false],
])("folders %s and %s are the same: %s", (a, b, same) => {
  expect(sameFolder(a, b)).toBe(same);
});
