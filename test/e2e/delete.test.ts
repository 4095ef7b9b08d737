import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeSample } from "../support/store.ts";
import { TerminalProgram } from "../support/terminal.ts";
import { trashHome, wholeFile } from "../support/trash.ts";

const PROGRAM = resolve("dist/cli.js");
const home = trashHome();
let shop: string;
let voucher: string;
let fork: string;
let running: TerminalProgram | undefined;

beforeEach(() => {
  home.reset();
  const agent = join(home.folder, "home/.atomic/agent");
  shop = join(home.folder, "shop");
  mkdirSync(shop);
  voucher = writeSample(agent, { id: "s-voucher", cwd: shop, text: "the voucher total is wrong", hour: 1 });
  fork = writeSample(agent, {
    id: "s-fork",
    cwd: shop,
    text: "another try",
    hour: 2,
    parentSession: voucher,
  });
  writeSample(agent, { id: "s-other", cwd: shop, text: "something else", hour: 3, parentSession: voucher });
});
afterEach(() => running?.kill("SIGKILL"));
afterAll(() => home.remove());

const environment = (more: Readonly<Record<string, string>> = {}) => ({
  HOME: join(home.folder, "home"),
  XDG_DATA_HOME: join(home.folder, "data"),
  XDG_STATE_HOME: home.state,
  PATH: join(home.folder, "bin"),
  ...more,
});

function run(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, [PROGRAM, ...args], {
    env: environment(more),
    cwd: shop,
    encoding: "utf8",
  });
}

function start(...args: readonly string[]): TerminalProgram {
  running = new TerminalProgram({
    command: process.execPath,
    args: [PROGRAM, ...args],
    env: environment(),
    cwd: shop,
    columns: 160,
  });
  return running;
}

function blockTrash(): void {
  mkdirSync(join(home.folder, "data"));
  writeFileSync(home.trash, "in the way");
}

describe("treeline delete on a terminal", () => {
  it("says what would be deleted and where it goes, and takes y for yes", async () => {
    const program = start("delete", "s-voucher");
    const screen = await program.waitFor(/Delete this\? \[y\/N\]/);
    const text = screen.join("\n");
    expect(text).toMatch(/"the voucher total is wrong", 1 message, \d+ bytes, \d+\w+\n/);
    expect(text).toContain(`${voucher}\n  The file goes to the trash.`);
    expect(text).toContain("2 forks would lose their parent.");
    expect(existsSync(voucher)).toBe(true);
    program.write("y\r");
    expect(await program.exited).toBe(0);
    expect(program.raw).toContain(
      '"the voucher total is wrong" is in the trash; to undo that: treeline restore s-voucher',
    );
    expect(existsSync(voucher)).toBe(false);
    expect(home.inTrash().files).toHaveLength(1);
  });

  it.each([
    ["Enter", "\r", 1],
    ["another word", "yess\r", 1],
    ["CTRL+C", "\x03", 130],
    ["CTRL+D", "\x04", 130],
  ])("takes %s for no", async (_, keys, exitCode) => {
    const program = start("delete", "s-voucher");
    await program.waitFor(/\[y\/N\]/);
    program.write(keys);
    expect(await program.exited).toBe(exitCode);
    expect(program.raw).toContain("Nothing was deleted.");
    expect(existsSync(voucher)).toBe(true);
  });

  it("says that somebody is at work in a session", async () => {
    const timestamp = new Date().toISOString();
    appendFileSync(
      voucher,
      `${JSON.stringify({ type: "custom", id: "c", parentId: "a1", timestamp, customType: "x" })}\n`,
    );
    await start("delete", "s-voucher").waitFor(/live: somebody is at work in it[\s\S]*\[y\/N\]/);
  });

  it("asks once for several, with their total", async () => {
    const program = start("delete", "s-voucher", "s-fork", "s-vou", voucher);
    const text = (await program.waitFor(/\[y\/N\]/)).join("\n");
    expect(text).toMatch(/2 sessions: 2 messages, \d+ bytes\n1 fork would lose its parent\./);
    program.write("y\r");
    expect(await program.exited).toBe(0);
    expect(home.inTrash().files).toHaveLength(2);
  });

  it("does not delete what changed after it asked", async () => {
    const program = start("delete", "s-voucher");
    await program.waitFor(/\[y\/N\]/);
    appendFileSync(voucher, "{}\n");
    program.write("y\r");
    expect(await program.exited).toBe(1);
    expect(program.raw).toContain("it changed since you were asked");
    expect(existsSync(voucher)).toBe(true);
  });

  it("removes for good only who types delete", async () => {
    const first = start("delete", "--permanent", "s-voucher");
    await first.waitFor(/The file is removed for good[\s\S]*Type delete/);
    first.write("y\r");
    expect(await first.exited).toBe(1);
    expect(existsSync(voucher)).toBe(true);
    const second = start("delete", "--permanent", "s-voucher");
    await second.waitFor(/Type delete/);
    second.write("delete\r");
    expect(await second.exited).toBe(0);
    expect(existsSync(voucher)).toBe(false);
    expect(home.inTrash().files).toEqual([]);
  });
});

describe("treeline delete for scripts", () => {
  it("refuses without --yes, for good too", () => {
    for (const more of [[], ["--permanent"]]) {
      const { status, stderr } = run(["delete", "s-voucher", ...more]);
      expect([status, stderr]).toEqual([2, expect.stringContaining("--yes")]);
    }
    expect(existsSync(voucher)).toBe(true);
  });

  it("deletes with --yes, and undo brings back the same bytes at the same place", () => {
    const before = wholeFile(voucher);
    expect(run(["delete", "--yes", "s-voucher"])).toMatchObject({ status: 0, stdout: "" });
    expect(existsSync(voucher)).toBe(false);
    expect(run(["restore", "s-voucher"])).toMatchObject({ status: 0, stderr: `${voucher} is back\n` });
    expect(wholeFile(voucher)).toEqual(before);
    expect(home.inTrash()).toEqual({ files: [], info: [] });
  });

  it("deletes nothing when one of them is not found, ambiguous or no session", () => {
    const notes = join(shop, "-notes.txt");
    writeFileSync(notes, "my notes\n");
    for (const [asked, reason] of [
      ["nope", 'No session "nope"'],
      ["s-", "the start of several"],
      [notes, "is no session"],
    ] as const) {
      const { status, stderr } = run(["delete", "--yes", "s-voucher", asked]);
      expect([status, stderr]).toEqual([1, expect.stringContaining(reason)]);
    }
    expect([voucher, notes].map(existsSync)).toEqual([true, true]);
  });

  it.each(["ATOMIC_SESSION_FILE", "PI_SESSION_FILE"])(
    "keeps the session of %s and deletes the rest",
    (name) => {
      const alone = run(["delete", "--yes", "--permanent", voucher], { [name]: voucher });
      expect([alone.status, alone.stderr]).toEqual([
        1,
        `treeline: ${voucher}: it is a session in use, and stays\n`,
      ]);
      const both = run(["delete", "--yes", "s-voucher", "s-fork"], { [name]: voucher });
      expect(both.status).toBe(1);
      expect([voucher, fork].map(existsSync)).toEqual([true, false]);
    },
  );

  it("without a usable trash fails, says why and what can be done, and erases nothing", () => {
    blockTrash();
    const { status, stderr } = run(["delete", "--yes", "s-voucher"]);
    expect(status).toBe(1);
    expect(stderr).toBe(
      `treeline: ${voucher}: no trash takes it: ${home.trash} is no folder. To remove it for good: --permanent\n`,
    );
    expect(existsSync(voucher)).toBe(true);
    expect(run(["delete", "--yes", "--permanent", "s-voucher"])).toMatchObject({
      status: 0,
      stderr: `${voucher} was removed for good\n`,
    });
    expect(existsSync(voucher)).toBe(false);
  });

  it("uses the person's trash command where the trash cannot be used", () => {
    blockTrash();
    home.install("trash", `mv "$1" "${home.folder}/bin/kept"`);
    const before = readFileSync(voucher);
    expect(run(["delete", "--yes", "s-voucher"])).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("was moved to the trash; where it lies is not known"),
    });
    expect(readFileSync(join(home.folder, "bin/kept"))).toEqual(before);
  });

  it("writes nothing into the store", () => {
    const folder = resolve(voucher, "..");
    run(["delete", "--yes", "s-voucher", "s-fork"]);
    expect(readdirSync(folder)).toEqual([expect.stringContaining("s-other")]);
  });
});

describe("treeline restore", () => {
  it("lists what treeline put in the trash and is still there, last first", () => {
    expect(run(["restore"])).toMatchObject({
      status: 0,
      stdout: "",
      stderr: expect.stringContaining("Nothing"),
    });
    expect(run(["restore", "--json"])).toMatchObject({ status: 0, stdout: "[]\n" });
    run(["delete", "--yes", "s-voucher"]);
    run(["delete", "--yes", "s-fork"]);
    expect(run(["restore"]).stdout).toBe(
      ` now  s-fork    another try                 ${fork}\n now  s-vouche  the voucher total is wrong  ${voucher}\n`,
    );
    expect(JSON.parse(run(["restore", "--json"]).stdout)).toMatchObject([
      { path: fork, id: "s-fork", title: "another try", trashed: expect.stringContaining(home.trash) },
      { path: voucher, id: "s-voucher", deleted: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
  });

  it("brings back by id, start of an id or path, or all", () => {
    for (const asked of [["s-voucher"], ["s-vou"], [voucher], ["--all"]]) {
      expect(run(["delete", "--yes", "s-voucher"]).status).toBe(0);
      expect(run(["restore", ...asked]).status).toBe(0);
      expect(existsSync(voucher)).toBe(true);
    }
    expect(run(["restore"]).stdout).toBe("");
  });

  it("brings nothing back when one is not found or ambiguous", () => {
    run(["delete", "--yes", "s-voucher", "s-fork"]);
    for (const asked of ["nope", "s-"]) {
      const { status, stderr } = run(["restore", "s-voucher", asked]);
      expect([status, stderr]).toEqual([1, expect.stringContaining(JSON.stringify(asked))]);
    }
    expect([voucher, fork].map(existsSync)).toEqual([false, false]);
  });

  it("never overwrites, and brings back the rest", () => {
    run(["delete", "--yes", "s-voucher", "s-fork"]);
    writeFileSync(voucher, "new");
    const { status, stderr } = run(["restore", "--all"]);
    expect(status).toBe(1);
    expect(stderr).toContain(`${voucher} was not restored: something else is at its place now`);
    expect(readFileSync(voucher, "utf8")).toBe("new");
    expect(existsSync(fork)).toBe(true);
  });
});

/** A script with a file system of its own at `$1`, and treeline as `$2 $3`. */
const onOtherMount = (script: string) =>
  spawnSync(
    "unshare",
    [
      "-m",
      "sh",
      "-c",
      `mount -t tmpfs none "$1" && ${script}`,
      "sh",
      join(home.folder, "disk"),
      process.execPath,
      PROGRAM,
    ],
    { env: { ...environment(), PATH: "/usr/bin:/bin:/usr/sbin:/sbin" }, cwd: shop, encoding: "utf8" },
  );

describe("on a disk of its own (skipped where none can be mounted)", () => {
  beforeEach(() => mkdirSync(join(home.folder, "disk")));

  it("a session goes to that disk's trash and comes back as it was", (context) => {
    if (onOtherMount("true").status !== 0) context.skip("no file system can be mounted here");
    const { stdout, stderr, status } = onOtherMount(`
      cp -p "${voucher}" "$1/a 1%.jsonl" && cp -p "$1/a 1%.jsonl" "$1/same"
      "$2" "$3" delete --yes "$1/a 1%.jsonl" && ls -A "$1" && ls "$1"/.Trash-*/files | wc -l
      "$2" "$3" restore "$1/a 1%.jsonl" && ls -A "$1" && cmp "$1/same" "$1/a 1%.jsonl" && ls -A "$1"/.Trash-*/*`);
    expect([stderr, status]).toEqual([expect.stringContaining("is back"), 0]);
    const uid = process.getuid?.();
    const trash = `${home.folder}/disk/.Trash-${uid}`;
    expect(stdout).toBe(
      `.Trash-${uid}\nsame\n1\n.Trash-${uid}\na 1%.jsonl\nsame\n${trash}/files:\n\n${trash}/info:\n`,
    );
    expect(home.inTrash()).toEqual({ files: [], info: [] });
  });

  it("whose trash cannot be made a session stays, and that is said beforehand", (context) => {
    if (onOtherMount("true").status !== 0) context.skip("no file system can be mounted here");
    const uid = process.getuid?.();
    const { stdout, stderr } = onOtherMount(`
      cp -p "${voucher}" "$1/a.jsonl" && touch "$1/.Trash-${uid}"
      PATH="${home.folder}/bin" "$2" "$3" delete --yes "$1/a.jsonl"; echo $?; cmp "$1/a.jsonl" "${voucher}" && echo whole`);
    expect(stderr).toContain(`no trash takes it: ${home.folder}/disk/.Trash-${uid} is no folder`);
    expect(stdout).toBe("1\nwhole\n");
  });
});
