import { describe, expect, it } from "vitest";
import { arrangeNear, arrangeSessions, bestMatch, type ListView } from "../../src/model/arrange.ts";
import type { SessionDigest } from "../../src/model/digest.ts";
import { sameFolder } from "../../src/model/folder.ts";
import { matchRanges } from "../../src/model/query/highlight.ts";
import type { MatchContext } from "../../src/model/query/match-session.ts";
import { parseQuery } from "../../src/model/query/parse.ts";
import { parseSessionQuery } from "../../src/model/query/parse-session-query.ts";
import { type RankOfText, TEXT_RANKS } from "../../src/model/query/text-rank.ts";
import { threadRows } from "../../src/model/threads.ts";
import { NO_MESSAGES, sessionTitle } from "../../src/model/title.ts";
import { sample } from "../support/digest.ts";

const at = (path: string, modified: number, fields: Partial<SessionDigest> = {}) =>
  sample({ path, id: path, modified, ...fields });
const view = (fields: Partial<ListView> = {}): ListView => ({
  query: parseSessionQuery("", 0),
  sort: "threaded",
  scope: { kind: "all" },
  namedOnly: false,
  emptyOnly: false,
  includeInternal: false,
  ...fields,
});
/** No text of a session says anything. */
const SILENT: MatchContext = { now: 1e9, rankOfText: () => TEXT_RANKS.none };
const query = (text: string) => parseSessionQuery(text, SILENT.now);
const paths = (
  sessions: readonly SessionDigest[],
  fields: Partial<ListView> = {},
  context: Partial<MatchContext> = {},
) => arrangeSessions(sessions, view(fields), { ...SILENT, ...context }).map(({ session }) => session.path);
const find = (text: string, ...sessions: SessionDigest[]) => paths(sessions, { query: query(text) });

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
    const byTime = { query: query("login"), sort: "recent" as const };
    expect(paths(sessions, byTime)[0]).toBe("folder");
    expect(bestMatch(arrangeSessions(sessions, view(byTime), SILENT))?.session.path).toBe("name");
  });

  it("holds what only the texts of a session say, behind what its name and first message say", () => {
    const sessions = [at("said", 9), at("message", 1, { firstMessage: "fix login" })];
    const rankOfText: RankOfText = ({ session }, term) =>
      session.path === "said" && term === 0 ? TEXT_RANKS.talkWord : TEXT_RANKS.none;
    expect(paths(sessions, { query: query("login") }, { rankOfText })).toEqual(["message", "said"]);
    expect(paths(sessions, { query: query("login fix") }, { rankOfText })).toEqual(["message"]);
  });

  it("shows internal sessions to a query that asks for them, and only to that", () => {
    const sessions = [at("stage", 4, { internal: true }), at("other", 3)];
    expect(find("is:internal", ...sessions)).toEqual(["stage"]);
    expect(find("-is:internal", ...sessions)).toEqual(["other"]);
    expect(find("hello", ...sessions)).toEqual(["other"]);
  });

  it("of what comes near a query keeps to its view", () => {
    const sessions = [
      at("there", 3, { cwd: "/x", name: "checkout" }),
      at("here", 2, { name: "checkout" }),
      at("other", 1),
    ];
    const near = view({ query: query("chekcout"), scope: { kind: "folder", cwd: "/w" } });
    expect(arrangeSessions(sessions, near, SILENT)).toEqual([]);
    expect(arrangeNear(sessions, near, SILENT).map(({ session }) => session.path)).toEqual(["here"]);
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
