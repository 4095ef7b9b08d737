import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { shellWord } from "../../src/model/shell.ts";
import { writeSample } from "../support/store.ts";
import { TerminalProgram } from "../support/terminal.ts";

const PROGRAM = resolve("dist/cli.js");
const SHOP = "'s $(touch hacked) shop";

let home: string;
let shop: string;
let voucher: string;
let running: TerminalProgram | undefined;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-e2e-")));
  shop = join(home, SHOP);
  mkdirSync(shop);
  mkdirSync(join(home, "bin"));
  const atomic = join(home, ".atomic/agent");
  voucher = writeSample(atomic, { id: "s-voucher", cwd: shop, text: "the voucher total is wrong", hour: 1 });
  writeSample(atomic, { id: "s-search", cwd: shop, text: "search is slow", name: "Search", hour: 2 });
  writeSample(atomic, { id: "s-newest", cwd: shop, text: "newest of all", hour: 3 });
  writeSample(join(home, ".pi/agent"), {
    id: "s-pi",
    cwd: join(home, "gone"),
    text: "elsewhere with pi",
    hour: 4,
  });
});
afterEach(() => {
  running?.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
});

const environment = () => ({ HOME: home, PATH: `${join(home, "bin")}:/usr/bin:/bin`, CI: "true" });

function start(...args: readonly string[]): TerminalProgram {
  running = new TerminalProgram({
    command: process.execPath,
    args: [PROGRAM, ...args],
    env: environment(),
    cwd: shop,
  });
  return running;
}

function run(...args: readonly string[]) {
  return spawnSync(process.execPath, [PROGRAM, ...args], { env: environment(), cwd: shop, encoding: "utf8" });
}

function installAgent(name: string): void {
  const script = join(home, "bin", name);
  writeFileSync(script, '#!/bin/sh\nprintf "AGENT[%s][%s][%s]" "$1" "$2" "$(pwd)"\nexit 7\n');
  chmodSync(script, 0o755);
}

const fingerprint = (folder: string): string => {
  const hash = createHash("sha256");
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
  }
  return hash.digest("hex");
};

/** Alternate screen left, cursor shown: nothing of the interface remains. */
function expectRestored(raw: string): void {
  expect(raw.lastIndexOf("\x1b[?1049l")).toBeGreaterThan(raw.lastIndexOf("\x1b[?1049h"));
  expect(raw.lastIndexOf("\x1b[?25h")).toBeGreaterThan(raw.lastIndexOf("\x1b[?25l"));
}

describe("the picker in a terminal", () => {
  it("finds a session by what was typed, and prints its path", async () => {
    const program = start("--print", "path");
    await program.waitFor(/❯.*newest of all/);
    program.write("voucher");
    await program.waitFor(/❯.*voucher total/);
    program.write("\r");
    expect(await program.exited).toBe(0);
    expect(program.raw).toContain(`${voucher}\r\n`);
    expectRestored(program.raw);
  });

  it("opens with the query of the command line, and prints an id", async () => {
    const program = start("slow", "search", "--print", "id");
    await program.waitFor(/> slow search[\s\S]*❯.*Search/);
    program.write("\r");
    expect(await program.exited).toBe(0);
    expect(program.raw).toContain("s-search\r\n");
  });

  it("chooses the third row when the third row is selected", async () => {
    const program = start("--print", "id");
    await program.waitFor(/❯.*newest[\s\S]*1 of 3/);
    program.write("\x1b[B");
    await program.waitFor(/❯.*Search/);
    program.write("\x1b[B");
    await program.waitFor(/❯.*voucher/);
    program.write("\r");
    expect(await program.exited).toBe(0);
    expect(program.raw).toContain("s-voucher\r\n");
  });

  it.each([
    ["Escape", "\x1b"],
    ["CTRL+C", "\x03"],
  ])("leaves with 130 on %s", async (_, key) => {
    const program = start();
    await program.waitFor(/❯/);
    program.write(key);
    expect(await program.exited).toBe(130);
    expectRestored(program.raw);
  });

  it("restores the terminal when it is terminated", async () => {
    const program = start();
    await program.waitFor(/❯/);
    program.kill("SIGTERM");
    await program.exited;
    expectRestored(program.raw);
  });

  it("hands the terminal to the agent of the session, in the session's folder, and passes its exit code on", async () => {
    installAgent("atomic");
    const program = start("voucher");
    await program.waitFor(/❯.*voucher/);
    program.write("\r");
    expect(await program.exited).toBe(7);
    expectRestored(program.raw.slice(0, program.raw.indexOf("AGENT")));
    expect(program.raw).toContain(`AGENT[--session][${voucher}][${shop}]`);
    expect(readdirSync(shop)).toEqual([]);
  });

  it("starts the agent that was asked for", async () => {
    installAgent("other");
    const program = start("voucher", "--agent", "other");
    await program.waitFor(/❯.*voucher/);
    program.write("\r");
    expect(await program.exited).toBe(7);
  });

  it("prints a command that works as printed, and exits with 127, when the agent is not installed", async () => {
    const program = start("voucher");
    await program.waitFor(/❯.*voucher/);
    program.write("\r");
    expect(await program.exited).toBe(127);
    installAgent("atomic");
    const command = /cd .* --session .*\.jsonl\S*/.exec(program.raw)?.[0] ?? "";
    const again = spawnSync("/bin/bash", ["-c", command], { env: environment(), encoding: "utf8" });
    expect(again.stdout).toBe(`AGENT[--session][${voucher}][${shop}]`);
  });

  it("asks where to resume when the session's folder is gone", async () => {
    installAgent("pi");
    const program = start("--all", "elsewhere");
    await program.waitFor(/❯.*elsewhere/);
    program.write("\r");
    await program.waitFor(/folder is gone/);
    program.write("\x1b");
    await program.waitFor(/> elsewhere/);
    program.write("\r");
    await program.waitFor(/Resume in/);
    program.write("\r");
    expect(await program.exited).toBe(7);
    expect(program.raw).toContain(`[${shop}]`);
  });

  it("follows the size of the terminal, down to 40 columns and 10 rows", async () => {
    const program = start();
    await program.waitFor(/❯/);
    program.resize(40, 10);
    await program.waitFor(
      (screen) => screen.every((row) => row.length <= 40) && /❯.*newest/.test(screen.join("\n")),
    );
    program.write("\x1b[B");
    await program.waitFor(/❯.*Search/);
  });

  it("lets nothing of a session reach the terminal as a control sequence", async () => {
    const hostile = "\x1b]52;c;aGFja2Vk\x07\x1b[2J\x9b31m\x1b[?1000hhostile\u202e text";
    writeSample(join(home, ".atomic/agent"), { id: "s-bad", cwd: shop, text: hostile, hour: 5 });
    const program = start();
    await program.waitFor(/❯.*hostile text/);
    program.write("\x1b");
    await program.exited;
    expect(program.raw).not.toMatch(/\x1b\]52|aGFja2Vk|\x9b|\x1b\[\?1000h|\u202e/);
  });

  it("changes no file by looking", async () => {
    const before = fingerprint(join(home, ".atomic"));
    const program = start("--all");
    await program.waitFor(/❯[\s\S]*1 of 4/);
    program.write("\x1b[B\x13\x0e\x0e\x10\t\x1b");
    expect(await program.exited).toBe(130);
    expect(fingerprint(join(home, ".atomic"))).toBe(before);
  });

  it("says where it looked, and how to see examples, where there is no store", async () => {
    rmSync(join(home, ".atomic"), { recursive: true });
    rmSync(join(home, ".pi"), { recursive: true });
    const program = start();
    await program.waitFor(/No sessions yet[\s\S]*\.atomic\/agent\/sessions[\s\S]*--demo/);
  });

  it("shows the samples in the demo without touching them", async () => {
    const before = fingerprint("fixtures");
    const program = start("--demo");
    await program.waitFor(/❯.*Joint 3[\s\S]*└─ Gift cards/);
    program.write("\x1b");
    expect(await program.exited).toBe(130);
    expect(fingerprint("fixtures")).toBe(before);
  });

  it("removes the copy of the samples however it ends, and keeps it for who was told its path", async () => {
    const temporary = join(home, "tmp");
    mkdirSync(temporary);
    const open = () => {
      const env = { ...environment(), TMPDIR: temporary };
      running = new TerminalProgram({
        command: process.execPath,
        args: [PROGRAM, "--demo", "--print", "path"],
        env,
        cwd: shop,
      });
      return running;
    };
    for (const end of ["\x1b", "SIGTERM", "SIGHUP"]) {
      const program = open();
      await program.waitFor(/└─ Gift cards/);
      expect(readdirSync(temporary)).toHaveLength(1);
      if (end === "\x1b") program.write(end);
      else program.kill(end);
      await program.exited;
      expect(readdirSync(temporary)).toEqual([]);
      expectRestored(program.raw);
    }
    const program = open();
    await program.waitFor(/└─ Gift cards/);
    program.write("voucher");
    await program.waitFor(/❯.*Voucher/);
    program.write("\r");
    expect(await program.exited).toBe(0);
    const path = /(\/\S+\.jsonl)\r\n/.exec(program.raw)?.[1] ?? "";
    expect(readFileSync(path, "utf8")).toContain("voucher");
  });

  it("prints the path of a session whose folder is gone without asking", async () => {
    const program = start("--all", "elsewhere", "--print", "path");
    await program.waitFor(/❯.*elsewhere/);
    program.write("\r");
    expect(await program.exited).toBe(0);
    expect(program.raw).toContain("_s-pi.jsonl\r\n");
  });

  it("prints an id without what a terminal would obey, and to a script as it is", async () => {
    writeSample(join(home, ".atomic/agent"), {
      id: "s\x1b[2J\x9b31m-odd",
      cwd: shop,
      text: "odd id",
      hour: 8,
    });
    const program = start("odd", "--print", "id");
    await program.waitFor(/❯.*odd id/);
    program.write("\r");
    expect(await program.exited).toBe(0);
    expect(program.raw).toContain("s-odd\r\n");
    expect(program.raw).not.toMatch(/\x1b\[2J\x9b/);
  });

  it("says that a session's file is gone, and starts nothing", async () => {
    installAgent("atomic");
    const program = start("voucher");
    await program.waitFor(/❯.*voucher/);
    rmSync(voucher);
    program.write("\r");
    await program.waitFor(/file is gone/);
    await program.waitFor(/No session of this folder matches/);
    program.write("\x1b");
    expect(await program.exited).toBe(130);
    expect(program.raw).not.toContain("AGENT");
  });

  it("says why an agent could not be started", async () => {
    writeFileSync(join(home, "bin", "atomic"), "#!/nowhere/interpreter\n");
    chmodSync(join(home, "bin", "atomic"), 0o755);
    const program = start("voucher");
    await program.waitFor(/❯.*voucher/);
    program.write("\r");
    expect(await program.exited).toBe(1);
    expect(program.raw).toContain("could not be started");
  });

  it("prints the command that resumes", async () => {
    const program = start("voucher", "--print", "command");
    await program.waitFor(/❯.*voucher/);
    program.write("\r");
    expect(await program.exited).toBe(0);
    expect(program.raw).toContain(`cd ${shellWord(shop)} && atomic --session ${shellWord(voucher)}\r\n`);
  });

  it("closes at once on CTRL+C that comes with its first output, before anything is read", async () => {
    const program = start("--all");
    await program.waitFor(() => program.raw !== "");
    program.write("\x03");
    await program.exited;
    expectRestored(program.raw);
  });

  it("keeps the selected session through a resize", async () => {
    const program = start();
    await program.waitFor(/❯.*newest/);
    program.write("\x1b[B\x1b[B");
    await program.waitFor(/❯.*voucher/);
    program.resize(50, 8);
    await program.waitFor(
      (screen) => screen.every((row) => row.length <= 50) && /❯.*voucher/.test(screen.join("\n")),
    );
  });

  it("keeps stdout clean for scripts", async () => {
    installAgent("atomic");
    const script = `chosen=$("${process.execPath}" "${PROGRAM}" --print id voucher); echo "GOT:$chosen:"`;
    running = new TerminalProgram({
      command: "/bin/sh",
      args: ["-c", script],
      env: environment(),
      cwd: shop,
    });
    await running.waitFor(/❯.*voucher/);
    running.write("\r");
    expect(await running.exited).toBe(0);
    expect(running.raw).toContain("GOT:s-voucher:");
  });
});

describe("without a terminal", () => {
  it("prints the list as text and exits with 0", () => {
    const { stdout, status } = run();
    expect(status).toBe(0);
    expect(stdout.split("\n").map((row) => row.slice(-22).trim())).toEqual([
      expect.stringContaining("newest of all"),
      expect.stringContaining("Search"),
      expect.stringContaining("voucher total is wrong"),
      "",
    ]);
  });

  it("prints the samples with --demo", () => {
    const { stdout, status } = run("--demo");
    expect(status).toBe(0);
    expect(stdout).toContain("Gift cards");
  });

  it("lists as JSON with ISO times", () => {
    const rows = JSON.parse(run("list", "--json", "--query", "voucher").stdout);
    expect(rows).toEqual([
      {
        path: voucher,
        id: "s-voucher",
        cwd: shop,
        name: null,
        created: "2026-05-01T01:00:00.000Z",
        modified: "2026-05-01T01:00:00.000Z",
        messageCount: 1,
        firstMessage: "the voucher total is wrong",
        parentSession: null,
        internal: false,
        workflow: null,
        agent: "atomic",
      },
    ]);
  });

  it("writes control characters into JSON as escapes, and titles without wrappers into the table", () => {
    const text = "<command-name>/odd\x9b31m\u202e\x7f</command-name>";
    writeSample(join(home, ".atomic/agent"), { id: "s-odd", cwd: shop, text, hour: 8 });
    const { stdout } = run("list", "--json", "--limit", "1");
    expect(stdout).not.toMatch(/[\x7f-\x9f\u202e]/);
    expect(JSON.parse(stdout)[0].firstMessage).toBe(text);
    expect(run("list", "--limit", "1").stdout).toMatch(/ \/odd\n$/);
  });

  it.each([
    [["list", "--all", "--limit", "1"], 1],
    [["list", "--all"], 4],
    [["list", "--named"], 1],
    [["list", "--query", "nothing like it"], 0],
    [["list", "--cwd", "/nowhere"], 0],
  ])("treeline %j lists %d", (args, count) => {
    const { stdout, status } = run(...args);
    expect(status).toBe(0);
    expect(stdout.split("\n").length - 1).toBe(count);
  });

  it.each([
    [["list", "--bogus"]],
    [["list", "--limit", "many"]],
    [["--sort", "size"]],
    [["list", "--query", "re:("]],
  ])("treeline %j is a usage error", (args) => {
    const { stdout, stderr, status } = run(...args);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).not.toBe("");
  });

  it("names the file that could not be read, and lists the others", () => {
    writeFileSync(join(dirname(voucher), "bad.jsonl"), "garbage\n");
    const { stdout, stderr, status } = run("list");
    expect(status).toBe(0);
    expect(stdout.split("\n")).toHaveLength(4);
    expect(stderr).toContain("bad.jsonl");
  });

  it("lists the others beside a file without read permission, and says which that is", () => {
    chmodSync(voucher, 0);
    chmodSync(home, 0o755);
    // Nothing is forbidden to root, so root lists as nobody, with a copy that nobody may read.
    cpSync(dirname(PROGRAM), join(home, "program"), { recursive: true });
    const identity = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const options = { env: environment(), cwd: shop, encoding: "utf8", ...identity } as const;
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [join(home, "program/cli.js"), "list"],
      options,
    );
    expect(status).toBe(0);
    expect(stdout.split("\n")).toHaveLength(3);
    expect(stderr).toContain(`${voucher}: no permission to read it`);
  });

  it("does not complain when its reader has seen enough", () => {
    for (let i = 0; i < 300; i++) {
      writeSample(join(home, ".atomic/agent"), {
        id: `many-${i}`,
        cwd: shop,
        text: "x".repeat(4000),
        hour: 6,
      });
    }
    const script = `"${process.execPath}" "${PROGRAM}" list --json | head -1`;
    const { stdout, stderr } = spawnSync("/bin/sh", ["-c", script], {
      env: environment(),
      cwd: shop,
      encoding: "utf8",
    });
    expect(stdout).toBe("[\n");
    expect(stderr).toBe("");
  });

  it("lists a file of 200 MB within a heap of 64 MB", () => {
    const huge = writeSample(join(home, ".atomic/agent"), { id: "s-huge", cwd: shop, text: "huge", hour: 7 });
    const tool = { role: "toolResult", toolCallId: "c", toolName: "read", isError: false };
    const line = `${JSON.stringify({ type: "message", id: "t", parentId: "a1", timestamp: "x", message: { ...tool, content: [{ type: "text", text: "y".repeat(20 << 20) }] } })}\n`;
    for (let i = 0; i < 10; i++) appendFileSync(huge, line);
    const env = { ...environment(), NODE_OPTIONS: "--max-old-space-size=64" };
    const { stdout, status } = spawnSync(process.execPath, [PROGRAM, "list", "--json"], {
      env,
      cwd: shop,
      encoding: "utf8",
    });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)[0]).toMatchObject({ id: "s-huge", messageCount: 11 });
  });

  it("packs what a user needs and nothing else", () => {
    const packed = JSON.parse(
      execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { encoding: "utf8" }),
    );
    const paths: string[] = packed[0].files.map((file: { path: string }) => file.path);
    expect(paths).toContain("dist/cli.js");
    expect(paths.filter((path) => /^(?:src|test|bench|scripts)\//.test(path))).toEqual([]);
  });
});
