import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { folderName } from "../../src/model/folder-name.ts";
import { SessionManager } from "../../src/store/session-manager.ts";
import { assistant, FORKED, user } from "../support/entries.ts";
import { TerminalProgram } from "../support/terminal.ts";

const PROGRAM = resolve("dist/cli.js");
let home: string;
let shop: string;
let path: string;
let running: TerminalProgram | undefined;

function writeSession(id: string, objects: readonly object[]): string {
  const folder = join(home, ".atomic/agent/sessions", folderName(shop));
  mkdirSync(folder, { recursive: true });
  const header = { type: "session", version: 3, id, timestamp: "2026-05-01T10:00:00.000Z", cwd: shop };
  const file = join(folder, `2026-05-01T10-00-00-000Z_${id}.jsonl`);
  writeFileSync(file, [header, ...objects].map((object) => `${JSON.stringify(object)}\n`).join(""));
  return file;
}

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-e2e-tree-")));
  shop = join(home, "shop");
  mkdirSync(shop);
  mkdirSync(join(home, "bin"));
  const agent = join(home, "bin", "atomic");
  writeFileSync(agent, '#!/bin/sh\nprintf "AGENT[%s][%s][%s]" "$1" "$2" "$(pwd)"\nexit 7\n');
  chmodSync(agent, 0o755);
  path = writeSession("s-forked", FORKED);
});
afterEach(() => {
  running?.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
});

const environment = () => ({ HOME: home, PATH: `${join(home, "bin")}:/usr/bin:/bin`, CI: "true", TZ: "UTC" });

function start(
  args: readonly string[],
  size: { readonly columns?: number; readonly rows?: number } = {},
): TerminalProgram {
  running = new TerminalProgram({
    command: process.execPath,
    args: [PROGRAM, ...args],
    env: environment(),
    cwd: shop,
    columns: 110,
    rows: 30,
    ...size,
  });
  return running;
}

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [PROGRAM, ...args], {
    env: environment(),
    cwd: shop,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });

describe("the tree in a terminal", () => {
  it("opens the newest session of the folder at its leaf, and leaves without a trace", async () => {
    const before = readFileSync(path);
    const program = start(["tree"]);
    await program.waitFor(/Tree: why is the total wrong[\s\S]*❯.*fixed in cart.ts.*← here/);
    program.write("voucher");
    await program.waitFor(/> voucher +1\/2/);
    program.write("\x1b");
    await program.waitFor(/type to search/);
    program.write("\x1b");
    expect(await program.exited).toBe(130);
    expect(program.raw.lastIndexOf("\x1b[?1049l")).toBeGreaterThan(program.raw.lastIndexOf("\x1b[?1049h"));
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("goes on in the same file: the agent gets it with its leaf at the entry", async () => {
    const before = readFileSync(path, "utf8");
    const program = start(["tree", "s-for"]);
    await program.waitFor(/❯.*fixed in cart.ts/);
    program.write("\x1b[H\x1b[B\r");
    await program.waitFor(/One entry is added to this file/);
    program.write("\r");
    await program.waitFor(/Note about the branch/);
    program.write("tried a fix\r");
    expect(await program.exited).toBe(7);
    expect(program.raw).toContain(`AGENT[--session][${path}][${shop}]`);
    expect(readFileSync(path, "utf8").startsWith(before)).toBe(true);
    const session = SessionManager.open(path);
    expect(session.getLeafEntry()).toMatchObject({
      type: "branch_summary",
      parentId: "new",
      summary: "tried a fix",
    });
    expect(session.buildSessionContext().messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "branchSummary",
    ]);
  });

  it("goes on before a message in a new session, and its text goes to the clipboard", async () => {
    const before = readFileSync(path);
    const program = start(["tree", path]);
    await program.waitFor(/❯.*fixed in cart.ts/);
    program.write("\x1b[A\r\x1b[B");
    await program.waitFor(/❯ Continue in a new session[\s\S]*without it[\s\S]*clipboard/);
    program.write("\r");
    expect(await program.exited).toBe(7);
    expect(program.raw).toContain(`\x1b]52;c;${Buffer.from("fix the voucher").toString("base64")}\x07`);
    const name = readdirSync(dirname(path)).find((file) => !path.endsWith(file)) ?? "";
    const fresh = SessionManager.open(join(dirname(path), name));
    expect(program.raw).toContain(`AGENT[--session][${fresh.getSessionFile()}][${shop}]`);
    expect(fresh.getLeafEntry()).toMatchObject({ type: "label", parentId: "new" });
    expect(fresh.buildSessionContext().messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("sets a label with one line, and shows it at once", async () => {
    const before = readFileSync(path, "utf8");
    const program = start(["tree"]);
    await program.waitFor(/❯.*fixed in cart.ts/);
    program.write("L");
    await program.waitFor(/Label/);
    program.write("works\r");
    await program.waitFor(/❯.*\[works\] assistant: fixed/);
    const added = readFileSync(path, "utf8").slice(before.length);
    expect(JSON.parse(added)).toMatchObject({
      type: "label",
      parentId: "l",
      targetId: "end",
      label: "works",
    });
    expect(SessionManager.open(path).getLabel("end")).toBe("works");
  });

  it("grows as the agent writes, and says when the file is gone and when it is back", async () => {
    const program = start(["tree"]);
    await program.waitFor(/❯.*fixed in cart.ts/);
    appendFileSync(path, `${JSON.stringify(user("more", "l", 8, "one more question"))}\n`);
    await program.waitFor(/❯.*one more question.*← here/);
    program.write("\x1b[A");
    await program.waitFor(/❯.*fixed in cart.ts/);
    const line = `${JSON.stringify(assistant("answer", "more", 9, "and an answer"))}\n`;
    appendFileSync(path, line.slice(0, 40));
    appendFileSync(path, line.slice(40));
    await program.waitFor(/1 new entry below/);
    const content = readFileSync(path);
    unlinkSync(path);
    await program.waitFor(/the file is gone/);
    writeFileSync(path, content);
    await program.waitFor((screen) => !/is gone/.test(screen.join("\n")));
  });

  it("keeps its selection and its folds when the file is rewritten in place, as an agent does with an old one", async () => {
    const program = start(["tree"]);
    await program.waitFor(/❯.*fixed in cart.ts/);
    program.write("\x1b[A");
    await program.waitFor(/❯.*fix the voucher/);
    const content = readFileSync(path, "utf8");
    truncateSync(path);
    await program.waitFor(/❯.*fix the voucher[\s\S]*holds no entries: this is what was read of it/);
    const earlier = JSON.stringify(user("earlier", null, 0, "before everything"));
    appendFileSync(path, content.replace("\n", `\n${earlier}\n`));
    await program.waitFor(/❯.*fix the voucher[\s\S]*before everything/);
    expect(program.screen().join("\n")).not.toContain("holds no entries");
  });

  it("lies over the picker, which is as it was when the tree is left", async () => {
    writeSession("s-other", [user("q", null, 1, "another session")]);
    const program = start([]);
    await program.waitFor(/another session/);
    program.write("total");
    await program.waitFor(/❯.*why is the total wrong/);
    program.write("\x14");
    await program.waitFor(/Tree: why/);
    program.write("\x1b");
    await program.waitFor(/> total[\s\S]*❯.*why is the total wrong/);
  });

  it("prints the id of the session instead of resuming it", async () => {
    const program = start(["tree", "--print", "id"]);
    await program.waitFor(/❯.*fixed in cart.ts/);
    program.write("\r");
    await program.waitFor(/nothing is written/);
    program.write("\r");
    expect(await program.exited).toBe(0);
    expect(program.raw).toContain("s-forked\r\n");
  });

  it.each([
    [80, 24],
    [60, 15],
    [43, 12],
    [20, 8],
    [10, 6],
    [200, 60],
  ])("fits into %d x %d", async (columns, rows) => {
    const program = start(["tree"], { columns, rows });
    const screen = await program.waitFor(/❯/);
    // A line that is too long would push the next ones down, and the last one out.
    expect(screen[1]?.startsWith(">")).toBe(true);
    expect(screen[rows - 1]).toBe("");
    program.write("\x1b[H");
    await program.waitFor(/❯/);
  });

  it("keeps the selected row readable below 60 nested forks", async () => {
    const objects: object[] = [user("e0", null, 0, "root")];
    for (let depth = 1; depth <= 60; depth++) {
      objects.push(user(`x${depth}`, `e${depth - 1}`, depth, `aside ${depth}`));
      objects.push(user(`e${depth}`, `e${depth - 1}`, depth, `level ${depth} is readable`));
    }
    const deep = writeSession("s-deep", objects);
    const program = start(["tree", deep], { columns: 80, rows: 24 });
    await program.waitFor(/❯.*level 60 is readable/);
    program.write("\x1b[H");
    await program.waitFor(/❯ • user: root/);
  });

  it("grows through a resize", async () => {
    const program = start(["tree"]);
    await program.waitFor(/│ assistant ·/);
    program.resize(70, 24);
    await program.waitFor((screen) => screen.some((row) => row.startsWith("── assistant ·")));
  });
});

describe("the tree as text", () => {
  it("is the outline, through a filter, and no deeper than asked for", () => {
    expect(run("tree", "--plain").stdout).toBe(
      [
        "• user: why is the total wrong",
        "├⊟ • [cause] assistant: the voucher is applied twice",
        "│     • user: fix the voucher",
        "│     • assistant: fixed in cart.ts ←",
        "└⊟ assistant: rounding, I guess",
        "      user: look closer",
        "",
      ].join("\n"),
    );
    expect(run("tree", "--plain", "--filter", "user-only", "--depth", "0").stdout).toBe(
      "• user: why is the total wrong\n",
    );
  });

  it("is printed where there is no terminal", () => {
    expect(run("tree", "s-forked").stdout).toContain("why is the total wrong");
  });

  it("is a flat array of all entries as JSON", () => {
    const nodes = JSON.parse(run("tree", "--json").stdout);
    expect(nodes).toHaveLength(7);
    expect(nodes[0]).toEqual({
      id: "q",
      parentId: null,
      children: ["new", "old"],
      type: "message",
      role: "user",
      text: "why is the total wrong",
      label: null,
      active: true,
      leaf: false,
    });
    expect(nodes.filter(({ leaf }: { leaf: boolean }) => leaf)).toMatchObject([
      { id: "l", type: "label", role: null },
    ]);
    expect(nodes.find(({ id }: { id: string }) => id === "new")).toMatchObject({
      label: "cause",
      active: true,
    });
  });

  it("is printed for a chain 3,500 deep", () => {
    const chain = Array.from({ length: 3500 }, (_, index) =>
      user(`e${index}`, index === 0 ? null : `e${index - 1}`, 1, `step ${index}`),
    );
    const nodes = JSON.parse(run("tree", writeSession("s-chain", chain), "--json").stdout);
    expect(nodes).toHaveLength(3500);
    expect(nodes[3499]).toMatchObject({ parentId: "e3498", text: "step 3499" });
  });

  it("names damaged lines, and shows the rest", () => {
    writeFileSync(path, `${readFileSync(path, "utf8")}{"torn`);
    const { stdout, stderr, status } = run("tree", "--plain");
    expect(status).toBe(0);
    expect(stdout.split("\n")).toHaveLength(7);
    expect(stderr).toContain("line 9: not JSON");
  });

  it("holds no control character of the file", () => {
    const odd = writeSession("s-odd", [user("q\x9b2J", null, 1, "red\x1b[31m\x9b2J\u202e")]);
    for (const mode of ["--plain", "--json"])
      expect(run("tree", odd, mode).stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  });
});

describe("going on from the command line", () => {
  it("does what the tree does", () => {
    const { stdout, status } = run("continue", "s-forked", "old");
    expect(status).toBe(7);
    expect(stdout).toBe(`AGENT[--session][${path}][${shop}]`);
    expect(SessionManager.open(path).getLeafEntry()).toMatchObject({ type: "custom", parentId: "old" });
  });

  it("in a new session, and prints it", () => {
    const before = readFileSync(path);
    const { stdout, stderr, status } = run("continue", path, "old2", "--new", "--print", "path");
    expect(status).toBe(0);
    expect(stderr).toBe("look closer\n");
    expect(SessionManager.open(stdout.trim()).getLeafId()).toBe("old");
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each([
    [["continue", "s-forked", "gone"], "No entry"],
    [["continue", "nothing", "gone"], "No session"],
    [["tree", "s-"], "start of several"],
    // A file that exists and cannot be read, for root neither.
    [["tree", "/proc/self/mem", "--plain"], "EIO"],
    [["continue", "/proc/self/mem", "x"], "EIO"],
    [["tree", "--cwd", "/nowhere"], "no session was held in /nowhere"],
  ])("treeline %j fails and says why", (args, reason) => {
    writeSession("s-other", [user("q", null)]);
    const { stdout, stderr, status } = run(...args);
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain(reason);
  });

  it.each([[["tree", "--filter", "odd"]], [["tree", "--depth", "x"]], [["continue", "s-forked"]]])(
    "treeline %j is a usage error",
    (args) => {
      expect(run(...args).status).toBe(2);
    },
  );
});
