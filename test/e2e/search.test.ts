import { spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { folderName } from "../../src/model/folder-name.ts";
import { openIndex } from "../../src/store/index/database.ts";
import { TEXT_SHAPE } from "../../src/store/index/text-store.ts";
import { type SpokenEntry, spokenLine, writeSpoken } from "../support/spoken-session.ts";
import { TerminalProgram } from "../support/terminal.ts";

const PROGRAM = resolve("dist/cli.js");
const F3 = "\x1bOR";
const SHIFT_F3 = "\x1b[1;2R";
const CTRL_T = "\x14";

let home: string;
let shop: string;
let running: TerminalProgram | undefined;
let cart: string;
let named: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-search-")));
  shop = join(home, "shop");
  mkdirSync(shop);
  cart = write(
    "cart",
    ["user", "Fix the cart"],
    ["assistant", "The zucchini is rounded twice"],
    ["user", "no, something else"],
    {
      type: "message",
      parentId: "e1",
      message: { role: "user", content: "the sum is wrong, zucchini or not" },
    },
    ["call", "bash", { command: "grep -rn zucchini src" }],
  );
  named = write("named", ["user", "hello"], { type: "session_info", name: "Gardening zucchini" });
  write("other", ["user", "Something about the weather"], ["assistant", "It rains"]);
});
afterEach(() => {
  running?.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
});

const sessions = () => join(home, ".atomic/agent/sessions", folderName(shop));
const write = (id: string, ...entries: readonly SpokenEntry[]) =>
  writeSpoken(join(sessions(), `${id}.jsonl`), entries, { id, cwd: shop });
const cache = () => join(home, "cache/treeline");

const environment = (env: Readonly<Record<string, string>> = {}) => ({
  HOME: home,
  PATH: "/usr/bin:/bin",
  XDG_CACHE_HOME: join(home, "cache"),
  ...env,
});

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const options = { env: environment(env), cwd: shop, encoding: "utf8", timeout: 15_000 } as const;
  return spawnSync(process.execPath, [PROGRAM, ...args], options);
}

/** What `search --json` prints of each hit: session, entry, role. */
function hits(...args: readonly string[]): readonly unknown[] {
  const printed: readonly Record<string, unknown>[] = JSON.parse(run(["search", "--json", ...args]).stdout);
  return printed.map(({ id, entry, role }) => [id, entry, role]);
}

/** The ids of what `list --query` prints. */
function listed(query: string): readonly string[] {
  const { stdout } = run(["list", "--json", "--query", query]);
  const printed: readonly { readonly id: string }[] = JSON.parse(stdout);
  return printed.map(({ id }) => id);
}

describe("treeline search", () => {
  it("prints each entry that matches below its session, the best first", () => {
    const { stdout, stderr, status } = run(["search", "zucchini"]);
    expect([stderr, status]).toEqual(["", 0]);
    expect(stdout.split("\n").map((line) => line.replace(/ +/g, " ").trimEnd())).toEqual([
      expect.stringMatching(/^Gardening zucchini \S+ named \S*shop$/),
      " e2 name Gardening zucchini",
      "",
      expect.stringMatching(/^Fix the cart \S+ cart \S*shop$/),
      " e2 assistant The zucchini is rounded twice (abandoned branch)",
      " e4 user the sum is wrong, zucchini or not",
      " e5 assistant bash: grep -rn zucchini src",
      "",
    ]);
  });

  it("prints the same for scripts as JSON", () => {
    const { stdout, status } = run(["search", "--json", "rounded"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      {
        session: cart,
        id: "cart",
        title: "Fix the cart",
        cwd: shop,
        entry: "e2",
        role: "assistant",
        time: "2026-05-01T10:02:00.000Z",
        snippet: "The zucchini is rounded twice",
        abandoned: true,
      },
    ]);
  });

  it("takes several arguments for one query", () => {
    expect(hits("rounded", "twice")).toEqual([["cart", "e2", "assistant"]]);
    expect(hits("--", "tool:bash", "zucch", "-hello")).toHaveLength(3);
  });

  it("shows what a field found, and a session without an entry where only the session matches", () => {
    expect(hits("name:gardening")).toEqual([["named", "e2", "name"]]);
    expect(hits("tool:bash")).toEqual([["cart", "e5", "assistant"]]);
    expect(hits("is:named")).toEqual([["named", null, null]]);
    write("labelled", ["user", "what is kept"], { type: "label", targetId: "e1", label: "Keep" });
    expect(hits("label:keep")).toEqual([["labelled", "e1", "label"]]);
  });

  it("prints no more than the limit, and says that there is more", () => {
    const { stdout, stderr } = run(["search", "--limit", "2", "zucchini"]);
    expect(stdout.match(/^ {2}e\d/gm)).toHaveLength(2);
    expect(stderr).toBe("There is more: this is the limit of 2.\n");
    expect(hits("--limit", "2", "zucchini")).toHaveLength(2);
    expect(run(["search", "--limit", "4", "zucchini"]).stderr).toBe("");
    expect(run(["search", "--limit", "0", "zucchini"]).stderr).toBe(
      "There is more: this is the limit of 0.\n",
    );
  });

  it("ends with 0 when nothing is found, and with 2 when the query cannot be used", () => {
    const nothing = run(["search", "rhubarb"]);
    expect([nothing.stdout, nothing.stderr, nothing.status]).toEqual(["", "Nothing matches.\n", 0]);
    expect(run(["search", "--json", "rhubarb"]).stdout).toBe("[]\n");
    for (const query of ["re:(", "before:never", "is:bogus"]) {
      const { stdout, stderr, status } = run(["search", query]);
      expect([query, stdout, status]).toEqual([query, "", 2]);
      expect(stderr).toMatch(/^treeline: .+\n$/);
    }
    expect(run(["search"]).status).toBe(2);
  });

  it("gives up a pattern that never comes back, also where it only shows what was found", () => {
    write("backtracking", ["user", `ok ${"a".repeat(40)}!`]);
    const { stdout, stderr, status } = run(["search", "re:ok|(a+)+$"]);
    expect([stdout, status]).toEqual(["", 2]);
    expect(stderr).toBe('treeline: The query "re:ok|(a+)+$" cannot be used: this pattern takes too long\n');
  });

  it("says so when it forgave a typing error", () => {
    const { stdout, stderr, status } = run(["search", "gardenign"]);
    expect(stdout).toMatch(/^Gardening zucchini/);
    expect(stderr).toBe("Nothing matches exactly: similar names and first messages.\n");
    expect(status).toBe(0);
  });

  it("hears of what was written since", () => {
    expect(hits("parsnip")).toEqual([]);
    appendFileSync(cart, spokenLine(["user", "parsnip"], 6));
    expect(hits("parsnip")).toEqual([["cart", "e6", "user"]]);
    rmSync(cart);
    expect(hits("parsnip")).toEqual([]);
  });

  it("answers two that are asked at the same time without an index", async () => {
    for (let i = 0; i < 60; i++) write(`many-${i}`, ["user", `onion ${i}`], ["assistant", "cut it"]);
    const answers = await Promise.all([1, 2, 3].map(() => searching("onion", "--json", "--limit", "100")));
    for (const { stdout, stderr, status } of answers) {
      expect([stderr, status]).toEqual(["", 0]);
      expect(JSON.parse(stdout)).toHaveLength(60);
    }
    expect(hits("onion", "--limit", "100")).toHaveLength(60);
  });
});

interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

function searching(...args: readonly string[]): Promise<Answer> {
  const child = spawn(process.execPath, [PROGRAM, "search", ...args], { env: environment(), cwd: shop });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (output: Buffer) => {
    stdout += output.toString();
  });
  child.stderr.on("data", (output: Buffer) => {
    stderr += output.toString();
  });
  return new Promise((settle) => child.on("close", (status) => settle({ stdout, stderr, status })));
}

describe("treeline list --query", () => {
  it("gives up a pattern that never comes back, also in the name of a folder", () => {
    const cwd = `/${"w".repeat(60)}`;
    writeSpoken(join(sessions(), "deep.jsonl"), [["user", "hello"]], { id: "deep", cwd });
    const { stdout, stderr, status } = run(["list", "--all", "--query", "re:^(/?[\\w]+)+\\.ts$"]);
    expect([stdout, status]).toEqual(["", 2]);
    expect(stderr).toMatch(/this pattern takes too long\n$/);
  });

  it("searches conversations too, with fields and exclusions", () => {
    expect(listed("rounded")).toEqual(["cart"]);
    expect(listed("zucchini")).toEqual(["named", "cart"]);
    expect(listed("zucchini -rounded")).toEqual(["named"]);
    expect(listed("-zucchini")).toEqual(["other"]);
    expect(listed("zucchini tool:bash")).toEqual(["cart"]);
    expect(listed("zucchini -is:named has:branch")).toEqual(["cart"]);
    expect(listed('"rounded twice"')).toEqual(["cart"]);
    expect(listed('"twice rounded"')).toEqual([]);
    expect(listed("re:round\\w+ tw")).toEqual(["cart"]);
    expect(listed("zucchini after:2026-05-02")).toEqual([]);
  });
});

describe("the index", () => {
  const modes = (folder: string) =>
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);
  const facts = (path: string) => {
    const { size, mtimeMs, ctimeMs, ino } = statSync(path);
    return { bytes: readFileSync(path, "utf8"), size, mtimeMs, ctimeMs, ino };
  };
  const rows = () => {
    const { database } = openIndex(cache(), TEXT_SHAPE);
    const files = database.rows("select path, number, end from files order by path");
    const pieces = database.rows("select number, file from pieces order by number");
    database.close();
    return { files, pieces };
  };

  it("is told of, made anew and removed, and no session is touched", () => {
    const before = [cart, named].map(facts);
    const none = run(["index"]);
    expect([none.stdout, none.status]).toEqual([
      `No index in ${cache()}. It is made when it is needed.\n`,
      0,
    ]);
    run(["search", "zucchini"]);
    const holds = /^.*\n\d+\.\d MB, 3 sessions listed, 3 with their texts\n$/;
    expect(run(["index", "--status"]).stdout).toMatch(holds);
    write("one-more", ["user", "turnip"]);
    const rebuilt = run(["index", "--rebuild"]);
    expect([rebuilt.stdout, rebuilt.stderr, rebuilt.status]).toEqual([
      expect.stringContaining("4 sessions listed, 4 with their texts"),
      "",
      0,
    ]);
    expect(listed("zucchini")).toEqual(["named", "cart"]);
    expect(run(["index", "--clear"]).stdout).toBe(`Removed the index in ${cache()}.\n`);
    expect(readdirSync(cache())).toEqual([]);
    expect(run(["index", "--clear"]).stdout).toBe(`No index in ${cache()}.\n`);
    expect(listed("zucchini")).toEqual(["named", "cart"]);
    expect([cart, named].map(facts)).toEqual(before);
  });

  it("cannot be made anew where nothing can be written, and says so", () => {
    const file = join(home, "file");
    writeFileSync(file, "");
    const rebuilt = run(["index", "--rebuild", "--cache-dir", file]);
    expect([rebuilt.stdout, rebuilt.status]).toEqual(["", 1]);
    expect(rebuilt.stderr).toContain(`The index in ${file} cannot be used`);
  });

  it("takes one wish at a time", () => {
    expect(run(["index", "--clear", "--rebuild"]).status).toBe(2);
  });

  it("can be read by nobody else", () => {
    run(["search", "zucchini"]);
    expect((statSync(cache()).mode & 0o777).toString(8)).toBe("700");
    const found = modes(cache());
    expect(found.map(([name]) => name)).toEqual(expect.arrayContaining(["list.db", "text.db"]));
    expect(found.filter(([, mode]) => mode !== "600")).toEqual([]);
  });

  it("lies where the option says, else where TREELINE_CACHE_DIR says, else in the user's cache", () => {
    const asked = join(home, "asked");
    const variable = { TREELINE_CACHE_DIR: join(home, "variable") };
    run(["search", "zucchini", "--cache-dir", asked], variable);
    expect(existsSync(join(asked, "text.db"))).toBe(true);
    expect([variable.TREELINE_CACHE_DIR, cache()].map((path) => existsSync(path))).toEqual([false, false]);
    run(["list", "--query", "zucchini"], variable);
    expect(existsSync(join(variable.TREELINE_CACHE_DIR, "text.db"))).toBe(true);
    expect(existsSync(cache())).toBe(false);
    run(["search", "zucchini"]);
    expect(existsSync(join(cache(), "text.db"))).toBe(true);
    expect(run(["index"], variable).stdout).toContain(variable.TREELINE_CACHE_DIR);
  });

  it("is kept: who searches again reads nothing anew, and after an addition only what was added", () => {
    run(["search", "zucchini"]);
    const before = rows();
    run(["search", "rounded"]);
    expect(rows()).toEqual(before);
    appendFileSync(cart, spokenLine(["user", "parsnip"], 6));
    run(["search", "rounded"]);
    const after = rows();
    expect(after.pieces.slice(0, before.pieces.length)).toEqual(before.pieces);
    expect(after.pieces).toHaveLength(before.pieces.length + 1);
  });

  it("forgets sessions that were deleted, whatever is searched, but not those of other folders", () => {
    const garden = join(dirname(sessions()), folderName("/garden"));
    writeSpoken(join(garden, "garden.jsonl"), [["user", "zucchini"]], { id: "garden", cwd: "/garden" });
    run(["search", "zucchini"]);
    rmSync(cart);
    expect(listed("zucchini")).toEqual(["named"]);
    expect(rows().files).toHaveLength(4);
    run(["search", "weather"]);
    expect(rows().files).toHaveLength(3);
    expect(run(["index", "--status"]).stdout).toContain("3 sessions listed, 3 with their texts");
  });

  it("that cannot be written is done without, which one line says", () => {
    const file = join(home, "file");
    writeFileSync(file, "");
    const { stdout, stderr, status } = run(["search", "--json", "zucchini", "--cache-dir", join(file, "x")]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(4);
    expect(stderr).toBe(
      `treeline: The index in ${join(file, "x")} cannot be used: ${file} is no folder. Searching reads every file.\n`,
    );
  });

  it("that is damaged is made anew, which one line says", () => {
    run(["search", "zucchini"]);
    for (const name of readdirSync(cache())) writeFileSync(join(cache(), name), "garbage ".repeat(2000));
    const { stdout, stderr, status } = run(["search", "--json", "zucchini"]);
    expect([JSON.parse(stdout).length, status]).toEqual([4, 0]);
    expect(stderr).toBe("treeline: The index was damaged, so it is made anew.\n");
    expect(run(["search", "zucchini"]).stderr).toBe("");
  });
});

describe("the search in the picker", () => {
  function start(...args: readonly string[]): TerminalProgram {
    running = new TerminalProgram({
      command: process.execPath,
      args: [PROGRAM, ...args],
      env: environment(),
      cwd: shop,
      columns: 100,
    });
    return running;
  }

  it("finds what stands only in a conversation, and shows who said it", async () => {
    const program = start();
    await program.waitFor(/1 of 3|3 of 3/);
    program.write("twice");
    await program.waitFor(
      /❯ {2}Fix the cart.*\n +1 hit assistant: The zucchini is rounded twice {2}\(abandoned branch\)/,
    );
  });

  it("steps through the hits, and opens the tree at the one that is shown", async () => {
    const program = start();
    await program.waitFor(/1 of 3|3 of 3/);
    program.write("zucchini -is:named");
    await program.waitFor(/❯ {2}Fix the cart.*\n +1\/3 assistant: The zucchini/);
    program.write(F3);
    await program.waitFor(/2\/3 user: the sum is wrong, zucchini/);
    program.write(F3);
    await program.waitFor(/3\/3 assistant: bash: grep -rn zucchini/);
    program.write(SHIFT_F3);
    await program.waitFor(/2\/3 user/);
    program.write(CTRL_T);
    await program.waitFor(/Tree: Fix the cart[\s\S]*❯.*the sum is wrong, zucchini or not/);
  });

  it("opens the tree at a hit on an abandoned branch", async () => {
    const program = start("rounded");
    await program.waitFor(/1 hit assistant: The zucchini/);
    program.write(CTRL_T);
    await program.waitFor(/Tree: Fix the cart[\s\S]*❯.*The zucchini is rounded twice/);
  });

  it("completes field names with Tab while one is being typed; else Tab is the scope", async () => {
    writeSpoken(
      join(home, ".atomic/agent/sessions", folderName("/elsewhere"), "far.jsonl"),
      [["user", "far away"]],
      {
        id: "far",
        cwd: "/elsewhere",
      },
    );
    const program = start();
    await program.waitFor(/of 3/);
    program.write("na");
    // What Tab would add is shown already.
    await program.waitFor(/> name:/);
    program.write("\t");
    await program.waitForCursor({ row: 1, column: "> name:".length });
    program.write("garden");
    await program.waitFor(/> name:garden[\s\S]*❯ {2}Gardening zucchini/);
    program.write("\x15");
    await program.waitFor(/of 3/);
    program.write("\t");
    await program.waitFor(/far away/);
  });

  it("forgives a typing error in a name, and says so", async () => {
    const program = start();
    await program.waitFor(/of 3/);
    program.write("gardenign");
    await program.waitFor(/❯ {2}Gardening zucchini[\s\S]*nothing matches exactly/);
  });

  it("shows a session as soon as what is searched is said in it", async () => {
    const program = start();
    await program.waitFor(/of 3/);
    program.write("rutabaga");
    await program.waitFor(/No session of this folder matches/);
    appendFileSync(join(sessions(), "other.jsonl"), spokenLine(["user", "and a rutabaga"], 3));
    await program.waitFor(/❯.*Something about the weather.*\n +1 hit user: and a rutabaga/);
  });

  it("chooses the best match with Enter", async () => {
    const program = start("--print", "path", "twice");
    await program.waitFor(/❯ {2}Fix the cart/);
    program.write("\r");
    expect(await program.exited).toBe(0);
    expect(program.raw).toContain(basename(cart));
  });
});
