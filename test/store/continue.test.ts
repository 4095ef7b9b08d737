import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildSessionContext } from "../../src/model/context.ts";
import { CONTINUE_TYPE, continueHere, continueInNewSession } from "../../src/store/continue.ts";
import { findSession, newestSession, SessionNotFoundError } from "../../src/store/find-session.ts";
import { NotASessionError, UnknownEntryError } from "../../src/store/session-errors.ts";
import { SessionManager } from "../../src/store/session-manager.ts";
import { assistant, entry, HEADER, user } from "../support/entries.ts";
import { writeSample } from "../support/store.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "treeline-continue-"));
  path = join(folder, "s.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SESSION = [
  user("q", null, 1),
  assistant("a", "q", 2),
  user("b", "a", 3),
  assistant("c", "b", 4),
  entry("label", "l", "c", 5, { targetId: "a", label: "mark" }),
];
const text = (objects: readonly object[], newline = "\n") =>
  objects.map((object) => JSON.stringify(object)).join(newline);
const contextAt = (id: string | null) => {
  const { messages } = buildSessionContext(SessionManager.open(path).getEntries(), id);
  return messages;
};

describe("going on in the same file", () => {
  it.each([
    ["as agents write it", `${text([HEADER, ...SESSION])}\n`, ""],
    ["without a final newline", text([HEADER, ...SESSION]), "\n"],
    ["with CRLF", `${text([HEADER, ...SESSION], "\r\n")}\r\n`, ""],
    ["with a torn last line", `${text([HEADER, ...SESSION])}\n{"type":"mess`, "\n"],
    ["with an entry nobody knows", `${text([HEADER, ...SESSION, entry("odd", "o", "l", 6)])}\n`, ""],
  ])("adds one line to a file %s, and the agent stands at the entry", (_, content, start) => {
    writeFileSync(path, content);
    const before = contextAt("a");
    continueHere(path, "a");
    const added = readFileSync(path, "utf8").slice(content.length);
    expect(readFileSync(path, "utf8").startsWith(content)).toBe(true);
    expect(added.startsWith(start)).toBe(true);
    expect(added.trim().split("\n")).toHaveLength(1);
    const session = SessionManager.open(path);
    expect(session.getLeafEntry()).toMatchObject({
      type: "custom",
      customType: CONTINUE_TYPE,
      parentId: "a",
    });
    expect(session.buildSessionContext().messages).toEqual(before);
    expect(before.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  it("before the first entry the context is empty", () => {
    writeFileSync(path, `${text([HEADER, ...SESSION])}\n`);
    continueHere(path, null);
    const session = SessionManager.open(path);
    expect(session.getLeafEntry()?.parentId).toBeNull();
    expect(session.buildSessionContext().messages).toEqual([]);
  });

  it("a note becomes the summary of the branch that is left", () => {
    writeFileSync(path, `${text([HEADER, ...SESSION])}\n`);
    continueHere(path, "a", " tried b ");
    const session = SessionManager.open(path);
    expect(session.getLeafEntry()).toMatchObject({
      type: "branch_summary",
      parentId: "a",
      fromId: "l",
      summary: "tried b",
    });
    expect(session.buildSessionContext().messages.at(-1)).toMatchObject({
      role: "branchSummary",
      summary: "tried b",
    });
  });

  it("writes nothing where the conversation stands there already", () => {
    const content = `${text([HEADER, ...SESSION])}\n`;
    writeFileSync(path, content);
    continueHere(path, "l");
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  it("brings an old file up to date first, and stands at the entry it meant", () => {
    const old = (content: string) => ({ type: "message", message: { role: "user", content } });
    writeFileSync(
      path,
      `${text([{ type: "session", id: "s", cwd: "/w" }, old("one"), old("two"), old("three")])}\n`,
    );
    const [, second] = SessionManager.open(path).getEntries();
    continueHere(path, second?.id ?? "");
    const { messages } = SessionManager.open(path).buildSessionContext();
    expect(messages.map((message) => "content" in message && message.content)).toEqual(["one", "two"]);
  });

  it("leaves an old file alone where the conversation stands there already", () => {
    const old = (content: string) => ({ type: "message", message: { role: "user", content } });
    const content = `${text([{ type: "session", id: "s", cwd: "/w" }, old("one"), old("two")])}\n`;
    writeFileSync(path, content);
    continueHere(path, SessionManager.open(path).getLeafId());
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  it("refuses an entry whose id does not stand in the file", () => {
    const content = `${text([HEADER, { ...user("x", null), id: undefined }, ...SESSION])}\n`;
    writeFileSync(path, content);
    const [madeUp] = SessionManager.open(path).getEntries();
    for (const id of ["gone", madeUp?.id ?? ""])
      expect(() => continueHere(path, id)).toThrow(UnknownEntryError);
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  it("refuses a file without a header and leaves it alone", () => {
    const content = `${text(SESSION)}\n`;
    writeFileSync(path, content);
    expect(() => continueHere(path, "a")).toThrow(NotASessionError);
    expect(() => continueInNewSession(path, "a")).toThrow(NotASessionError);
    expect(readFileSync(path, "utf8")).toBe(content);
    expect(readdirSync(folder)).toEqual(["s.jsonl"]);
  });
});

describe("going on in a new session", () => {
  it("holds the way to the entry and its labels, as createBranchedSession makes it, and changes nothing else", () => {
    const content = `${text([HEADER, ...SESSION])}\n`;
    writeFileSync(path, content);
    const fresh = SessionManager.open(continueInNewSession(path, "a").path);
    const known = SessionManager.open(path);
    known.createBranchedSession("a");
    const withoutIds = (session: SessionManager) =>
      session.getEntries().map((one) => (one.type === "label" ? { ...one, id: "" } : one));
    expect(withoutIds(fresh)).toEqual(withoutIds(known));
    expect(fresh.buildSessionContext()).toEqual(known.buildSessionContext());
    expect(fresh.getLabel("a")).toBe("mark");
    expect(fresh.getHeader()).toMatchObject({ cwd: "/w", parentSession: path });
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  it("holds nothing where only labels lead to the entry, and is as private as the old one", () => {
    writeFileSync(
      path,
      `${text([HEADER, entry("label", "l", null, 1, { targetId: "b", label: "x" }), user("b", "l", 2)])}\n`,
      { mode: 0o600 },
    );
    const { path: fresh } = continueInNewSession(path, "l");
    expect(SessionManager.open(fresh).getEntries()).toEqual([]);
    expect(statSync(fresh).mode & 0o777).toBe(0o600);
  });

  it("is written at once, also where no answer was given yet, or nothing was said at all", () => {
    writeFileSync(path, `${text([HEADER, ...SESSION])}\n`);
    expect(SessionManager.open(continueInNewSession(path, "q").path).getLeafId()).toBe("q");
    const empty = continueInNewSession(path, null);
    expect(SessionManager.open(empty.path).getEntries()).toEqual([]);
    expect(SessionManager.open(empty.path).getSessionId()).toBe(empty.id);
  });

  it("refuses an entry that is not there", () => {
    writeFileSync(path, `${text([HEADER, ...SESSION])}\n`);
    expect(() => continueInNewSession(path, "gone")).toThrow(UnknownEntryError);
    expect(readdirSync(folder)).toEqual(["s.jsonl"]);
  });
});

describe("finding the session that is meant", () => {
  const options = () => ({
    locations: [{ directory: join(folder, "sessions"), layout: "folders" as const, agent: "atomic" }],
    cwd: "/w",
    home: folder,
  });

  it("by a path, an id, or the start of one", () => {
    const one = writeSample(folder, { id: "aaa-1", cwd: "/w", text: "one", hour: 1 });
    writeSample(folder, { id: "bbb-2", cwd: "/w", text: "two", hour: 2 });
    for (const asked of [one, "aaa-1", "aa", `~${one.slice(folder.length)}`])
      expect(findSession(asked, options())).toMatchObject({ path: one, agent: "atomic" });
  });

  it("by the header where the file has another name", () => {
    const odd = join(folder, "sessions", "odd.jsonl");
    writeSample(folder, { id: "aaa-1", cwd: "/w", text: "one", hour: 1 });
    writeFileSync(odd, `${text([{ ...HEADER, id: "ccc-3" }, user("q", null)])}\n`);
    expect(
      findSession("ccc", {
        ...options(),
        locations: [{ directory: join(folder, "sessions"), layout: "flat", agent: undefined }],
      }).path,
    ).toBe(odd);
  });

  it("an exact id in a header goes before the start of one in a name; a very long name is nothing", () => {
    writeSample(folder, { id: "build-2", cwd: "/w", text: "one", hour: 1 });
    const backup = join(folder, "sessions", "--w--", "backup.jsonl");
    writeFileSync(backup, `${text([{ ...HEADER, id: "build" }, user("q", null)])}\n`);
    expect(findSession("build", options()).path).toBe(backup);
    expect(() => findSession("x".repeat(300), options())).toThrow(SessionNotFoundError);
  });

  it("refuses what may mean several, and names them; an exact id goes first", () => {
    const short = writeSample(folder, { id: "aaa", cwd: "/w", text: "one", hour: 1 });
    const long = writeSample(folder, { id: "aaa-2", cwd: "/w", text: "two", hour: 2 });
    expect(findSession("aaa", options()).path).toBe(short);
    expect(() => findSession("aa", options())).toThrow(SessionNotFoundError);
    expect(() => findSession("aa", options())).toThrow(long);
    expect(() => findSession("zzz", options())).toThrow("No session");
    expect(() => findSession("", options())).toThrow(SessionNotFoundError);
  });

  it("or the newest of the folder", () => {
    writeSample(folder, { id: "old", cwd: "/w", text: "one", hour: 1 });
    const newest = writeSample(folder, { id: "new", cwd: "/w", text: "two", hour: 5 });
    writeSample(folder, { id: "elsewhere", cwd: "/other", text: "three", hour: 9 });
    expect(newestSession(options())?.path).toBe(newest);
    expect(newestSession({ ...options(), cwd: "/nowhere" })).toBeUndefined();
  });
});
