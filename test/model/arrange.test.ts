import { describe, expect, it } from "vitest";
import { arrangeSessions, bestMatch, type ListView } from "../../src/model/arrange.ts";
import type { SessionDigest } from "../../src/model/digest.ts";
import { sameFolder } from "../../src/model/folder.ts";
import { matchRanges } from "../../src/model/query/highlight.ts";
import { parseQuery } from "../../src/model/query/parse.ts";
import { threadRows } from "../../src/model/threads.ts";
import { NO_MESSAGES, sessionTitle } from "../../src/model/title.ts";
import { sample } from "../support/digest.ts";

const at = (path: string, modified: number, fields: Partial<SessionDigest> = {}) =>
  sample({ path, id: path, modified, ...fields });
const view = (fields: Partial<ListView> = {}): ListView => ({
  query: parseQuery(""),
  sort: "threaded",
  scope: { kind: "all" },
  namedOnly: false,
  emptyOnly: false,
  includeInternal: false,
  ...fields,
});
const paths = (sessions: readonly SessionDigest[], fields: Partial<ListView> = {}) =>
  arrangeSessions(sessions, view(fields)).map(({ session }) => session.path);
const find = (text: string, ...sessions: SessionDigest[]) => paths(sessions, { query: parseQuery(text) });

describe("threads", () => {
  it("stand below their parents, both newest first", () => {
    const rows = threadRows([
      at("old-root", 1),
      at("fork", 9, { parentSession: "root" }),
      at("root", 5),
      at("newer-fork", 10, { parentSession: "root" }),
      at("fork-of-fork", 3, { parentSession: "newer-fork" }),
    ]);
    expect(rows.map(({ session, prefix }) => prefix + session.path)).toEqual([
      "root",
      "├─ newer-fork",
      "│  └─ fork-of-fork",
      "└─ fork",
      "old-root",
    ]);
  });

  it("make a session a root when its parent is not listed", () => {
    expect(threadRows([at("a", 1, { parentSession: "gone" })])[0]?.prefix).toBe("");
  });

  it("survive a cycle of parents and lose nobody", () => {
    const rows = threadRows([
      at("a", 1, { parentSession: "b" }),
      at("b", 2, { parentSession: "a" }),
      at("c", 3, { parentSession: "c" }),
    ]);
    expect(rows.map(({ session }) => session.path).sort()).toEqual(["a", "b", "c"]);
  });

  it("of 20,000 forks in one chain neither overflow nor stall", () => {
    const chain = Array.from({ length: 20_000 }, (_, i) => at(`s${i}`, i, { parentSession: `s${i - 1}` }));
    expect(threadRows(chain)).toHaveLength(20_000);
  });
});

describe("a list", () => {
  it("shows the scope's folder, with names only, without internal sessions, as asked", () => {
    const sessions = [
      at("here", 3),
      at("named", 2, { name: "N" }),
      at("there", 1, { cwd: "/x" }),
      at("stage", 4, { internal: true }),
    ];
    expect(paths(sessions)).toEqual(["here", "named", "there"]);
    expect(paths(sessions, { scope: { kind: "folder", cwd: "/w/" } })).toEqual(["here", "named"]);
    expect(paths(sessions, { namedOnly: true })).toEqual(["named"]);
    expect(paths(sessions, { includeInternal: true })[0]).toBe("stage");
    expect(paths([...sessions, at("unused", 0, { isEmpty: true })], { emptyOnly: true })).toEqual(["unused"]);
  });

  it("searched is ordered by relevance: name before first message before folder, then newest", () => {
    const sessions = [
      at("folder", 9, { cwd: "/login" }),
      at("message", 5, { firstMessage: "fix login" }),
      at("later", 6, { firstMessage: "fix login" }),
      at("name", 1, { name: "login" }),
    ];
    expect(find("login", ...sessions)).toEqual(["name", "later", "message", "folder"]);
    expect(paths(sessions, { query: parseQuery("login"), sort: "recent" })[0]).toBe("folder");
    expect(
      bestMatch(arrangeSessions(sessions, view({ query: parseQuery("login"), sort: "recent" })))?.session
        .path,
    ).toBe("name");
  });
});

describe("a query", () => {
  const shop = at("shop", 1, {
    name: "Größe der Körbe",
    firstMessage: "the total is wrong",
    cwd: "/home/ada/shop",
  });

  it.each([
    ["total wrong", true],
    ["wrong total", true],
    ["total right", false],
    ['"total is"', true],
    ['"is total"', false],
    ["GROSSE", false],
    ["große korbe", true],
    ["ada/shop", true],
    ["re:tot.l\\s+is", true],
    ["körbe re:^the", true],
    ["re:", true],
    ['"', true],
    ["ttl", false],
  ])("%s matches: %s", (text, matches) => {
    expect(find(text, shop)).toEqual(matches ? ["shop"] : []);
  });

  it("with a broken pattern says why and matches nothing", () => {
    expect(parseQuery("re:(").error).toMatch(/./);
    expect(find("re:(", shop)).toEqual([]);
  });

  it("marks what matched, also where folding changes lengths", () => {
    const marked = (query: string, text: string) =>
      matchRanges(parseQuery(query), text).map(({ start, end }) => text.slice(start, end));
    expect(marked("korbe gr", "Größe der Körbe")).toEqual(["Gr", "Körbe"]);
    expect(marked("re:o.", "foo bar")).toEqual(["oo"]);
    expect(marked("aba ba", "ababa")).toEqual(["ababa"]);
  });
});

describe("a title", () => {
  it.each([
    [{ name: "N" }, "N"],
    [{ firstMessage: "  two\nlines " }, "two lines"],
    [{ firstMessage: "<command-name>/clear</command-name>" }, "/clear"],
    [{ firstMessage: "a < b and c > d" }, "a < b and c > d"],
    [{ firstMessage: "" }, NO_MESSAGES],
    [{ firstMessage: "\u001b[2J" }, NO_MESSAGES],
  ])("of %j is %s", (fields, title) => {
    expect(sessionTitle(sample(fields))).toBe(title);
  });
});

describe("two spellings of a folder", () => {
  it.each([
    ["/w", "/w/", true],
    ["/W", "/w", false],
    ["C:\\X", "c:\\x", true],
    ["/mnt/c/Users/Me", "/mnt/c/users/me", true],
    ["/mnt/cd/Users", "/mnt/cd/users", false],
  ])("%s and %s are one: %s", (a, b, same) => {
    expect(sameFolder(a, b)).toBe(same);
  });
});
