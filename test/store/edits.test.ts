import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parseLine } from "../../src/model/line.ts";
import { labelEntry } from "../../src/store/label.ts";
import { renameSession } from "../../src/store/rename.ts";
import { AppendError, NotASessionError, UnknownEntryError } from "../../src/store/session-errors.ts";
import { readSessionFile } from "../../src/store/session-file.ts";
import { SessionManager } from "../../src/store/session-manager.ts";
import { assistant, entry, HEADER, user } from "../support/entries.ts";

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "treeline-edits-"));
  path = join(folder, "x.jsonl");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => writeFileSync(path, TALK));

const lines = (...objects: readonly object[]) =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join("");
const TALK = lines(HEADER, user("a", null), assistant("b", "a"));
const ODD = { type: "brand_new", id: "odd", parentId: "b", timestamp: "x", "field\u2028": [1.0, "é"] };
const torn = JSON.stringify(user("c", "b")).slice(0, 40);

/** What an edit may meet: the file before, and the leaf that the new line hangs below. */
const FILES: readonly (readonly [name: string, before: string, leaf: string])[] = [
  ["an ordinary file", TALK, "b"],
  ["a file with CRLF", TALK.replaceAll("\n", "\r\n"), "b"],
  ["a file without a final newline", TALK.trimEnd(), "b"],
  ["a file with a torn last line", TALK + torn, "b"],
  ["a file with an unknown entry", TALK + lines(ODD), "odd"],
  ["a file with damaged and blank lines", `${TALK}garbage\n\n \0\0\n`, "b"],
];

const EDITS: readonly (readonly [name: string, edit: () => unknown, fields: object])[] = [
  ["a new name", () => renameSession(path, " Shop "), { type: "session_info", name: "Shop" }],
  ["a label", () => labelEntry(path, "a", " cause "), { type: "label", targetId: "a", label: "cause" }],
  ["a cleared label", () => labelEntry(path, "a", "  "), { type: "label", targetId: "a" }],
];

describe.each(EDITS)("%s", (_, edit, fields) => {
  it.each(FILES)("adds its line and nothing else to %s", (_, before, leaf) => {
    writeFileSync(path, before);
    edit();
    const after = readFileSync(path, "utf8");
    const start = before.endsWith("\n") ? before : `${before}\n`;
    expect(after.slice(0, start.length)).toBe(start);
    const added = after.slice(start.length);
    expect(added).toMatch(/^[^\n]+\n$/);
    const { id, timestamp, ...rest } = JSON.parse(added);
    expect(id).toMatch(/^[0-9a-f]{8}$/);
    expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(60_000);
    expect(rest).toEqual({ parentId: leaf, ...fields });
  });

  it("brings a file of version 2 up to date first, and changes nothing else in it", () => {
    const old = TALK.replace('"version":3', '"version":2') + lines(ODD);
    writeFileSync(path, old);
    edit();
    const after = readFileSync(path, "utf8");
    expect(after.startsWith(old.replace('"version":2', '"version":3'))).toBe(true);
    expect(after.slice(old.length)).toMatch(/^[^\n]+\n$/);
  });

  it("is refused by a file without a header, by an empty one and by one that is gone; none of them changes", () => {
    for (const content of [TALK.slice(TALK.indexOf("\n") + 1), "garbage\n", ""]) {
      writeFileSync(path, content);
      expect(edit).toThrow(NotASessionError);
      expect(readFileSync(path, "utf8")).toBe(content);
    }
    rmSync(path);
    expect(edit).toThrow(AppendError);
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe("a name", () => {
  const name = () => SessionManager.open(path).getSessionName();

  it("that is blank clears the one before; that it is cleared is written as an empty name", () => {
    expect(renameSession(path, "Shop")).toBe(true);
    expect(name()).toBe("Shop");
    expect(renameSession(path, " \n ")).toBe(true);
    expect(name()).toBeUndefined();
    expect(readFileSync(path, "utf8")).toMatch(/"name":""\}\n$/);
  });

  it.each([
    ["is that already", "Shop"],
    ["differs in white space around it only", "\n Shop  "],
  ])("that %s is not written again", (_, same) => {
    renameSession(path, "Shop");
    const before = readFileSync(path);
    expect(renameSession(path, same)).toBe(false);
    expect(readFileSync(path)).toEqual(before);
  });

  it("is not cleared where there is none, and an old file is not even brought up to date for that", () => {
    const old = TALK.replace('"version":3', '"version":1');
    writeFileSync(path, old);
    expect(renameSession(path, "")).toBe(false);
    expect(readFileSync(path, "utf8")).toBe(old);
  });

  it("is one line, whatever was pasted", () => {
    renameSession(path, "one\r\ntwo\nthree\u2028four");
    expect(name()).toBe("one two three four");
  });

  it("given before anybody spoke is kept", () => {
    writeFileSync(path, lines(HEADER));
    renameSession(path, "Early");
    appendFileSync(path, lines(user("a", null), assistant("b", "a")));
    expect(name()).toBe("Early");
  });

  it("stands, whatever summary is generated after it", () => {
    const summary = (id: string) =>
      entry("session_summary", id, "b", 5, { summary: "auto", summarizedThroughId: "b" });
    appendFileSync(path, lines(summary("s1")));
    renameSession(path, "By hand");
    appendFileSync(path, lines(summary("s2")));
    expect(name()).toBe("By hand");
    expect(renameSession(path, "By hand")).toBe(false);
  });
});

describe("a label", () => {
  const label = (id: string) => SessionManager.open(path).getLabel(id);

  it("on an entry that is not there is refused, and nothing is written, not even a file of version 1", () => {
    const old = lines(
      { type: "session", id: "s", cwd: "/w" },
      { type: "message", message: { role: "user", content: "x" } },
    );
    for (const content of [TALK, TALK.replace("}\n", '}\n{"mentions":"c"}\n'), old]) {
      writeFileSync(path, content);
      expect(() => labelEntry(path, "c", "x")).toThrow(UnknownEntryError);
      expect(readFileSync(path, "utf8")).toBe(content);
    }
  });

  it("on an entry of version 1, of which the id is made up, is found again", () => {
    const said = {
      type: "message",
      timestamp: "2026-05-01T10:00:00.000Z",
      message: { role: "user", content: "x" },
    };
    writeFileSync(path, lines({ type: "session", id: "s", cwd: "/w" }, said, said));
    const id = readSessionFile(path).entries[1]?.id ?? "";
    labelEntry(path, id, "second");
    expect(label(id)).toBe("second");
    expect(readSessionFile(path).version).toBe(3);
  });

  it("on an entry of which nothing but a label names the id is refused", () => {
    appendFileSync(path, lines(entry("label", "l", "b", 3, { targetId: "gone", label: "x" })));
    expect(() => labelEntry(path, "gone", "y")).toThrow(UnknownEntryError);
  });

  it("takes the place of the one before, and a blank one takes it away", () => {
    labelEntry(path, "a", "one\ntwo");
    expect(label("a")).toBe("one two");
    labelEntry(path, "a", "three");
    expect(label("a")).toBe("three");
    labelEntry(path, "a", "");
    expect(label("a")).toBeUndefined();
  });
});

describe("a process that appends at full speed while names and labels are set 200 times", () => {
  it("costs no line of either, and SessionManager finds them", async () => {
    const appender = join(folder, "appender.mjs");
    await build({
      entryPoints: ["test/support/appender.ts"],
      outfile: appender,
      bundle: true,
      platform: "node",
      format: "esm",
    });
    let isWriting = true;
    const writer = promisify(execFile)(process.execPath, [appender, path, "other", "1000"]).finally(() => {
      isWriting = false;
    });
    let edits = 0;
    for (; edits < 200 || isWriting; edits++) {
      if (edits % 2 === 0) renameSession(path, `name ${edits}`);
      else labelEntry(path, edits % 4 === 1 ? "a" : "b", `label ${edits}`);
      await new Promise(setImmediate);
    }
    await writer;
    // Who looks while the other one is writing may begin with a newline of its own: a blank line costs nothing.
    const whole = readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    expect(whole).toHaveLength(3 + 1000 + edits);
    for (const line of whole) expect(parseLine(line, 1).values).toHaveLength(1);
    const manager = SessionManager.open(path);
    const last = (isWanted: (edit: number) => boolean) =>
      Array.from({ length: edits }, (_, edit) => edit).findLast(isWanted);
    expect(manager.getSessionName()).toBe(`name ${last((edit) => edit % 2 === 0)}`);
    expect(manager.getLabel("a")).toBe(`label ${last((edit) => edit % 4 === 1)}`);
    expect(manager.getLabel("b")).toBe(`label ${last((edit) => edit % 4 === 3)}`);
  }, 60_000);
});
