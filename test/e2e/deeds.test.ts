import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writeSample } from "../support/store.ts";
import { TerminalProgram } from "../support/terminal.ts";

const PROGRAM = resolve("dist/cli.js");
const RENAME = "\x12";
const DELETE = "\x04";
const UNDO = "\x1a";
const ENTER = "\r";
const SHIFT_DOWN = "\x1b[1;2B";
let home: string;
let shop: string;
let agent: string;
let running: TerminalProgram | undefined;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-deeds-")));
  agent = join(home, ".atomic/agent");
  shop = join(home, "shop");
  mkdirSync(shop);
});
afterEach(() => {
  running?.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
});

const write = (text: string, hour: number) => writeSample(agent, { id: `s-${text}`, cwd: shop, text, hour });
const trashed = () => {
  const files = join(home, "data/Trash/files");
  return existsSync(files) ? readdirSync(files) : [];
};

function start(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = ["--sort", "recent"],
): TerminalProgram {
  running = new TerminalProgram({
    command: process.execPath,
    args: [PROGRAM, ...args],
    env: {
      HOME: home,
      PATH: "/usr/bin:/bin",
      XDG_DATA_HOME: join(home, "data"),
      XDG_STATE_HOME: join(home, "state"),
      ...env,
    },
    cwd: shop,
  });
  return running;
}

describe("renaming", () => {
  it.each([
    ["a whole file", (text: string) => text, "\n"],
    ["lines that end with a return", (text: string) => text.replaceAll("\n", "\r\n"), "\n"],
    ["no newline at the end", (text: string) => text.trimEnd(), "\n"],
    ["a last line that is not whole", (text: string) => `${text}{"type":"mess`, "\n"],
    [
      "entries of another program",
      (text: string) => `${text}{"type":"alien","id":"z","parentId":"a1"}\n`,
      "\n",
    ],
  ])("adds a line and leaves every byte of %s", async (_what, change) => {
    const path = write("first", 1);
    write("second", 2);
    writeFileSync(path, change(readFileSync(path, "utf8")));
    const before = readFileSync(path);
    const program = start();
    await program.waitFor(/❯ {2}second[\s\S]* {3}first/);
    program.write("\x1b[B");
    program.write(`${RENAME}Näme 名${ENTER}`);
    await program.waitFor(/Renamed\./);
    // The order of the list stays.
    await program.waitFor(/ {3}second[\s\S]*❯ {2}Näme 名/);
    const after = readFileSync(path);
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    const added = after.subarray(before.length).toString();
    const lines = added.split("\n").filter((line) => line.trim() !== "");
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ type: "session_info", name: "Näme 名" });
    expect(added.endsWith("\n")).toBe(true);
  });

  it("in the tree names the session, and the picker below shows it", async () => {
    write("first", 1);
    const program = start();
    await program.waitFor(/❯ {2}first/);
    program.write("\x14");
    await program.waitFor(/Tree: first/);
    program.write(RENAME);
    await program.waitFor(/Name: {2}|Name: $/m);
    program.write(`From the tree${ENTER}`);
    await program.waitFor(/Tree: From the tree[\s\S]*Renamed\./);
    program.write("\x1b");
    await program.waitFor(/❯ {2}From the tree/);
  });

  it.each([
    ["the name", RENAME, /Renamed\./, /"name":"typed"/],
    ["a label", "L", /Label set\./, /"label":"typed"/],
  ])("in the tree of an old file brings that up to date and gives %s", async (_what, key, done, written) => {
    const path = write("first", 1);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const old = lines.map((line) => {
      const { version: _v, ...fields } = JSON.parse(line);
      if (fields.type === "session") return JSON.stringify(fields);
      const { id: _i, parentId: _p, ...rest } = fields;
      return JSON.stringify(rest);
    });
    writeFileSync(path, `${old.join("\n")}\n`);
    const program = start();
    await program.waitFor(/❯ {2}first/);
    program.write("\x14");
    await program.waitFor(/❯.*user: first/);
    program.write(key);
    await program.waitFor(/Name:|Label:/);
    program.write(`typed${ENTER}`);
    await program.waitFor(done);
    await program.waitFor(/type to search/);
    expect(readFileSync(path, "utf8")).toMatch(written);
  });

  it("keeps what was typed when the file is gone", async () => {
    const path = write("first", 1);
    const program = start();
    await program.waitFor(/❯ {2}first/);
    program.write(`${RENAME}precious`);
    await program.waitFor(/Name: precious/);
    rmSync(path);
    program.write(ENTER);
    await program.waitFor(/Name: precious[\s\S]*Nothing was added/);
    expect(existsSync(path)).toBe(false);
  });
});

describe("deleting", () => {
  it("three marked sessions takes three files away, makes none, and CTRL+Z brings back every byte", async () => {
    const paths = ["one", "two", "three"].map((text, hour) => write(text, hour + 1));
    const kept = write("kept", 5);
    const before = paths.map((path) => [readFileSync(path).toString(), lstatSync(path).mtimeMs]);
    const program = start();
    await program.waitFor(/❯ {2}kept[\s\S]*1 of 4/);
    program.write("\x1b[B");
    program.write(`${SHIFT_DOWN}${SHIFT_DOWN}`);
    await program.waitFor(/3 marked/);
    program.write(DELETE);
    await program.waitFor(/Delete 3 sessions\?[\s\S]*All of them go to the trash\./);
    program.write(ENTER);
    await program.waitFor(/3 sessions deleted/);
    await program.waitFor((screen) => !screen.some((row) => row.includes("three ")));
    expect(readdirSync(join(kept, ".."))).toHaveLength(1);
    expect(trashed()).toHaveLength(3);
    program.write(UNDO);
    await program.waitFor(/3 sessions are back/);
    await program.waitFor(/three/);
    expect(paths.map((path) => [readFileSync(path).toString(), lstatSync(path).mtimeMs])).toEqual(before);
    expect(trashed()).toEqual([]);
  });

  it("is asked again when the file grew after the question", async () => {
    const path = write("first", 1);
    const program = start();
    await program.waitFor(/❯ {2}first/);
    program.write(DELETE);
    await program.waitFor(/goes to the trash/);
    appendFileSync(path, '{"type":"custom","id":"late","parentId":"a1"}\n');
    program.write(ENTER);
    await program.waitFor(/It changed after you were asked\.[\s\S]*goes to the trash/);
    expect(existsSync(path)).toBe(true);
    // For a moment Enter is held back, as the second press of somebody who pressed it twice.
    await vi.waitFor(() => {
      program.write(ENTER);
      expect(existsSync(path)).toBe(false);
    }, 5000);
    await program.waitFor(/Deleted\. CTRL\+Z/);
    expect(existsSync(path)).toBe(false);
  });

  it("never takes a session in use, also of the second agent and named through a link", async () => {
    const path = write("first", 1);
    const link = join(home, "link.jsonl");
    symlinkSync(path, link);
    const program = start({ ATOMIC_SESSION_FILE: join(home, "gone.jsonl"), PI_SESSION_FILE: link });
    await program.waitFor(/❯● first/);
    program.write(DELETE);
    await program.waitFor(/in use by the agent/);
    program.write(`${ENTER}`);
    await program.exited;
    expect(existsSync(path)).toBe(true);
  });

  it("without a trash removes nothing unless the word is typed", async () => {
    const path = write("first", 1);
    // A file where the trash should be.
    writeFileSync(join(home, "data"), "");
    const program = start({ PATH: "/nonexistent" });
    await program.waitFor(/❯ {2}first/);
    program.write(DELETE);
    await program.waitFor(/Delete this session\?[\s\S]*No trash takes the file/);
    program.write(ENTER);
    await program.waitFor(/Type delete:[\s\S]*cannot be\s+undone/);
    program.write(ENTER);
    await program.waitFor(/To remove for good, type: delete/);
    expect(existsSync(path)).toBe(true);
    program.write(`delete${ENTER}`);
    await program.waitFor(/Deleted\./);
    expect(existsSync(path)).toBe(false);
  });

  it("in the demo uses a trash of its own, which ends with it", async () => {
    const program = start({}, ["--demo"]);
    await program.waitFor(/❯ {2}Joint 3 calibration/);
    program.write(DELETE);
    await program.waitFor(/goes to the trash/);
    program.write(ENTER);
    await program.waitFor(/Deleted\. CTRL\+Z/);
    program.write(UNDO);
    await program.waitFor(/It is back\./);
    program.write("\x1b");
    await program.exited;
    expect(existsSync(join(home, "data"))).toBe(false);
    expect(existsSync(join(home, "state"))).toBe(false);
  });

  it("of old files happens to nobody who only looks", async () => {
    const path = write("first", 1);
    const longAgo = Date.now() / 1000 - 40 * 24 * 60 * 60;
    utimesSync(path, longAgo, longAgo);
    const before = lstatSync(path);
    const program = start();
    await program.waitFor(/❯ {2}first/);
    program.write("\x1b");
    await program.exited;
    expect(lstatSync(path)).toEqual({
      ...before,
      atimeMs: lstatSync(path).atimeMs,
      atime: lstatSync(path).atime,
    });
    expect(trashed()).toEqual([]);
    expect(existsSync(join(home, "state"))).toBe(false);
  });
});

it("sessions without a message of yours are found with CTRL+F, marked and deleted", async () => {
  write("first", 1);
  const empty = write("nothing", 2);
  const [header = ""] = readFileSync(empty, "utf8").split("\n");
  writeFileSync(empty, `${header}\n`);
  const program = start();
  await program.waitFor(/first[\s\S]*of 2/);
  program.write("\x06");
  await program.waitFor(/empty only[\s\S]*\(no messages\)[\s\S]*1 of 1/);
  program.write(`\x19${ENTER}`);
  await program.waitFor(/1 marked/);
  program.write(DELETE);
  await program.waitFor(/goes to the trash[\s\S]*0 messages/);
  program.write(ENTER);
  await program.waitFor(/Every session here has a message of yours/);
  expect(existsSync(empty)).toBe(false);
});
