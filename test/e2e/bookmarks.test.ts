import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { folderName } from "../../src/model/folder-name.ts";
import { SessionManager } from "../../src/store/session-manager.ts";
import { assistant, entry, FORKED, user } from "../support/entries.ts";
import { TerminalProgram } from "../support/terminal.ts";

const PROGRAM = resolve("dist/cli.js");
let home: string;
let shop: string;
let running: TerminalProgram | undefined;
/** Answers to one question, with a label; a question without any; one in another folder, with a label. */
let forked: string;
let plain: string;
let elsewhere: string;

function writeSession(id: string, cwd: string, objects: readonly object[]): string {
  const folder = join(home, ".atomic/agent/sessions", folderName(cwd));
  mkdirSync(folder, { recursive: true });
  const header = { type: "session", version: 3, id, timestamp: "2026-05-01T10:00:00.000Z", cwd };
  const file = join(folder, `2026-05-01T10-00-00-000Z_${id}.jsonl`);
  writeFileSync(file, [header, ...objects].map((object) => `${JSON.stringify(object)}\n`).join(""));
  return file;
}

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-e2e-bookmarks-")));
  shop = join(home, "shop");
  mkdirSync(shop);
  forked = writeSession("s-forked", shop, FORKED);
  plain = writeSession("s-plain", shop, [user("p", null, 9, "nothing to mark"), assistant("r", "p", 10)]);
  elsewhere = writeSession("s-else", join(home, "else"), [
    user("e", null, 1, "why is search slow"),
    entry("label", "l", "e", 30, { targetId: "e", label: "slow search" }),
    entry("label", "m", "l", 31, { targetId: "gone", label: "lost" }),
  ]);
});
afterEach(() => {
  running?.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
});

const environment = () => ({ HOME: home, PATH: "/usr/bin:/bin", TZ: "UTC" });

function start(...args: readonly string[]): TerminalProgram {
  running = new TerminalProgram({
    command: process.execPath,
    args: [PROGRAM, ...args],
    env: environment(),
    cwd: shop,
    columns: 110,
    rows: 24,
  });
  return running;
}

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [PROGRAM, ...args], { env: environment(), cwd: shop, encoding: "utf8" });

describe("the bookmarks in a terminal", () => {
  it("find an entry by what was typed, open the tree there, and lead back step by step", async () => {
    const program = start("--all", "--print", "path");
    await program.waitFor(/❯.*nothing to mark/);
    program.write("\x02");
    await program.waitFor(/Bookmarks: all folders[\s\S]*❯ lost +\(the session holds no such entry\)[\s\S]*3/);
    program.write("voucher");
    await program.waitFor(/❯ cause +assistant: the voucher is applied twice +why is the total wrong/);
    program.write("\r");
    await program.waitFor(/Tree: why is the total wrong[\s\S]*❯.*\[cause\] assistant: the voucher/);
    program.write("\x1b");
    await program.waitFor(/> voucher[\s\S]*❯ cause/);
    program.write("\x1b");
    await program.waitFor(/Bookmarks[\s\S]*type to search/);
    program.write("\x1b");
    await program.waitFor(/Sessions: all folders[\s\S]*❯.*nothing to mark/);
    program.write("\r");
    expect(await program.exited).toBe(0);
    expect(program.raw).toContain(`${plain}\r\n`);
  });

  it("show labels of the folder first, and those that are set while they are open", async () => {
    const program = start();
    await program.waitFor(/❯.*nothing to mark/);
    program.write("\x02");
    await program.waitFor(/Bookmarks: .*shop[\s\S]*❯ cause +assistant: the voucher[\s\S]*1 of 1/);
    expect(run("label", "s-plain", "r", "an answer").status).toBe(0);
    await program.waitFor(
      / {2}an answer +assistant: answer r +nothing to mark +now[\s\S]*❯ cause[\s\S]*2 of 2/,
    );
    program.write("\t");
    await program.waitFor(/all folders[\s\S]*slow search/);
    program.write("\x03");
    expect(await program.exited).toBe(130);
  });

  it("a tree shows no label of the one before it", async () => {
    const program = start();
    await program.waitFor(/❯.*nothing to mark/);
    program.write("\x02");
    await program.waitFor(/❯ cause/);
    program.write("\r");
    await program.waitFor(/❯.*\[cause\]/);
    program.write("T\x1b");
    await program.waitFor(/Bookmarks/);
    program.write("\x1b");
    await program.waitFor(/❯.*nothing to mark/);
    program.write("\x14");
    const screen = await program.waitFor(/Tree: nothing to mark[\s\S]*❯.*answer r/);
    expect(screen.join("\n")).not.toMatch(/cause|10:07/);
  });
});

describe("treeline tree --entry", () => {
  it("opens the tree at an entry", async () => {
    const program = start("tree", forked, "--entry", "old2");
    await program.waitFor(/❯.*user: look closer/);
  });

  it("has no effect where the tree is printed", () => {
    const printed = run("tree", forked, "--plain", "--entry", "old2");
    expect([printed.status, printed.stdout]).toEqual([0, run("tree", forked, "--plain").stdout]);
  });
});

describe("treeline labels", () => {
  it("prints the labels of the folder, or of all, newest first", () => {
    const rows = (...args: readonly string[]) =>
      run("labels", ...args)
        .stdout.trimEnd()
        .split("\n");
    expect(rows()).toEqual([
      expect.stringMatching(
        /^ *\d+mo {2}cause {2}assistant: the voucher is applied twice {2}why is the total wrong$/,
      ),
    ]);
    expect(rows("--all")).toEqual([
      expect.stringMatching(/mo {2}lost +\(the session holds no such entry\) +why is search slow$/),
      expect.stringMatching(/mo {2}slow search +user: why is search slow +why is search slow$/),
      expect.stringMatching(/mo {2}cause +assistant: the voucher is applied twice +why is the total wrong$/),
    ]);
    expect(run("labels", "--cwd", home)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });

  it("prints JSON", () => {
    const found = JSON.parse(run("labels", "--all", "--json").stdout);
    expect(found).toHaveLength(3);
    expect(found[0]).toMatchObject({ entryId: "gone", label: "lost", type: null, role: null, text: null });
    expect(found[2]).toEqual({
      session: forked,
      id: "s-forked",
      name: null,
      cwd: shop,
      entryId: "new",
      label: "cause",
      time: "2026-05-01T10:07:00.000Z",
      type: "message",
      role: "assistant",
      text: "the voucher is applied twice\n",
    });
    expect(JSON.parse(run("labels", "--json", "--cwd", home).stdout)).toEqual([]);
  });

  it("reads a directory of its own, and says which file cannot be read", () => {
    const folder = join(home, "own");
    mkdirSync(folder);
    writeFileSync(join(folder, "a.jsonl"), readFileSync(elsewhere));
    writeFileSync(join(folder, "b.jsonl"), "garbage\n");
    const output = run("labels", "--all", "--session-dir", folder);
    expect(output.stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(output.stderr).toMatch(/b\.jsonl: no session/);
  });
});

describe("treeline name", () => {
  it("names a session with one line, and takes the name away again", () => {
    const before = readFileSync(plain, "utf8");
    expect(run("name", "s-plain", "Shop\nwork")).toMatchObject({ status: 0, stdout: "", stderr: "" });
    const added = readFileSync(plain, "utf8").slice(before.length);
    expect(JSON.parse(added)).toMatchObject({ type: "session_info", parentId: "r", name: "Shop work" });
    expect(run("list", "--named").stdout).toContain("Shop work");
    expect(run("name", plain, "--clear").status).toBe(0);
    expect(SessionManager.open(plain).getSessionName()).toBeUndefined();
  });

  it("does not move the session up the list", () => {
    const ids = () => JSON.parse(run("list", "--json").stdout).map(({ id }: { readonly id: string }) => id);
    const before = ids();
    run("name", "s-forked", "Named");
    run("label", "s-forked", "q", "asked");
    expect(ids()).toEqual(before);
  });

  it.each([
    [["name", "s-plain"], /name that is not blank, or --clear/],
    [["name", "s-plain", ""], /name that is not blank, or --clear/],
    [["name", "s-plain", "x", "--clear"], /not both/],
    [["name", "s-plain", "two", "words"], /too many arguments/],
    [["name"], /missing required argument/],
    [["label", "s-plain", "p"], /label that is not blank, or --clear/],
    [["label", "s-plain", "p", "x", "--clear"], /not both/],
    [["label", "s-plain"], /missing required argument/],
  ])("%j is a wrong command line", (args, complaint) => {
    const before = readFileSync(plain);
    const output = run(...args);
    expect(output.status).toBe(2);
    expect(output.stderr).toMatch(complaint);
    expect(readFileSync(plain)).toEqual(before);
  });

  it("of a session that does not exist or is damaged fails with a reason, and changes nothing", () => {
    expect(run("name", "nowhere", "x")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/No session "nowhere"/),
    });
    const content = readFileSync(plain, "utf8").split("\n").slice(1).join("\n");
    writeFileSync(plain, content);
    expect(run("name", plain, "x")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/no valid header/),
    });
    expect(readFileSync(plain, "utf8")).toBe(content);
  });
});

describe("treeline label", () => {
  it("labels an entry with one line, and takes the label away again", () => {
    const before = readFileSync(plain, "utf8");
    expect(run("label", "s-plain", "p", "start here")).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(SessionManager.open(plain).getLabel("p")).toBe("start here");
    expect(run("label", "s-plain", "p", "--clear").status).toBe(0);
    const added = readFileSync(plain, "utf8").slice(before.length).trimEnd().split("\n");
    const [set, cleared] = added.map((line) => JSON.parse(line));
    expect(set).toMatchObject({ type: "label", targetId: "p", label: "start here" });
    expect(Object.keys(cleared)).toEqual(["type", "id", "parentId", "timestamp", "targetId"]);
  });

  it("on an entry that is not there fails with a reason, and writes nothing", () => {
    const before = readFileSync(plain);
    expect(run("label", "s-plain", "nothing", "x")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/No entry "nothing"/),
    });
    expect(readFileSync(plain)).toEqual(before);
  });
});

describe("--empty", () => {
  it("keeps sessions in which nobody has said anything", async () => {
    writeSession("s-unused", shop, [entry("model_change", "m", null, 1, { provider: "p", modelId: "m" })]);
    const torn = writeSession("s-torn", shop, []);
    appendFileSync(torn, JSON.stringify(user("u", null)).slice(0, 50));
    const ids = JSON.parse(run("list", "--empty", "--json").stdout).map(
      ({ id }: { readonly id: string }) => id,
    );
    expect(ids).toEqual(["s-unused"]);
    await start("--empty").waitFor(/❯.*\(no messages\)[\s\S]*1 of 1/);
  });
});
