import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeSample } from "../support/store.ts";
import { TerminalProgram } from "../support/terminal.ts";

const PROGRAM = resolve("dist/cli.js");
const FRAME = "\x1b[?2026h";
const KEY = {
  left: "\x1b[D",
  down: "\x1b[B",
  home: "\x1b[H",
  end: "\x1b[F",
  wordLeft: "\x1bb",
  undo: "\x1f",
  enter: "\r",
  escape: "\x1b",
  help: "\x1bOP",
  tree: "\x14",
  rename: "\x12",
  toStart: "\x01",
  toEnd: "\x0b",
};
/** Behind `> `. */
const START = 2;
/** Behind `Name: `. */
const NAME_START = 6;
const HIDDEN = undefined;

let home: string;
let path: string;
let program: TerminalProgram;
const at = (column: number) => program.waitForCursor({ row: 1, column });

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-e2e-caret-")));
  const cwd = join(home, "shop");
  mkdirSync(cwd);
  path = writeSample(join(home, ".atomic/agent"), { id: "s-1", cwd, text: "die Summe", hour: 1 });
  writeSample(join(home, ".atomic/agent"), { id: "s-2", cwd, text: "newest of all", hour: 2 });
  program = new TerminalProgram({
    command: process.execPath,
    args: [PROGRAM],
    env: { HOME: home, PATH: "/usr/bin:/bin", CI: "true" },
    cwd,
  });
});
afterEach(() => {
  program.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
});

async function openTree(): Promise<void> {
  await program.waitFor(/❯.*newest[\s\S]*1 of 2/);
  program.write(KEY.tree);
  await program.waitFor(/type to search this session[\s\S]*1 of 1/);
}

describe("the terminal's cursor", () => {
  it("stands where the next letter goes, whatever the letters before are wide", async () => {
    await at(START);
    program.write("e\u0301日本");
    await at(START + 5);
    program.write(KEY.left);
    await at(START + 3);
    program.write("ab👩‍💻");
    await at(START + 7);
    program.write(KEY.home);
    await at(START);
    expect(program.screen()[1]).toContain("> e\u0301日ab");
  });

  it("moves by word, and goes back where an undone step was made", async () => {
    await at(START);
    program.write("two words");
    await at(START + 9);
    program.write(KEY.wordLeft);
    await at(START + 4);
    program.write(KEY.toEnd);
    await program.waitFor(/> two *\n/);
    program.write(KEY.home);
    await at(START);
    program.write(KEY.undo);
    await program.waitFor(/> two words/);
    await at(START + 4);
  });

  it("stays in view in a line that is too long for the screen", async () => {
    await at(START);
    program.write("x".repeat(200));
    await program.waitFor(/> …x+/);
    const cursor = program.cursor();
    const line = program.screen()[1] ?? "";
    expect(cursor).toEqual({ row: 1, column: line.length });
    expect(line.length).toBeLessThan(80);
  });

  it("is hidden while a page covers the list, and comes back", async () => {
    await at(START);
    program.write("sum");
    await at(START + 3);
    program.write(KEY.help);
    await program.waitForCursor(HIDDEN);
    program.write(KEY.help);
    await at(START + 3);
  });

  it("is the tree's while the tree is open, and the picker's again behind it", async () => {
    await at(START);
    program.write("new");
    await program.waitFor(/❯.*newest[\s\S]*1 of 1/);
    program.write(KEY.tree);
    await program.waitFor(/type to search this session/);
    await at(START);
    program.write("all");
    await at(START + 3);
    program.write(KEY.enter);
    await program.waitForCursor(HIDDEN);
    program.write(KEY.escape);
    await at(START);
    program.write(KEY.escape);
    await program.waitFor(/^Sessions:/);
    await at(START + 3);
  });

  it("is in the dialog for a label, and not in the menu", async () => {
    await openTree();
    program.write("L");
    await program.waitFor(/Label:/);
    const question = "Label: ".length;
    await at(question);
    program.write("日本 x");
    await at(question + 6);
    program.write(KEY.toStart);
    await at(question);
    program.write("\x1b[200~two\nlines\x1b[201~");
    await at(question + 9);
    program.write(KEY.enter);
    await program.waitFor(/Label set/);
    await at(START);
    expect(readFileSync(path.replace("s-1", "s-2").replace("T01", "T02"), "utf8")).toContain(
      '"label":"two lines日本 x"',
    );
    program.write(KEY.enter);
    await program.waitFor(/Going on/);
    await program.waitForCursor(HIDDEN);
  });

  it("costs no frame of its own", async () => {
    await program.waitFor(/❯.*newest[\s\S]*1 of 2/);
    // A search would draw its answers too; a name is only a line.
    program.write(KEY.rename);
    await at(NAME_START);
    const before = program.raw.length;
    for (const [index, letter] of [..."newest"].entries()) {
      program.write(letter);
      await at(NAME_START + index + 1);
    }
    program.write(KEY.left);
    await at(NAME_START + 5);
    expect(program.raw.slice(before).split(FRAME)).toHaveLength(1 + 7);
  });

  it("is right after the window was resized", async () => {
    await program.waitFor(/❯.*newest[\s\S]*1 of 2/);
    program.write("new");
    await at(START + 3);
    program.resize(80, 12);
    await program.waitFor((screen) => screen[10]?.startsWith("Enter resume") === true);
    await at(START + 3);
    program.resize(100, 30);
    await program.waitFor((screen) => screen[28]?.startsWith("Enter resume") === true);
    await at(START + 3);
    expect(program.screen().slice(0, 2)).toEqual([expect.stringMatching(/^Sessions:/), "> new"]);
  });

  it("is hidden where the terminal is too low for the frame", async () => {
    await at(START);
    program.resize(80, 5);
    await program.waitForCursor(HIDDEN);
    program.resize(80, 6);
    await at(START);
  });

  it("is shown when the program is left, from wherever", async () => {
    await at(START);
    program.write(KEY.help);
    await program.waitForCursor(HIDDEN);
    program.write("\x03");
    await program.exited;
    expect(program.cursor()).toBeDefined();
  });
});
