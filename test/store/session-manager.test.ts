import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { appendAtLeaf, isForeign, SessionManager } from "../../src/index.ts";
import {
  InvalidEntryError,
  InvalidSessionIdError,
  InvalidWorkflowError,
  NotASessionError,
  UnknownEntryError,
} from "../../src/store/session-errors.ts";
import { ASSISTANT, assistant, entry, HEADER, USER, user } from "../support/entries.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "treeline-manager-")));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const WORKFLOW = { runId: "run-1", stageId: "stage-build", stageName: "build" };
const file = (manager: SessionManager) => manager.getSessionFile() ?? expect.unreachable();
const write = (name: string, ...lines: (object | string)[]) => {
  const path = join(folder, name);
  writeFileSync(
    path,
    lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
  );
  return path;
};
const linesOf = (path: string) =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const talked = (options?: Parameters<typeof SessionManager.create>[2]) => {
  const manager = SessionManager.create("/w", folder, options);
  manager.appendMessage(USER);
  manager.appendMessage(ASSISTANT);
  return manager;
};

describe("a new session", () => {
  it("writes nothing before its first assistant message, then everything at once, then each entry", () => {
    const manager = SessionManager.create("/w", folder);
    manager.appendSessionInfo("Named early");
    manager.appendMessage(USER);
    expect(readdirSync(folder)).toEqual([]);
    manager.appendMessage(ASSISTANT);
    expect(linesOf(file(manager)).map(({ type }) => type)).toEqual([
      "session",
      "session_info",
      "message",
      "message",
    ]);
    manager.appendModelChange("openai", "gpt");
    expect(linesOf(file(manager))).toHaveLength(5);
  });

  it("is called by its time and id", () => {
    const manager = talked({ id: "my-id" });
    expect(readdirSync(folder)).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z_my-id\.jsonl$/),
    ]);
    expect(manager.getSessionId()).toBe("my-id");
    expect(linesOf(file(manager))[0]).toMatchObject({ type: "session", version: 3, id: "my-id", cwd: "/w" });
  });

  it("lies in the agent's folder for its working directory", () => {
    vi.stubEnv("ATOMIC_CODING_AGENT_DIR", folder);
    const manager = SessionManager.create("/home/ada/shop");
    expect(manager.getSessionDir()).toBe(join(folder, "sessions", "--home-ada-shop--"));
    manager.appendMessage(ASSISTANT);
    expect(existsSync(file(manager))).toBe(true);
  });

  it.each(["", "-a", "a-", "a/b", "../x", "a b", "é"])("cannot have the id %j", (id) => {
    expect(() => SessionManager.create("/w", folder, { id })).toThrow(InvalidSessionIdError);
  });

  it("belongs to a workflow only with the whole marker", () => {
    expect(linesOf(file(talked({ internal: true, workflow: WORKFLOW })))[0]).toMatchObject({
      internal: true,
      workflow: WORKFLOW,
    });
    for (const options of [
      { internal: true },
      { workflow: WORKFLOW },
      { internal: true, workflow: { ...WORKFLOW, stageId: " " } },
    ]) {
      expect(() => SessionManager.create("/w", folder, options)).toThrow(InvalidWorkflowError);
    }
  });

  it("in memory has no file", () => {
    const manager = SessionManager.inMemory("/w");
    manager.appendMessage(ASSISTANT);
    expect(manager.getSessionFile()).toBeUndefined();
    expect(manager.isPersisted()).toBe(false);
    expect(manager.getEntries()).toHaveLength(1);
  });

  it("may follow another one", () => {
    const manager = talked();
    const first = file(manager);
    const second = manager.newSession({ parentSession: first });
    expect(second).not.toBe(first);
    expect(manager.getEntries()).toEqual([]);
    expect(manager.getHeader().parentSession).toBe(first);
  });
});

describe("each append", () => {
  it("returns the id of an entry that hangs below the leaf and becomes it", () => {
    const manager = talked();
    const leaf = manager.getLeafId();
    const id = manager.appendThinkingLevelChange("high");
    expect(manager.getLeafId()).toBe(id);
    expect(manager.getLeafEntry()).toMatchObject({
      id,
      parentId: leaf,
      type: "thinking_level_change",
      thinkingLevel: "high",
    });
  });

  it("writes the fields of the specification", () => {
    const manager = talked();
    const [target = ""] = manager.getEntries().map(({ id }) => id);
    manager.appendContextWindowChange(1_000_000);
    manager.appendModelChange("openai", "gpt");
    manager.appendCompaction("text", null, 51_234, { strategy: "verbatim-lines" });
    manager.appendCustomEntry("ext", { count: 42 });
    manager.appendSessionInfo(" Name ");
    manager.appendCustomMessageEntry("ext", "injected", true, { a: 1 });
    manager.appendLabelChange(target, "mark");
    manager.appendLabelChange(target, undefined);
    expect(linesOf(file(manager)).slice(3)).toMatchObject([
      { type: "context_window_change", contextWindow: 1_000_000 },
      { type: "model_change", provider: "openai", modelId: "gpt" },
      {
        type: "compaction",
        summary: "text",
        firstKeptEntryId: null,
        tokensBefore: 51_234,
        details: { strategy: "verbatim-lines" },
      },
      { type: "custom", customType: "ext", data: { count: 42 } },
      { type: "session_info", name: "Name" },
      { type: "custom_message", customType: "ext", content: "injected", display: true, details: { a: 1 } },
      { type: "label", targetId: target, label: "mark" },
      { type: "label", targetId: target },
    ]);
    expect(linesOf(file(manager)).at(-1)).not.toHaveProperty("label");
  });

  it("that is bad is refused, and changes nothing", () => {
    const manager = talked();
    const before = readFileSync(file(manager));
    const entries = manager.getEntries();
    expect(() => manager.appendLabelChange("gone", "x")).toThrow(UnknownEntryError);
    expect(() => manager.branch("gone")).toThrow(UnknownEntryError);
    expect(() => manager.branchWithSummary("gone", "s")).toThrow(UnknownEntryError);
    expect(() => manager.createBranchedSession("gone")).toThrow(UnknownEntryError);
    expect(() => manager.appendContextWindowChange(Number.NaN)).toThrow(InvalidEntryError);
    expect(manager.getEntries()).toEqual(entries);
    expect(readFileSync(file(manager))).toEqual(before);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("names the thing and the file when it is refused", () => {
    const manager = talked();
    expect(() => manager.branch("gone")).toThrow(
      expect.objectContaining({ entryId: "gone", file: file(manager) }),
    );
  });

  it("to a file that has gone is refused, and makes no new file", () => {
    const manager = talked();
    rmSync(file(manager));
    expect(() => manager.appendSessionInfo("x")).toThrow(/Nothing was added/);
    expect(manager.getSessionName()).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("an opened file", () => {
  it("is read without being changed", () => {
    const path = write(
      "v1.jsonl",
      '{"type":"session","id":"s"}',
      '{"type":"message","timestamp":"a","message":{"role":"user","content":"x"}}',
    );
    utimesSync(path, 1000, 1000);
    const before = readFileSync(path);
    SessionManager.open(path).buildSessionContext();
    expect(readFileSync(path)).toEqual(before);
    expect(statSync(path).mtimeMs).toBe(1_000_000);
  });

  it("goes through open, append, open", () => {
    const path = write("v3.jsonl", HEADER, user("a", null), assistant("b", "a"));
    const id = SessionManager.open(path).appendSessionInfo("Again");
    const again = SessionManager.open(path);
    expect(again.getSessionName()).toBe("Again");
    expect(again.getEntry(id)?.parentId).toBe("b");
    expect(again.getCwd()).toBe("/w");
  });

  it("of version 1 is migrated by its first append, and what was made up while reading still fits", () => {
    const old = [
      '{"type":"session","id":"s","cwd":"/w","timestamp":"2026-01-01T00:00:00.000Z"}',
      '{"type":"message","timestamp":"a","message":{"role":"user","content":"x","n":1.0}}',
      '{"type":"message","timestamp":"b","message":{"role":"hookMessage","customType":"h","content":"y","display":true}}',
    ];
    const path = write("v1.jsonl", ...old, "garbage");
    const manager = SessionManager.open(path);
    const [first] = manager.getEntries();
    manager.appendLabelChange(first?.id ?? "", "kept");
    const text = readFileSync(path, "utf8");
    expect(text).toContain('"n":1.0');
    expect(text).toContain("\ngarbage\n");
    expect(JSON.parse(text.split("\n")[0] ?? "")).toMatchObject({ version: 3, cwd: "/w" });
    const again = SessionManager.open(path);
    expect(again.getLabel(first?.id ?? "")).toBe("kept");
    expect(again.getEntries().slice(0, 2)).toEqual(manager.getEntries().slice(0, 2));
    expect(readdirSync(folder)).toEqual(["v1.jsonl"]);
  });

  it("keeps its mode when it is migrated", () => {
    const path = write("v2.jsonl", { ...HEADER, version: 2 }, user("a", null));
    rmSync(path);
    writeFileSync(path, `${JSON.stringify({ ...HEADER, version: 2 })}\n`, { mode: 0o640 });
    SessionManager.open(path).appendSessionInfo("x");
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  it("that is empty gets its header with the first write", () => {
    const path = write("empty.jsonl");
    const manager = SessionManager.open(path);
    manager.appendMessage(USER);
    expect(statSync(path).size).toBe(0);
    manager.appendMessage(ASSISTANT);
    expect(linesOf(path).map(({ type }) => type)).toEqual(["session", "message", "message"]);
  });

  it.each([
    ["garbage", ["garbage"]],
    ["another program's log", ['{"level":"info"}']],
    ["entries without a header", [user("a", null)]],
    ["a broken header", ["{broken", user("a", null)]],
  ])("with %s is refused and left alone", (_, content) => {
    const path = write("x.jsonl", ...content);
    const before = readFileSync(path);
    expect(() => SessionManager.open(path)).toThrow(NotASessionError);
    expect(() => SessionManager.forkFrom(path, "/t", folder)).toThrow(NotASessionError);
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(folder)).toEqual(["x.jsonl"]);
  });

  it("keeps entries that nobody knows, and says so", () => {
    const manager = SessionManager.open(
      write("x.jsonl", HEADER, entry("progress", "p", null, 1, { deep: { n: 1 } })),
    );
    const [foreign] = manager.getEntries();
    expect(foreign).toMatchObject({ type: "progress", deep: { n: 1 } });
    expect(foreign !== undefined && isForeign(foreign)).toBe(true);
  });

  it("through a link is written where the link leads", () => {
    const path = write("real.jsonl", { ...HEADER, version: 2 }, user("a", null));
    symlinkSync(path, join(folder, "link.jsonl"));
    SessionManager.open(join(folder, "link.jsonl")).appendSessionInfo("x");
    expect(linesOf(path).at(-1)).toMatchObject({ name: "x" });
  });

  it("switched back and forth gets each append in the right file", () => {
    const [a, b] = [
      write("a.jsonl", HEADER, user("a", null)),
      write("b.jsonl", { ...HEADER, id: "s2" }, user("b", null)),
    ];
    const manager = SessionManager.open(a);
    manager.appendSessionInfo("A1");
    manager.setSessionFile(b);
    manager.appendSessionInfo("B");
    manager.setSessionFile(a);
    manager.appendSessionInfo("A2");
    expect(linesOf(a).slice(2)).toMatchObject([{ name: "A1" }, { name: "A2" }]);
    expect(linesOf(b).slice(2)).toMatchObject([{ name: "B" }]);
  });

  it("that turns out to be no session leaves the manager where it was", () => {
    const manager = talked();
    const before = [manager.getSessionFile(), manager.getLeafId()];
    expect(() => manager.setSessionFile(write("x.jsonl", "garbage"))).toThrow(NotASessionError);
    expect([manager.getSessionFile(), manager.getLeafId()]).toEqual(before);
  });

  it.each([
    ["CRLF", `${JSON.stringify(HEADER)}\r\n${JSON.stringify(user("a", null))}\r\n`],
    ["no final newline", `${JSON.stringify(HEADER)}\n${JSON.stringify(user("a", null))}`],
    ["a torn last line", `${JSON.stringify(HEADER)}\n${JSON.stringify(user("a", null))}\n{"type":"mess`],
    ["a final blank line", `${JSON.stringify(HEADER)}\n${JSON.stringify(user("a", null))}\n\n`],
  ])("with %s only gains a line of its own", (_, content) => {
    const path = join(folder, "x.jsonl");
    writeFileSync(path, content);
    const id = SessionManager.open(path).appendSessionInfo("Name");
    const after = readFileSync(path, "utf8");
    expect(after.startsWith(content)).toBe(true);
    expect(SessionManager.open(path).getEntry(id)).toMatchObject({ parentId: "a", name: "Name" });
  });
});

describe("moving in the tree", () => {
  it("branches without writing; the next entry hangs below the one gone back to", () => {
    const manager = talked();
    const [first = ""] = manager.getEntries().map(({ id }) => id);
    const before = readFileSync(file(manager));
    manager.branch(first);
    expect(readFileSync(file(manager))).toEqual(before);
    const id = manager.appendMessage(USER);
    expect(manager.getEntry(id)?.parentId).toBe(first);
    expect(manager.getChildren(first)).toHaveLength(2);
    expect(manager.getBranch().map((entry) => entry.id)).toEqual([first, id]);
    expect(manager.getTree()[0]?.children).toHaveLength(2);
  });

  it("shows the children of an entry oldest first, whatever their order in the file", () => {
    const path = write("x.jsonl", HEADER, user("a", null), user("late", "a", 9), user("early", "a", 3));
    expect(
      SessionManager.open(path)
        .getChildren("a")
        .map(({ id }) => id),
    ).toEqual(["early", "late"]);
  });

  it("can go before the first entry", () => {
    const manager = talked();
    manager.resetLeaf();
    expect(manager.getLeafId()).toBeNull();
    expect(manager.getLeafEntry()).toBeUndefined();
    expect(manager.buildSessionContext().messages).toEqual([]);
    expect(manager.getEntry(manager.appendMessage(USER))?.parentId).toBeNull();
  });

  it("leaves a summary that names the leaf it left", () => {
    const manager = talked();
    const [first = ""] = manager.getEntries().map(({ id }) => id);
    const left = manager.getLeafId();
    const id = manager.branchWithSummary(first, "tried A", { readFiles: [] }, true);
    expect(manager.getEntry(id)).toMatchObject({
      parentId: first,
      fromId: left,
      summary: "tried A",
      details: { readFiles: [] },
      fromHook: true,
    });
    expect(manager.buildSessionContext().messages.map(({ role }) => role)).toEqual(["user", "branchSummary"]);
  });
});

describe("names and labels", () => {
  it("are the latest ones, and cleared by empty ones", () => {
    const manager = talked();
    manager.appendSessionInfo("One");
    manager.appendSessionInfo("Two");
    expect(manager.getSessionName()).toBe("Two");
    manager.appendSessionInfo("  ");
    expect(manager.getSessionName()).toBeUndefined();
    const [id = ""] = manager.getEntries().map((entry) => entry.id);
    manager.appendLabelChange(id, "mark");
    expect(manager.getLabel(id)).toBe("mark");
    manager.appendLabelChange(id, "");
    expect(manager.getLabel(id)).toBeUndefined();
  });
});

describe("a branched session", () => {
  it("is a new file with the way to the leaf, its labels, its parent and its workflow", () => {
    const manager = talked({ internal: true, workflow: WORKFLOW });
    const [first = "", second = ""] = manager.getEntries().map(({ id }) => id);
    manager.appendLabelChange(first, "start");
    const parent = file(manager);
    const path = manager.createBranchedSession(second) ?? "";
    expect(linesOf(path)).toMatchObject([
      { type: "session", parentSession: parent, internal: true, workflow: WORKFLOW },
      { id: first, parentId: null },
      { id: second, parentId: first },
      { type: "label", targetId: first, label: "start", parentId: second },
    ]);
    expect(manager.getSessionFile()).toBe(path);
    expect(SessionManager.open(path).buildSessionContext().messages).toHaveLength(2);
  });

  it("without an assistant message waits for one", () => {
    const manager = talked();
    const [first = ""] = manager.getEntries().map(({ id }) => id);
    const path = manager.createBranchedSession(first) ?? "";
    expect(existsSync(path)).toBe(false);
    manager.appendMessage(ASSISTANT);
    expect(linesOf(path)).toHaveLength(3);
  });
});

describe("a fork", () => {
  it("has all entries byte for byte, the new working directory and its parent", () => {
    const odd =
      '{"type":"progress", "id":"p","parentId":"b","timestamp":"2026-05-01T10:00:00.000Z","big":12345678901234567890}';
    const source = write("source.jsonl", HEADER, user("a", null), assistant("b", "a"), odd);
    const manager = SessionManager.forkFrom(source, "/elsewhere", folder);
    const text = readFileSync(file(manager), "utf8");
    expect(text.split("\n").slice(1)).toEqual(readFileSync(source, "utf8").split("\n").slice(1));
    expect(manager.getHeader()).toMatchObject({ cwd: "/elsewhere", parentSession: source });
    expect(manager.getHeader().id).not.toBe(HEADER.id);
  });
});

describe("workflow ownership", () => {
  it("is put on a session, on disk too, and repairs a malformed marker", () => {
    const path = write("x.jsonl", { ...HEADER, internal: "yes", extra: { keep: 1 } }, user("a", null));
    const before = readFileSync(path, "utf8").split("\n")[1];
    const manager = SessionManager.open(path);
    expect(() => manager.markSessionInternal()).toThrow(InvalidWorkflowError);
    manager.markSessionInternal(WORKFLOW);
    expect(linesOf(path)[0]).toMatchObject({
      internal: true,
      workflow: WORKFLOW,
      extra: { keep: 1 },
      id: HEADER.id,
    });
    expect(readFileSync(path, "utf8").split("\n")[1]).toBe(before);
  });

  it("that is valid stays", () => {
    const path = write("x.jsonl", { ...HEADER, internal: true, workflow: WORKFLOW }, user("a", null));
    const before = readFileSync(path);
    SessionManager.open(path).markSessionInternal({ ...WORKFLOW, runId: "other" });
    expect(readFileSync(path)).toEqual(before);
  });
});

describe("lists", () => {
  beforeEach(() => {
    write("old.jsonl", { ...HEADER, id: "old" }, user("a", null, 1));
    write(
      "new.jsonl",
      { ...HEADER, id: "new" },
      { ...user("a", null, 5), message: { role: "user", content: "hi", timestamp: Date.UTC(2026, 5, 1) } },
    );
    write(
      "stage.jsonl",
      { ...HEADER, id: "stage", internal: true, workflow: WORKFLOW },
      { ...user("a", null, 9), message: { role: "user", content: "hi", timestamp: Date.UTC(2026, 6, 1) } },
    );
    write("there.jsonl", { ...HEADER, id: "there", cwd: "/there" });
    write("log.jsonl", '{"level":"info"}');
    write("damaged.jsonl", user("a", null, 59));
  });

  it("hold the sessions of the working directory, newest first, internal ones only on demand", async () => {
    expect((await SessionManager.list("/w", folder)).map(({ id }) => id)).toEqual(["new", "old"]);
    const all = await SessionManager.list("/w", folder, undefined, { includeInternal: true });
    expect(all[0]).toMatchObject({ id: "stage", internal: true, workflow: WORKFLOW });
  });

  it("of all directories hold everything, and report progress", async () => {
    const progress = vi.fn();
    const ids = (await SessionManager.listAll(folder, progress)).map(({ id }) => id);
    expect(ids.sort()).toEqual(["damaged", "new", "old", "there"]);
    expect(progress).toHaveBeenLastCalledWith(6, 6);
  });

  it("tell what is the most recent: never a log, a damaged file or an internal session", () => {
    expect(SessionManager.continueRecent("/w", folder).getSessionId()).toBe("new");
    expect(SessionManager.continueRecent("/w", folder, { includeInternal: true }).getSessionId()).toBe(
      "stage",
    );
    const fresh = SessionManager.continueRecent("/nowhere", folder);
    expect(fresh.getEntries()).toEqual([]);
    expect(existsSync(file(fresh))).toBe(false);
  });
});

describe("what a review found", () => {
  const joined = (...objects: object[]) => objects.map((object) => JSON.stringify(object)).join("");

  it("a rewrite leaves lines that it does not change alone, also torn and shared ones", () => {
    const odd = [
      joined(user("a", null), user("b", "a")),
      `{"type":"mess${joined(user("c", "b"))}`,
      '{"type":"x"}{"type":"y"}',
    ];
    const path = write("x.jsonl", { ...HEADER }, ...odd);
    const before = readFileSync(path, "utf8").split("\n").slice(1);
    SessionManager.open(path).markSessionInternal(WORKFLOW);
    expect(readFileSync(path, "utf8").split("\n").slice(1)).toEqual(before);
  });

  it("migration of a torn line keeps the torn text, as a line of its own", () => {
    const hook = {
      type: "message",
      id: "h",
      parentId: null,
      timestamp: "t",
      message: { role: "hookMessage", customType: "x", content: "y", display: true },
    };
    const path = write("x.jsonl", { ...HEADER, version: 2 }, `{"type":"mess${joined(hook)}`);
    SessionManager.open(path).appendSessionInfo("x");
    const lines = readFileSync(path, "utf8").split("\n");
    expect(lines[1]).toBe('{"type":"mess');
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({ id: "h", message: { role: "custom" } });
  });

  it("an entry that is no JSON is refused at once, and what was given may change later", () => {
    const manager = SessionManager.create("/w", folder);
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    expect(() => manager.appendCustomEntry("x", { n: 1n })).toThrow(InvalidEntryError);
    expect(() => manager.appendCustomEntry("x", circular)).toThrow(InvalidEntryError);
    const counted = { count: 1 };
    manager.appendCustomEntry("x", counted);
    counted.count = 2;
    manager.appendMessage(ASSISTANT);
    expect(linesOf(file(manager))[1]).toMatchObject({ data: { count: 1 } });
  });

  it("a call that is refused does not migrate the file either", () => {
    const path = write("v2.jsonl", { ...HEADER, version: 2 }, user("a", null));
    const before = readFileSync(path);
    expect(() => appendAtLeaf(path, { type: "label" })).toThrow(InvalidEntryError);
    expect(() => SessionManager.open(path).appendCustomEntry("x", 1n)).toThrow(InvalidEntryError);
    expect(readFileSync(path)).toEqual(before);
  });

  it("a branch keeps the bytes of its entries", () => {
    const odd =
      '{"type":"progress","id":"p","parentId":"b","timestamp":5,"big":12345678901234567890,"f":1.0}';
    const path = write("x.jsonl", HEADER, user("a", null), assistant("b", "a"), odd);
    const branched = SessionManager.open(path).createBranchedSession("p") ?? "";
    expect(readFileSync(branched, "utf8").split("\n").slice(1, 4)).toEqual(
      readFileSync(path, "utf8").split("\n").slice(1, 4),
    );
  });

  it("a fork without an assistant message keeps them too, and waits", () => {
    const odd = '{"type":"progress","id":"p","parentId":"a","timestamp":5,"big":12345678901234567890}';
    const manager = SessionManager.forkFrom(write("x.jsonl", HEADER, user("a", null), odd), "/t", folder);
    expect(existsSync(file(manager))).toBe(false);
    manager.appendMessage(ASSISTANT);
    expect(readFileSync(file(manager), "utf8").split("\n")[2]).toBe(odd);
  });

  it("an old file behind a link is migrated where it is", () => {
    const path = write("real.jsonl", { ...HEADER, version: 2 }, user("a", null));
    const link = join(folder, "link.jsonl");
    symlinkSync(path, link);
    appendAtLeaf(link, { type: "session_info", name: "x" });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(linesOf(path)).toMatchObject([{ version: 3 }, { id: "a" }, { name: "x" }]);
  });

  it("a session directory means the same to all calls", async () => {
    vi.stubEnv("HOME", folder);
    const manager = SessionManager.create("/w", "~/mine");
    manager.appendMessage(ASSISTANT);
    expect(file(manager).startsWith(join(folder, "mine"))).toBe(true);
    expect(await SessionManager.list("/w", "~/mine")).toHaveLength(1);
  });

  it("a branch keeps what a compaction kept from a label on", () => {
    const boundary = entry("compaction", "k", "c", 8, {
      summary: "s",
      firstKeptEntryId: "l",
      tokensBefore: 1,
      details: { strategy: "verbatim-lines" },
    });
    const label = entry("label", "l", "b", 3, { targetId: "a", label: "x" });
    const manager = SessionManager.open(
      write(
        "x.jsonl",
        HEADER,
        user("a", null),
        assistant("b", "a"),
        label,
        user("c", "l"),
        boundary,
        user("d", "k"),
      ),
    );
    const before = manager.buildSessionContext().messages;
    manager.createBranchedSession("d");
    manager.branch("d");
    expect(manager.buildSessionContext().messages).toEqual(before);
  });

  it("a fork of an internal session inherits its marker, unless that is not wanted", () => {
    const source = write("x.jsonl", { ...HEADER, internal: true, workflow: WORKFLOW }, assistant("a", null));
    const asked: object = { internal: undefined, workflow: undefined, parentSession: undefined };
    expect(SessionManager.forkFrom(source, "/t", folder, asked).getHeader()).toMatchObject({
      internal: true,
      workflow: WORKFLOW,
      parentSession: source,
    });
    expect(SessionManager.forkFrom(source, "/t", folder, { internal: false }).getHeader()).not.toHaveProperty(
      "workflow",
    );
  });

  it("a valid marker that somebody else has put on the file meanwhile stays", () => {
    const path = write("x.jsonl", HEADER, user("a", null));
    const [one, other] = [SessionManager.open(path), SessionManager.open(path)];
    one.markSessionInternal(WORKFLOW);
    other.markSessionInternal({ ...WORKFLOW, runId: "run-2" });
    expect(linesOf(path)[0]).toMatchObject({ workflow: WORKFLOW });
    expect(other.getHeader()).toMatchObject({ workflow: WORKFLOW });
  });

  it("the leaf of a file is the same for everybody, also without an id of its own", () => {
    const path = write(
      "x.jsonl",
      HEADER,
      user("a", null),
      '{"type":"custom","customType":"x","timestamp":"t"}',
    );
    const leaf = SessionManager.open(path).getLeafId();
    appendAtLeaf(path, { type: "session_info", name: "x" });
    expect(linesOf(path).at(-1)).toMatchObject({ parentId: leaf });
  });

  it("a loaded session is of the current version", () => {
    expect(SessionManager.open(write("x.jsonl", { ...HEADER, version: 1 })).getHeader().version).toBe(3);
  });

  it("a file that cannot be read is an error of the library that names it", () => {
    const missing = join(folder, "missing.jsonl");
    expect(() => SessionManager.forkFrom(missing, "/t", folder)).toThrow(
      expect.objectContaining({ name: "UnreadableSessionError", file: missing }),
    );
    expect(() => SessionManager.open(folder)).toThrow(
      expect.objectContaining({ name: "UnreadableSessionError" }),
    );
  });

  it("a message of a time that no calendar has does not stay the newest for ever", async () => {
    write("x.jsonl", HEADER, {
      ...user("a", null, 3),
      message: { role: "user", content: "x", timestamp: 1.7e18 },
    });
    expect((await SessionManager.listAll(folder))[0]?.modified).toEqual(
      new Date(Date.UTC(2026, 4, 1, 10, 3)),
    );
  });
});

describe("damage", () => {
  it("on a line costs that line, and who hung below it is still in the tree", () => {
    const path = write("x.jsonl", HEADER, user("a", null), assistant("b", "a"), user("c", "b"));
    appendFileSync(path, `${JSON.stringify(assistant("d", "lost"))}${JSON.stringify(user("e", "d"))}\n`);
    const manager = SessionManager.open(path);
    expect(manager.getEntries().map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
    expect(manager.getTree().map((node) => node.entry.id)).toEqual(["a", "d"]);
  });

  it("by a second header is no entry", () => {
    const manager = SessionManager.open(
      write("x.jsonl", HEADER, user("a", null), { ...HEADER, id: "other" }, user("b", "a")),
    );
    expect(manager.getSessionId()).toBe(HEADER.id);
    expect(manager.getEntries()).toHaveLength(2);
  });

  it("does not keep an agent directory from being made", () => {
    const nested = join(folder, "deep", "er");
    mkdirSync(join(folder, "deep"));
    const manager = SessionManager.create("/w", nested);
    manager.appendMessage(ASSISTANT);
    expect(existsSync(file(manager))).toBe(true);
  });
});
