import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeSample } from "../support/store.ts";
import { TerminalProgram } from "../support/terminal.ts";

const PROGRAM = resolve("dist/cli.js");
const NO_WATCHES = pathToFileURL(resolve("test/support/no-watches.mjs"));
let home: string;
let agent: string;
let shop: string;
let path: string;
let running: TerminalProgram | undefined;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-live-")));
  agent = join(home, ".atomic/agent");
  shop = join(home, "shop");
  mkdirSync(shop);
  path = write("first", 1);
});
afterEach(() => {
  running?.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
});

const write = (text: string, hour: number) => writeSample(agent, { id: `s-${text}`, cwd: shop, text, hour });

function start(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): TerminalProgram {
  running = new TerminalProgram({
    command: process.execPath,
    args: [PROGRAM, ...args],
    env: { HOME: home, PATH: "/usr/bin:/bin", ...env },
    cwd: shop,
  });
  return running;
}

function say(text: string): void {
  const timestamp = new Date().toISOString();
  const message = { role: "user", content: text };
  appendFileSync(
    path,
    `${JSON.stringify({ type: "message", id: text, parentId: "a1", timestamp, message })}\n`,
  );
}

it("the list shows what agents write while it is open, and marks where they are at work", async () => {
  const program = start();
  await program.waitFor(/❯ {2}first +1 +7mo/);
  say("more");
  await program.waitFor(/❯○ first +2 +now/);
  const second = write("second", 2);
  await program.waitFor(/❯○ first[\s\S]*second[\s\S]*1 of 2/);
  rmSync(second);
  await program.waitFor(/1 of 1/);
});

it("without watching only what is asked for is looked at", async () => {
  const program = start(["--no-watch"]);
  await program.waitFor(/❯ {2}first[\s\S]*not watching/);
  write("second", 2);
  program.write("\x0c");
  await program.waitFor(/second[\s\S]*of 2/);
  say("more");
  program.write("\x1b[15~");
  await program.waitFor(/❯○ first +2/);
  program.write("\x14");
  await program.waitFor(/❯.*more/);
  say("and more");
  program.write("\x1b[15~");
  await program.waitFor(/❯.*and more/);
});

it("where the system's watches are used up it looks at what is visible, and says so", async () => {
  const program = start([], { NODE_OPTIONS: `--import ${NO_WATCHES}` });
  await program.waitFor(/❯ {2}first[\s\S]*looking every second: the system's limit for watching is reached/);
  say("more");
  await program.waitFor(/❯○ first +2/);
  program.write("\x14");
  await program.waitFor(/looking every second/);
  say("and more");
  await program.waitFor(/❯.*and more/);
});

it("keeps what is typed and selected while the list changes under it", async () => {
  for (let i = 0; i < 30; i++) write(`filler ${i}`, 3);
  const program = start();
  await program.waitFor(/of 31/);
  program.write("first");
  await program.waitFor(/> first[\s\S]*❯ {2}first[\s\S]*1 of 1/);
  write("first of all", 4);
  await program.waitFor(/first of all[\s\S]*of 2/);
  await program.waitFor(/> first[\s\S]*❯ {2}first +1/);
  program.write("\r");
  expect(await program.exited).toBe(127);
  expect(program.raw).toContain("s-first.jsonl");
});
