import { execFile, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeRandom } from "../../bench/random.ts";
import { parseLine } from "../../src/model/line.ts";
import { appendLines, lastEntryId } from "../../src/store/append.ts";
import { labelEntry } from "../../src/store/label.ts";
import { renameSession } from "../../src/store/rename.ts";
import { migrateFile, rewriteHeader } from "../../src/store/rewrite.ts";
import { AppendError, NotASessionError, SessionChangedError } from "../../src/store/session-errors.ts";
import { appendAtLeaf, readSessionFile } from "../../src/store/session-file.ts";
import { readLines, readLinesBackwards } from "../../src/store/session-lines.ts";
import { SessionManager } from "../../src/store/session-manager.ts";
import { assistant, HEADER, user } from "../support/entries.ts";
import { killedMigrations } from "../support/killed-migrations.ts";

let folder: string;
let path: string;
let appender: string;
const START = `${JSON.stringify(HEADER)}\n${JSON.stringify(user("a", null))}\n`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "treeline-append-"));
  path = join(folder, "x.jsonl");
  appender = join(folder, "appender.mjs");
  // Bundled once: each process then starts at once instead of compiling.
  await build({
    entryPoints: ["test/support/appender.ts"],
    outfile: appender,
    bundle: true,
    platform: "node",
    format: "esm",
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => writeFileSync(path, START));

describe("one append", () => {
  it("adds whole lines, behind a newline of its own where the file does not end in one", () => {
    writeFileSync(path, START.trimEnd());
    appendLines(path, ['{"n":1}', '{"n":2}']);
    expect(readFileSync(path, "utf8")).toBe(`${START}{"n":1}\n{"n":2}\n`);
  });

  it("hangs below the entry that is last at that moment", () => {
    const first = appendAtLeaf(path, { type: "session_info", name: "One" });
    appendFileSync(path, `${JSON.stringify(assistant("other", first))}\n`);
    const second = appendAtLeaf(path, { type: "session_info", name: "Two" });
    expect(readSessionFile(path).entries.map(({ id, parentId }) => [id, parentId])).toEqual([
      ["a", null],
      [first, "a"],
      ["other", first],
      [second, "other"],
    ]);
  });

  it("finds the last entry behind torn, blank and huge lines", () => {
    const huge = {
      type: "custom",
      id: "huge",
      parentId: "a",
      timestamp: "x",
      customType: "t",
      data: "y".repeat(3 << 20),
    };
    appendFileSync(path, `${JSON.stringify(huge)}\n\n   \n{"type":"mess`);
    expect(lastEntryId(path)).toBe("huge");
  });

  it("to a file that is gone or cannot be written fails and makes nothing", () => {
    rmSync(path);
    expect(() => appendLines(path, ["x"])).toThrow(AppendError);
    expect(() => appendAtLeaf(path, { type: "session_info", name: "x" })).toThrow(AppendError);
    expect(readdirSync(folder)).not.toContain("x.jsonl");
  });

  it("to a file without a header is refused", () => {
    writeFileSync(path, "garbage\n");
    expect(() => appendAtLeaf(path, { type: "session_info", name: "x" })).toThrow(NotASessionError);
    expect(readFileSync(path, "utf8")).toBe("garbage\n");
  });

  it("that the disk does not take leaves the file as it was, and a second try adds exactly one entry", () => {
    appendFileSync(
      path,
      `${JSON.stringify({ type: "custom", id: "b", parentId: "a", timestamp: "x", customType: "t", data: "z".repeat(900) })}\n`,
    );
    const before = readFileSync(path);
    // The limit of a file's size lies within the next entry: the write falls short there.
    const limited = `ulimit -f 2; exec "${process.execPath}" "${appender}" "${path}" "${"n".repeat(1500)}" 1`;
    const failed = spawnSync("/bin/bash", ["-c", limited], { encoding: "utf8" });
    expect(failed.status).not.toBe(0);
    expect(failed.stderr).toContain("Nothing was added");
    expect(readFileSync(path)).toEqual(before);
    const id = appendAtLeaf(path, { type: "session_info", name: "x" });
    expect(readSessionFile(path).entries.map((entry) => entry.id)).toEqual(["a", "b", id]);
  });
});

describe("four processes that append 500 times each while a fifth reads", () => {
  it("lose, merge and tear no line", async () => {
    const run = promisify(execFile);
    let isWriting = true;
    const writers = Promise.all(
      ["p1", "p2", "p3", "p4"].map((name) => run(process.execPath, [appender, path, name, "500"])),
    ).finally(() => {
      isWriting = false;
    });
    let seen = 0;
    while (isWriting) {
      const text = readFileSync(path, "utf8");
      const whole = text
        .slice(0, text.lastIndexOf("\n") + 1)
        .split("\n")
        .slice(0, -1);
      for (const line of whole) if (line !== "") expect(parseLine(line, 1).values).toHaveLength(1);
      expect(whole.length).toBeGreaterThanOrEqual(seen);
      seen = whole.length;
      await new Promise(setImmediate);
    }
    await writers;
    const { entries, diagnostics } = readSessionFile(path);
    expect(diagnostics).toEqual([]);
    expect(entries).toHaveLength(2001);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(2001);
    for (const name of ["p1", "p2", "p3", "p4"]) {
      const numbers = entries.flatMap((entry) =>
        "customType" in entry && entry.customType === name && "data" in entry ? [entry.data] : [],
      );
      expect(numbers).toMatchObject(Array.from({ length: 500 }, (_, i) => ({ i })));
    }
  }, 60_000);
});

describe("200 names and 200 labels given while another process appends at full speed", () => {
  it("are all there, and so is everything else", async () => {
    const other = execFile(process.execPath, [appender, path, "other", "100000"]);
    const ended = new Promise((settle) => other.once("exit", settle));
    await vi.waitFor(() => expect(readFileSync(path).length).toBeGreaterThan(START.length), 10_000);
    const labels: string[] = [];
    for (let i = 0; i < 200; i++) {
      renameSession(path, `name ${i}`);
      const target = appendAtLeaf(path, { type: "custom", customType: "mine" });
      labelEntry(path, target, `label ${i}`);
      labels.push(target);
    }
    other.kill("SIGKILL");
    await ended;
    const { entries, diagnostics } = readSessionFile(path);
    expect(diagnostics).toEqual([]);
    const numbers = entries.flatMap((entry) =>
      "customType" in entry && entry.customType === "other" && "data" in entry ? [entry.data] : [],
    );
    expect(numbers.length).toBeGreaterThan(50);
    expect(numbers).toMatchObject(Array.from(numbers, (_, i) => ({ i })));
    const manager = SessionManager.open(path);
    expect(manager.getSessionName()).toBe("name 199");
    expect(labels.map((target) => manager.getLabel(target))).toEqual(labels.map((_, i) => `label ${i}`));
  }, 60_000);
});

describe("migration on disk", () => {
  it("leaves the old file or the new one, complete, when the process is killed at any moment", async () => {
    const { broken, ...counts } = await killedMigrations(12, makeRandom(3));
    expect(broken).toEqual([]);
    expect(counts.old + counts.migrated + counts.appended).toBeGreaterThanOrEqual(12);
  }, 60_000);

  it("keeps every byte of every line it does not change, whatever these are", () => {
    const odd = fc.oneof(
      fc.string({ unit: "binary" }).map((text) => Buffer.from(text.replaceAll("\n", ""))),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x0a))),
      fc.constantFrom(
        Buffer.from(""),
        Buffer.from("garbage"),
        Buffer.from('{"type":"label","id":"q","parentId":null,"n":1.0}\r'),
      ),
    );
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 8 }), fc.boolean(), (lines, hasFinalNewline) => {
        const header = Buffer.from('{"type":"session","version":2,"id":"s"}');
        const all = [header, ...lines].flatMap((line, index) =>
          index === 0 ? [line] : [Buffer.from("\n"), line],
        );
        const bytes = Buffer.concat(hasFinalNewline ? [...all, Buffer.from("\n")] : all);
        writeFileSync(path, bytes);
        migrateFile(path);
        const after = readFileSync(path);
        // Old and new version take one digit each: nothing else may differ.
        const expected = Buffer.from(bytes);
        expected[bytes.indexOf('"version":2') + '"version":'.length] = "3".charCodeAt(0);
        expect(after.equals(expected)).toBe(true);
        expect(JSON.parse(after.toString("utf8").split("\n")[0] ?? "")).toMatchObject({ version: 3 });
      }),
    );
  });

  it("is given up when somebody else changes the file meanwhile, and leaves theirs and nothing else", () => {
    const change = () =>
      rewriteHeader(path, (header) => {
        appendFileSync(path, `${JSON.stringify(assistant("theirs", "a"))}\n`);
        return { ...header, internal: true };
      });
    expect(change).toThrow(SessionChangedError);
    expect(readFileSync(path, "utf8")).toBe(`${START}${JSON.stringify(assistant("theirs", "a"))}\n`);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("keeps mode and owner", () => {
    chmodSync(path, 0o604);
    writeFileSync(path, START.replace('"version":3', '"version":2'));
    const before = statSync(path);
    migrateFile(path);
    const after = statSync(path);
    expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid]);
    expect(after.ino).not.toBe(before.ino);
  });
});

describe("lines read backwards", () => {
  it("are the lines read forwards, turned around", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 5 }).map((text) => text.replaceAll(/[\n\r]/g, ""))),
        fc.nat(3),
        (lines, size) => {
          const pad = "p".repeat(size * 40_000);
          writeFileSync(path, lines.map((line) => `${line}${pad}\n`).join("") + pad);
          const backwards = [...readLinesBackwards(path)].reverse().filter((line) => line !== "");
          expect(backwards).toEqual([...readLines(path)].filter((line) => line !== ""));
        },
      ),
      { numRuns: 60 },
    );
  });
});
