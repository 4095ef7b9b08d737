import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SessionDigest } from "../../src/model/digest.ts";
import { listSessions } from "../../src/store/listing.ts";

let store: string;
beforeEach(() => {
  store = mkdtempSync(join(tmpdir(), "treeline-test-"));
});
afterEach(() => rmSync(store, { recursive: true, force: true }));

const ID = "0194c1d2-1111-7000-8000-000000000001";
const NAME = `2026-05-01T10-00-00-000Z_${ID}.jsonl`;
const header = (fields = {}) => ({
  type: "session",
  version: 3,
  id: "s1",
  timestamp: "2026-05-01T10:00:00.000Z",
  cwd: "/w",
  ...fields,
});
const message = (role: string, text: string, minute: number, fields = {}) => ({
  type: "message",
  id: `id${minute}`,
  parentId: null,
  timestamp: `2026-05-01T10:${String(minute).padStart(2, "0")}:00.000Z`,
  message: {
    role,
    content: [{ type: "text", text }],
    timestamp: Date.UTC(2026, 4, 1, 10, minute),
    ...fields,
  },
});
const lines = (...values: unknown[]) =>
  values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));

function write(content: string | Buffer, name = NAME): string {
  const folder = join(store, "--w--");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function listing(directory = store) {
  const location = { directory, layout: "folders", agent: "atomic" } as const;
  const batches = [...listSessions({ locations: [location], cwd: "/w" })];
  return {
    batches,
    sessions: batches.flatMap((batch) => batch.sessions),
    diagnostics: batches.flatMap((batch) => batch.diagnostics),
  };
}

function only(content: string | Buffer): SessionDigest {
  write(content);
  const { sessions } = listing();
  expect(sessions).toHaveLength(1);
  return sessions[0] ?? expect.unreachable();
}

const TALK = lines(
  header(),
  message("user", "fix it", 1),
  message("assistant", "done", 2),
  message("toolResult", "ok", 9),
);

describe("a row", () => {
  it("counts every message and takes its time from the latest user or assistant message", () => {
    const row = only(`${TALK.join("\n")}\n`);
    expect(row).toMatchObject({
      id: "s1",
      cwd: "/w",
      messageCount: 3,
      firstMessage: "fix it",
      agent: "atomic",
      damaged: false,
    });
    expect(row.modified).toBe(Date.UTC(2026, 4, 1, 10, 2));
    expect(row.created).toBe(Date.UTC(2026, 4, 1, 10, 0));
  });

  it("takes the time of the entry where the message has none, and of the header where nobody spoke", () => {
    expect(only(lines(header(), message("user", "x", 5, { timestamp: undefined })).join("\n")).modified).toBe(
      Date.UTC(2026, 4, 1, 10, 5),
    );
    expect(only(lines(header()).join("\n")).modified).toBe(Date.UTC(2026, 4, 1, 10, 0));
  });

  it("has the latest name, and none once it was cleared", () => {
    const named = { type: "session_info", id: "n1", timestamp: "x", name: "  Shop  " };
    expect(only(lines(header(), named, message("user", "x", 1)).join("\n")).name).toBe("Shop");
    expect(only(lines(header(), named, { ...named, name: "" }).join("\n")).name).toBeUndefined();
  });

  it("finds a name above and a first message below megabytes of other lines", () => {
    const filler = Array.from({ length: 40 }, (_, i) => ({
      type: "custom",
      id: `c${i}`,
      timestamp: "x",
      customType: "t",
      data: "y".repeat(100_000),
    }));
    const row = only(
      lines(
        header(),
        { type: "session_info", id: "n", timestamp: "x", name: "Top" },
        ...filler,
        message("user", "late", 1),
      ).join("\n"),
    );
    expect(row).toMatchObject({ name: "Top", firstMessage: "late", messageCount: 1 });
  });

  it("has a summary only while it fits the last message", () => {
    const summary = {
      type: "session_summary",
      id: "s",
      timestamp: "x",
      summary: "short",
      summarizedThroughId: "id2",
    };
    const talk = lines(header(), message("user", "a", 1), message("assistant", "b", 2), summary);
    expect(only(talk.join("\n")).summary).toBe("short");
    expect(only([...talk, ...lines(message("user", "c", 3))].join("\n")).summary).toBeUndefined();
    expect(
      only(
        [
          ...talk,
          ...lines({ type: "branch_summary", id: "b", timestamp: "x", fromId: "id1", summary: "s" }),
        ].join("\n"),
      ).summary,
    ).toBeUndefined();
  });

  it.each([
    [{ internal: true, workflow: { runId: "r", stageId: "s", stageName: "n" } }, true],
    [{ internal: "true", workflow: { runId: "r", stageId: "s", stageName: "n" } }, false],
    [{ internal: true, workflow: { runId: "r", stageId: " ", stageName: "n" } }, false],
    [{ internal: true }, false],
    [{ workflow: { runId: "r", stageId: "s", stageName: "n" } }, false],
  ])("with the marker %j is internal: %s", (marker, internal) => {
    expect(only(JSON.stringify(header(marker))).internal).toBe(internal);
  });
});

describe("a damaged file", () => {
  it.each([
    ["a broken line in the middle", [...TALK.slice(0, 2), '{"type":"mess', ...TALK.slice(2)].join("\n"), 1],
    ["a torn last line", `${TALK.join("\n")}\n${(TALK[1] ?? "").slice(0, 50)}`, 1],
    ["no final newline", TALK.join("\n"), 0],
    ["CRLF", `${TALK.join("\r\n")}\r\n`, 0],
    ["blank lines", `\n  \n${TALK.join("\n\n   \n")}\n\n`, 0],
    ["a byte-order mark", `\ufeff${TALK.join("\n")}\n`, 0],
    [
      "the header not first",
      [...lines({ type: "progress", id: "p", timestamp: "x" }), ...TALK].join("\n"),
      0,
    ],
    [
      "a second header",
      [...TALK.slice(0, 3), JSON.stringify(header({ id: "other" })), ...TALK.slice(3)].join("\n"),
      0,
    ],
    ["NUL padding", `${TALK.join("\n")}${"\0".repeat(9000)}\n${"\0".repeat(143_000)}`, 1],
    ["two records on one line", `${TALK[0]}\n${TALK[1]}${TALK[2]}\n${TALK[3]}`, 0],
  ])("with %s keeps its row", (_, content, damagedLines) => {
    expect(only(content)).toMatchObject({ id: "s1", messageCount: 3, firstMessage: "fix it", damagedLines });
  });

  it("with invalid UTF-8 loses only that line", () => {
    const bad = Buffer.concat([
      Buffer.from(`${TALK[0]}\n${TALK[1]}\n{"type":"message","id":"x`),
      Buffer.from([0xe6, 0x87, 0x0a]),
      Buffer.from(`${TALK[2]}\n${TALK[3]}\n`),
    ]);
    expect(only(bad)).toMatchObject({ messageCount: 3, damagedLines: 1 });
  });

  it("with two tool results on one line counts both", () => {
    expect(only([...TALK.slice(0, 3), `${TALK[3]}${TALK[3]}`].join("\n")).messageCount).toBe(4);
  });

  it("without a header is listed as damaged, with id and time from its name", () => {
    const row = only(TALK.slice(1).join("\n"));
    expect(row).toMatchObject({
      damaged: true,
      id: ID,
      cwd: "",
      created: Date.UTC(2026, 4, 1, 10, 0),
      messageCount: 3,
    });
  });

  it("without a header, beginning with a line of megabytes, is listed all the same", () => {
    const huge = message("user", "long ago", 1, { content: [{ type: "text", text: "z".repeat(3 << 20) }] });
    expect(only(lines(huge, message("assistant", "b", 2)).join("\n"))).toMatchObject({
      damaged: true,
      messageCount: 2,
    });
  });

  it.each([
    ["an empty file", ""],
    ["blank lines only", "\n \n"],
    ["garbage", 'garbage\nnull\n42\n[]\n"s"\n'],
    ["another program's log", '{"type":"log","level":3}\n{"msg":"x"}\n'],
  ])("that is %s is no session but one diagnostic", (_, content) => {
    write(content);
    const { sessions, diagnostics } = listing();
    expect(sessions).toEqual([]);
    expect(diagnostics).toHaveLength(1);
  });

  it("does not lose the row to lines far longer than the buffer", () => {
    const image = message("user", "look", 1, {
      content: [
        { type: "text", text: "look" },
        { type: "image", data: "A".repeat(50 << 20), mimeType: "image/png" },
      ],
    });
    const tool = message("toolResult", "z".repeat(5 << 20), 3);
    expect(only(lines(header(), image, tool, message("assistant", "b", 4)).join("\n"))).toMatchObject({
      firstMessage: "look",
      messageCount: 3,
      damagedLines: 0,
    });
  });

  it("reads the same with CR and LF in different chunks", () => {
    for (let shift = 0; shift < 3; shift++) {
      const pad = { type: "custom", id: "c", timestamp: "x", customType: "t", data: "" };
      const used = Buffer.byteLength(`${TALK[0]}\r\n${JSON.stringify(pad)}`);
      const filler = JSON.stringify({ ...pad, data: "p".repeat((1 << 20) - used - shift) });
      expect(only(`${[TALK[0], filler, ...TALK.slice(1)].join("\r\n")}\r\n`)).toMatchObject({
        messageCount: 3,
        damagedLines: 0,
      });
    }
  });
});

describe("a store", () => {
  it("that does not exist is named as a place without sessions", () => {
    const { batches, sessions } = listing(join(store, "nowhere"));
    expect(sessions).toEqual([]);
    expect(batches.at(-1)?.places).toEqual([{ directory: join(store, "nowhere"), exists: false }]);
  });

  it("lists the good files beside a bad one, and says which was bad", () => {
    for (let i = 0; i < 20; i++) write(TALK.join("\n"), `good${i}.jsonl`);
    write("\u0000\u0001", "bad.jsonl");
    const { sessions, diagnostics } = listing();
    expect(sessions).toHaveLength(20);
    expect(diagnostics.map(({ path }) => path)).toEqual([join(store, "--w--", "bad.jsonl")]);
  });

  it("follows a link to a folder once and passes over links to files, dangling links and folders named like files", () => {
    const path = write(TALK.join("\n"));
    mkdirSync(join(store, "--w--", "folder.jsonl"));
    symlinkSync(path, join(store, "--w--", "link.jsonl"));
    symlinkSync(join(store, "gone"), join(store, "--w--", "dangling.jsonl"));
    symlinkSync(join(store, "gone"), join(store, "dangling"));
    symlinkSync(join(store, "--w--"), join(store, "again"));
    symlinkSync(store, join(store, "self"));
    const { sessions, diagnostics } = listing();
    expect(sessions.map((session) => session.path)).toEqual([path]);
    expect(diagnostics).toEqual([]);
  });

  it("knows the parent of a fork through a linked folder", () => {
    const parent = write(JSON.stringify(header({ id: "parent" })), "parent.jsonl");
    symlinkSync(join(store, "--w--"), join(store, "linked"));
    write(
      JSON.stringify(header({ id: "fork", parentSession: join(store, "linked", "parent.jsonl") })),
      "fork.jsonl",
    );
    expect(listing().sessions.find(({ id }) => id === "fork")?.parentSession).toBe(parent);
  });

  it("reads the newest files first", () => {
    for (const [name, time] of [
      ["old", 1000],
      ["new", 3000],
      ["middle", 2000],
    ] as const) {
      utimesSync(write(JSON.stringify(header({ id: name })), `${name}.jsonl`), time, time);
    }
    expect(listing().sessions.map((session) => session.id)).toEqual(["new", "middle", "old"]);
  });

  it("reports a file that disappears between finding and reading", () => {
    write(TALK.join("\n"), "a.jsonl");
    const late = write(TALK.join("\n"), "b.jsonl");
    const location = { directory: store, layout: "folders", agent: undefined } as const;
    const isWanted = () => {
      rmSync(late, { force: true });
      return true;
    };
    utimesSync(late, 1, 1);
    const batches = [...listSessions({ locations: [location], cwd: "/w" }, { isWanted })];
    expect(batches.flatMap((batch) => batch.sessions)).toHaveLength(1);
    expect(batches.flatMap((batch) => batch.diagnostics)).toEqual([
      { path: late, reason: expect.stringContaining("disappeared") },
    ]);
  });

  it("lists files of the old flat layout and of folders side by side, each once", () => {
    write(JSON.stringify(header({ id: "in-folder" })));
    writeFileSync(join(store, "flat.jsonl"), JSON.stringify(header({ id: "flat" })));
    expect(
      listing()
        .sessions.map(({ id }) => id)
        .sort(),
    ).toEqual(["flat", "in-folder"]);
  });

  it("lists two sessions with one id in two folders of which the names collide", () => {
    write(JSON.stringify(header({ id: "same", cwd: "/a/b" })), "one.jsonl");
    write(JSON.stringify(header({ id: "same", cwd: "/a-b" })), "two.jsonl");
    expect(
      listing()
        .sessions.map(({ cwd }) => cwd)
        .sort(),
    ).toEqual(["/a-b", "/a/b"]);
  });

  it("orders by what was said, whatever the files' times are", () => {
    for (const minute of [3, 1, 2])
      write(lines(header({ id: `m${minute}` }), message("user", "x", minute)).join("\n"), `${minute}.jsonl`);
    const { sessions } = listing();
    expect(sessions.map(({ id, modified }) => [id, modified]).sort()).toEqual(
      [1, 2, 3].map((minute) => [`m${minute}`, Date.UTC(2026, 4, 1, 10, minute)]),
    );
  });

  it("reads only the head of a large file of another program", () => {
    const path = write("");
    appendFileSync(path, '{"level":"info","text":"not ours"}\n'.repeat(2_000_000));
    const start = performance.now();
    expect(listing().sessions).toEqual([]);
    const whole = performance.now();
    readFileSync(path, "utf8").split("\n");
    expect(whole - start).toBeLessThan(performance.now() - whole);
  });

  it("is left exactly as it was", () => {
    const path = write(`${TALK.join("\n")}\ntorn`);
    const before = statSync(path);
    listing();
    expect(statSync(path).mtimeMs).toBe(before.mtimeMs);
    expect(statSync(path).size).toBe(before.size);
  });
});
