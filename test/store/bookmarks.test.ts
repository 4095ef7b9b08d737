import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bookmark, bookmarksOf, labelledEntries } from "../../src/store/bookmarks.ts";
import { listSessions } from "../../src/store/listing.ts";
import { sample } from "../support/digest.ts";
import { assistant, entry, HEADER, user } from "../support/entries.ts";

let store: string;
beforeEach(() => {
  store = mkdtempSync(join(tmpdir(), "treeline-bookmarks-"));
});
afterEach(() => rmSync(store, { recursive: true, force: true }));

const lines = (...objects: readonly object[]) =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join("");
const labelled = (targetId: string, label: string, minute = 9) =>
  entry("label", `l-${targetId}-${minute}`, null, minute, { targetId, label });

function write(content: string, name = "s.jsonl"): string {
  const path = join(store, "--w--", name);
  mkdirSync(join(store, "--w--"), { recursive: true });
  writeFileSync(path, content);
  return path;
}

function marks(): readonly Bookmark[] {
  const location = { directory: store, layout: "folders", agent: undefined } as const;
  const sessions = [...listSessions({ locations: [location], cwd: "/w" })].flatMap((batch) => batch.sessions);
  return [...bookmarksOf(sessions)].flat();
}

const said = () => marks().map(({ entryId, label, kind, text }) => [entryId, label, kind, text]);

describe("the labelled entries of a session", () => {
  it("are named with their labels and what they say, in one line", () => {
    const path = write(
      lines(
        HEADER,
        user("a", null, 1, "why\nis it \x1b[31mwrong"),
        assistant("b", "a"),
        labelled("a", "cause"),
      ),
    );
    expect(marks()).toEqual([
      {
        session: path,
        entryId: "a",
        label: "cause",
        time: Date.UTC(2026, 4, 1, 10, 9),
        text: "why is it wrong",
        kind: "user",
      },
    ]);
    expect(structuredClone(marks())).toEqual(marks());
  });

  it.each([
    [
      "an unusual order of fields",
      (line: string) => line.replace(/^\{"type":"message",(.*)\}$/, '{$1,"type":"message"}'),
    ],
    [
      "spaces between the fields",
      (line: string) => line.replace('{"type":"message","id":', '{ "type": "message", "id": '),
    ],
    ["CRLF", (line: string) => `${line}\r`],
    ["another entry on the same line", (line: string) => `${JSON.stringify(user("first", null))}${line}`],
    [
      "a torn entry before it on the same line",
      (line: string) => `${JSON.stringify(user("first", null)).slice(0, 99)}${line}`,
    ],
  ])("are found with %s", (_, change) => {
    const line = change(JSON.stringify(user("a", null, 1, "found")));
    write(`${lines(HEADER)}${line}\n${lines(user("b", "a"), labelled("a", "x"))}`);
    expect(said()).toEqual([["a", "x", "user", "found"]]);
  });

  it("are found on a last line without its newline, and by ids of any kind", () => {
    const ids = ['é " \\ 漢', "0194c1d2-1111-7000-8000-000000000001", ""];
    write(
      lines(
        HEADER,
        ...ids.map((id) => labelled(id, "x")),
        ...ids.map((id) => user(id, null, 1, `says ${id}`)),
      ).trimEnd(),
    );
    expect(said().map(([id, , kind]) => [id, kind])).toEqual(ids.map((id) => [id, "user"]));
  });

  it("that are not in the file say so, though others mention them", () => {
    write(lines(HEADER, user("a", "gone"), labelled("gone", "lost"), labelled("a", "there")));
    expect(said()).toEqual([
      ["gone", "lost", undefined, undefined],
      ["a", "there", "user", "ask a"],
    ]);
  });

  it("of two with one id are the later one", () => {
    write(lines(HEADER, user("a", null, 1, "first"), labelled("a", "x"), user("a", null, 1, "second")));
    expect(said()).toEqual([["a", "x", "user", "second"]]);
  });

  it("that are results of tools are described by their calls", () => {
    const call = { type: "toolCall", id: "call1", name: "bash", arguments: { command: "npm test" } };
    const answer = {
      role: "assistant",
      content: [call],
      provider: "p",
      model: "m",
      stopReason: "toolUse",
      timestamp: 1,
    };
    const result = {
      role: "toolResult",
      toolCallId: "call1",
      toolName: "bash",
      content: [],
      isError: false,
      timestamp: 2,
    };
    write(
      lines(
        HEADER,
        entry("message", "c", null, 1, { message: answer }),
        entry("message", "r", "c", 2, { message: result }),
        labelled("r", "x"),
      ),
    );
    expect(said()).toEqual([["r", "x", "toolResult", "[bash: npm test]"]]);
  });

  it("of an old file are read as current ones", () => {
    const message = { role: "hookMessage", customType: "todo", content: "buy", display: true, timestamp: 1 };
    write(lines({ ...HEADER, version: 2 }, entry("message", "h", null, 1, { message }), labelled("h", "x")));
    expect(said()).toEqual([["h", "x", "customMessage", "[todo]: buy"]]);
  });

  it("of a file that nobody knows are shown as they are, those of one without a header too", () => {
    write(lines(entry("brand_new", "n", null, 1, { x: 1 }), labelled("n", "x")));
    expect(said()).toEqual([["n", "x", "other", '[brand_new] {"x":1}']]);
  });

  it("of a file that is gone are all missing", () => {
    const labels = [{ entryId: "a", text: "x", time: undefined }];
    const batches = [...bookmarksOf([sample({ path: join(store, "gone"), labels })])];
    expect(batches).toEqual([
      [
        {
          session: join(store, "gone"),
          entryId: "a",
          label: "x",
          time: undefined,
          text: undefined,
          kind: undefined,
        },
      ],
    ]);
  });

  it("come in full when they are asked for", () => {
    const path = write(lines(HEADER, user("a", null), user("b", "a"), labelled("b", "x")));
    const labels = [{ entryId: "b", text: "x", time: undefined }];
    expect([...labelledEntries({ path, labels }).values()]).toMatchObject([
      { id: "b", message: { content: "ask b" } },
    ]);
  });
});

it("a session without labels is not read", () => {
  expect([...bookmarksOf([sample({ path: join(store, "nowhere") })])]).toEqual([]);
});

it("thousands of labels in a file of thousands of entries cost no more than reading it", () => {
  const ids = Array.from({ length: 10_000 }, (_, i) => `e${i}`);
  const path = write(lines(HEADER, ...ids.map((id) => user(id, null, 1, "x".repeat(500)))));
  const labels = ids.map((entryId) => ({ entryId, text: "x", time: undefined }));
  const start = performance.now();
  const [batch] = [...bookmarksOf([{ path, labels }])];
  expect(batch?.every(({ kind }) => kind === "user")).toBe(true);
  // One look for each label in each line would take minutes.
  expect(performance.now() - start).toBeLessThan(5000);
});
