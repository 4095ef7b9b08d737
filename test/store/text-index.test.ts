import { appendFileSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openIndex } from "../../src/store/index/database.ts";
import { TextIndexer } from "../../src/store/index/text-indexer.ts";
import { TEXT_SHAPE, TextStore } from "../../src/store/index/text-store.ts";
import { searchedAt } from "../support/digest.ts";
import { KeptTexts } from "../support/kept-texts.ts";
import { type SpokenEntry, spokenLine, spokenLines, writeSpoken } from "../support/spoken-session.ts";

let home: string;
let texts: KeptTexts;
const open: KeptTexts[] = [];
const cache = () => join(home, "cache");

function start(directory = cache()): KeptTexts {
  const started = new KeptTexts(directory);
  open.push(started);
  return started;
}

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-texts-")));
  texts = start();
});
afterEach(() => {
  for (const one of open.splice(0)) one.keeper.close();
  rmSync(home, { recursive: true, force: true });
});

const path = (name: string) => join(home, "sessions", `${name}.jsonl`);
const write = (name: string, ...entries: readonly SpokenEntry[]) => writeSpoken(path(name), entries);
/** Names of the sessions whose texts match. */
const found = async (query: string) =>
  (await texts.found(query)).map((one) => one.slice(path("").lastIndexOf("/") + 1, -".jsonl".length));

async function indexed(sessions: Readonly<Record<string, readonly SpokenEntry[]>>): Promise<void> {
  await texts.index(...Object.entries(sessions).map(([name, entries]) => write(name, ...entries)));
}

describe("a word", () => {
  it("is found at the beginning of a word of what was said, whatever its case and accents", async () => {
    await indexed({ a: [["user", "Der Gutschein im Café fehlt"]], b: [["user", "Gesamtsumme"]] });
    expect(await found("gutsch")).toEqual(["a"]);
    expect(await found("CAFE")).toEqual(["a"]);
    expect(await found("summe")).toEqual([]);
  });

  it("is found inside identifiers and paths", async () => {
    await indexed({ a: [["user", "see parseQuery, old_price and src/checkout/total.ts"]] });
    for (const query of ["query", "price", "checkout", "total", "total.ts", "parsequ", "checkout/total"])
      expect([query, await found(query)]).toEqual([query, ["a"]]);
    expect(await found("uery")).toEqual([]);
    await texts.index(write("b", ["user", "toLocalDateString(day)"]));
    for (const query of ["local", "date", "DateString", "localdate", "localdatestr", '"LocalDate"'])
      expect([query, await found(query)]).toEqual([query, ["b"]]);
  });

  it("is found beside a symbol, also beside one that is younger than most tables of characters", async () => {
    await indexed({
      a: [["user", "🤖Generated 🚀launch ⏺Reading 🟢passed ✅done ₽500 🧪tests 👍🏽great \x01odd"]],
    });
    for (const query of ["generated", "launch", "reading", "passed", "done", "500", "tests", "great", "odd"])
      expect([query, await found(query)]).toEqual([query, ["a"]]);
  });

  it("is found whole where it is the first part of an identifier, or several parts with digits", async () => {
    await indexed({ a: [["user", "userName and createSha256Hash"]] });
    for (const query of ['"user"', "sha256hash", '"sha256"'])
      expect([query, await found(query)]).toEqual([query, ["a"]]);
  });

  it("of a language without spaces is found anywhere", async () => {
    await indexed({ a: [["user", "修复购物车总价错误"]], b: [["user", "カートの合計が違います"]] });
    expect(await found("购物车")).toEqual(["a"]);
    expect(await found("总价")).toEqual(["a"]);
    expect(await found("合計")).toEqual(["b"]);
    expect(await found("車物")).toEqual([]);
  });

  it("may stand in one entry and the next word in another", async () => {
    await indexed({
      a: [
        ["user", "voucher"],
        ["assistant", "rounding"],
      ],
      b: [["user", "voucher"]],
    });
    expect(await found("rounding voucher")).toEqual(["a"]);
  });

  it("of one letter stands for itself", async () => {
    await indexed({ a: [["user", "plan B"]], b: [["user", "both"]] });
    expect(await found("b")).toEqual(["a"]);
  });

  it("is found in calls of tools, commands of the person, summaries, labels and names", async () => {
    await indexed({
      call: [["call", "bash", { command: "npm run lint" }]],
      bash: [
        { type: "message", message: { role: "bashExecution", command: "lint --all", output: "nothing" } },
      ],
      summary: [{ type: "branch_summary", fromId: "e0", summary: "we tried lint rules" }],
      label: [{ type: "label", targetId: "e1", label: "lint" }],
      name: [{ type: "session_info", name: "Lint" }],
    });
    expect(await found("lint")).toEqual(["call", "bash", "summary", "label", "name"]);
  });

  it("is not looked for in what tools answered, thought or wrote into files", async () => {
    const thinking = [
      { type: "thinking", thinking: "needle" },
      { type: "text", text: "hay" },
    ];
    await indexed({
      a: [
        ["assistant", "", { content: thinking }],
        ["call", "write", { path: "hay.ts", content: "needle" }],
        {
          type: "message",
          message: {
            role: "toolResult",
            toolCallId: "c",
            toolName: "bash",
            content: "needle",
            isError: false,
          },
        },
      ],
    });
    expect(await found("needle")).toEqual([]);
    expect(await found("hay")).toEqual(["a"]);
  });
});

describe("a phrase", () => {
  it("is found where its words follow each other in one entry", async () => {
    await indexed({
      a: [["user", "the cart total, please"]],
      b: [
        ["user", "cart"],
        ["user", "total"],
      ],
      c: [["user", "total cart"]],
    });
    expect(await found('"cart total"')).toEqual(["a"]);
    expect(await found("cart total")).toEqual(["a", "b", "c"]);
  });
});

describe("a field", () => {
  it("shows the model where nothing was said", async () => {
    const file = write("a", { type: "model_change", provider: "openai", modelId: "gpt-5" });
    await texts.index(file);
    const hits = await texts.hits(file, "model:gpt");
    expect(hits?.hits).toMatchObject([{ speaker: "model", snippet: { text: "openai/gpt-5" } }]);
  });

  it("finds what stands inside of names too", async () => {
    await indexed({
      a: [["call", "webSearch", { path: "x" }]],
      b: [["call", "read", { path: "SessionPicker.tsx" }]],
    });
    expect(await found("file:picker")).toEqual(["b"]);
    expect(await found("tool:search")).toEqual(["a"]);
  });

  it("asks for tools, files, models, errors and branches", async () => {
    await indexed({
      a: [
        ["user", "x"],
        ["call", "edit", { path: "src/cart/total.ts", oldText: "a", newText: "b" }],
        ["assistant", "no", { provider: "anthropic", model: "claude-sonnet-4-5", stopReason: "error" }],
      ],
      b: [
        ["user", "x"],
        ["call", "bash", { command: "cat total.ts" }],
        { type: "custom", parentId: "e1", customType: "x" },
      ],
    });
    expect(await found("tool:edit")).toEqual(["a"]);
    expect(await found("file:cart/total.ts")).toEqual(["a"]);
    expect(await found("file:total")).toEqual(["a"]);
    expect(await found("model:sonnet")).toEqual(["a"]);
    expect(await found("has:error")).toEqual(["a"]);
    expect(await found("has:branch")).toEqual(["b"]);
    expect(await found("-tool:edit")).toEqual(["b"]);
  });
});

describe("a pattern", () => {
  it("is tried on every text", async () => {
    await indexed({ a: [["user", "error E1234 in pay"]], b: [["call", "bash", { command: "grep E99" }]] });
    expect(await found("re:E\\d{4}")).toEqual(["a"]);
    expect(await found("re:e\\d+")).toEqual(["a", "b"]);
    expect(await found("->")).toEqual([]);
  });

  it("that backtracks without end is given up, and says so", async () => {
    await indexed({ a: [["user", `${"a".repeat(60)}!`]] });
    expect((await texts.search("re:(a+)+$")).error).toBe("this pattern takes too long");
  });

  it("is given up when something else is asked", async () => {
    await indexed({ a: [["user", "first"]] });
    void texts.search("re:x");
    expect(await found("first")).toEqual(["a"]);
  });
});

describe("a better match", () => {
  it("is one in what was said, before one in a call, and a whole word before a beginning", async () => {
    await indexed({
      word: [["user", "the cart"]],
      prefix: [["user", "the cartridge"]],
      toolWord: [["call", "bash", { command: "ls cart" }]],
      toolPrefix: [["call", "bash", { command: "ls cartridge" }]],
    });
    const { rankOf } = await texts.search("cart");
    expect(
      ["word", "prefix", "toolWord", "toolPrefix"].map((name) => rankOf(searchedAt(path(name)), 0)),
    ).toEqual([4, 3, 2, 1]);
  });
});

describe("the index", () => {
  it("is kept: at the next start nothing is read again", async () => {
    await indexed({ a: [["user", "voucher"]] });
    texts.keeper.close();
    const before = statSync(path("a"));
    // Had it been read again, it would be about these words.
    writeFileSync(path("a"), spokenLines([["user", "coupons"]]));
    texts = start();
    texts.keeper.hear({
      there: [{ ...facts("a"), size: before.size, mtime: before.mtimeMs, ctime: before.ctimeMs }],
      gone: [],
      complete: [],
    });
    const { rankOf } = await texts.search("voucher");
    expect(rankOf(searchedAt(path("a")), 0)).toBe(4);
  });

  it("reads what was added to a file, from where it was read to", async () => {
    await indexed({
      a: [
        ["user", "first"],
        ["assistant", "answer"],
      ],
    });
    appendFileSync(path("a"), spokenLine(["user", "second"], 3));
    await texts.index(path("a"));
    expect(await found("first second")).toEqual(["a"]);
    expect(await found("has:branch")).toEqual([]);
    appendFileSync(
      path("a"),
      `{"type":"label","id":"e4","parentId":"e1","timestamp":"2026-05-01T12:00:00.000Z","targetId":"e1","label":"later"}\n`,
    );
    await texts.index(path("a"));
    expect(await found("later has:branch")).toEqual(["a"]);
  });

  it("forgets what a file said that has another content now", async () => {
    await indexed({ a: [["user", "old words"]] });
    write("a", ["user", "new words"]);
    await texts.index(path("a"));
    expect(await found("old")).toEqual([]);
    expect(await found("new")).toEqual(["a"]);
  });

  it("waits for the end of a line that is being written", async () => {
    await indexed({ a: [["user", "first"]] });
    const line = spokenLine(["user", "second"], 2);
    appendFileSync(path("a"), line.slice(0, 40));
    await texts.index(path("a"));
    appendFileSync(path("a"), line.slice(40));
    await texts.index(path("a"));
    expect(await found("first second")).toEqual(["a"]);
  });

  it("takes a last line that lacks its newline", async () => {
    writeSpoken(path("a"), [["user", "first"]]);
    appendFileSync(path("a"), spokenLine(["user", "second"], 2).trimEnd());
    await texts.index(path("a"));
    expect(await found("second")).toEqual(["a"]);
    appendFileSync(path("a"), `\n${spokenLine(["user", "third"], 3)}`);
    await texts.index(path("a"));
    expect(await found("second third")).toEqual(["a"]);
  });

  it("loses no more to a damaged line than that line", async () => {
    const [first = "", ...rest] = spokenLines([
      ["user", "before"],
      ["user", "lost"],
      ["user", "after"],
    ]).split("\n");
    const damaged = [first, rest[0], rest[1]?.slice(0, 30), rest[2]].join("\n");
    write("a");
    writeFileSync(path("a"), `${damaged}\n`);
    await texts.index(path("a"));
    expect(await found("before after")).toEqual(["a"]);
    expect(await found("lost")).toEqual([]);
  });

  it("forgets sessions that are deleted, also while it was closed", async () => {
    await indexed({ a: [["user", "voucher"]], b: [["user", "voucher"]], c: [["user", "voucher"]] });
    await texts.forget(path("a"));
    expect(await found("voucher")).toEqual(["b", "c"]);
    texts.keeper.close();
    texts = start();
    texts.keeper.hear({ there: [facts("c")], gone: [], complete: [join(home, "sessions")] });
    await texts.index();
    texts.keeper.close();
    texts = start();
    await texts.index();
    // It would be found by its number, were it still there.
    rmSync(path("b"));
    await texts.index(write("d", ["user", "other"]));
    expect(await found("voucher")).toEqual([]);
  });

  it("says how much can be searched", async () => {
    await indexed({ a: [["user", "x"]], b: [["user", "y"]] });
    expect(texts.state.progress).toEqual({ indexed: 2, total: 2 });
    await texts.forget(path("a"));
    expect(texts.state.progress).toEqual({ indexed: 1, total: 1 });
  });

  it("can be read by nobody else", async () => {
    await indexed({ a: [["user", "x"]] });
    for (const name of ["text.db", "text.db-wal", "text.db-shm"])
      expect([name, statSync(join(cache(), name)).mode & 0o777]).toEqual([name, 0o600]);
    expect(statSync(cache()).mode & 0o777).toBe(0o700);
  });

  it("that is damaged is set aside and made anew, and says so", async () => {
    await indexed({ a: [["user", "voucher"]] });
    texts.keeper.close();
    dropAftermath();
    writeFileSync(join(cache(), "text.db"), "this is no database, whatever its name says ".repeat(200));
    texts = start();
    await texts.index(path("a"));
    expect(await found("voucher")).toEqual(["a"]);
    expect(texts.state.note).toBe("The index was damaged, so it is made anew.");
    expect(statSync(join(cache(), "text.db.old")).size).toBeGreaterThan(1000);
  });

  it("in which pages are damaged is made anew when that is noticed", async () => {
    await indexed({ a: [["user", "voucher ".repeat(2000)]], b: [["user", "cart"]] });
    texts.keeper.close();
    settleAftermath();
    const file = join(cache(), "text.db");
    const size = statSync(file).size;
    const garbage = Buffer.alloc(size - 4096, 0x5a);
    writeFileSync(file, Buffer.concat([await head(file), garbage]));
    texts = start();
    await texts.index(path("a"), path("b"));
    expect(await found("voucher")).toEqual(["a"]);
    expect(texts.state.note).toContain("damaged");
  });

  it("that cannot be written is done without: every file is read", async () => {
    writeFileSync(join(home, "file"), "");
    texts = start(join(home, "file", "cache"));
    await indexed({ a: [["user", "the voucher"]], b: [["call", "read", { path: "src/voucher.ts" }]] });
    expect(await found("vouch")).toEqual(["a", "b"]);
    expect(await found("file:voucher")).toEqual(["b"]);
    await texts.index(
      write("c", ["user", "x"], ["user", "y"], { type: "custom", parentId: "e1", customType: "x" }),
    );
    expect(await found("has:branch")).toEqual(["c"]);
    expect(await found("-has:branch")).toEqual(["a", "b"]);
    expect(texts.state.note).toContain("Searching reads every file.");
    expect(texts.state.progress).toEqual({ indexed: 3, total: 3 });
  });

  it("is shared by several at once", async () => {
    const other = start();
    const sessions = Array.from({ length: 40 }, (_, index) =>
      write(`s${index}`, ["user", `voucher ${index}`]),
    );
    await Promise.all([texts.index(...sessions), other.index(...sessions)]);
    expect((await texts.found("voucher")).length).toBe(40);
    expect((await other.found("voucher")).length).toBe(40);
    appendFileSync(path("s7"), spokenLine(["user", "seven"], 2));
    await texts.index(path("s7"));
    await other.index(path("s7"));
    expect(await other.found("voucher seven")).toEqual([path("s7")]);
  });
});

describe("two treelines", () => {
  it("do not wait for each other while one of them tries a pattern on all texts", async () => {
    const { database } = openIndex(cache(), TEXT_SHAPE);
    const file = write(
      "a",
      ...Array.from({ length: 40 }, (): SpokenEntry => ["user", "cart ".repeat(60_000)]),
    );
    const told = texts.next((report) => (report.kind === "state" ? true : undefined));
    const idle = texts.index(file);
    await told;
    expect([texts.state.progress, database.begin()]).toEqual([{ indexed: 0, total: 1 }, false]);
    const isFree = texts.next((report) => {
      if (report.kind !== "ranks" || !report.isComplete) return undefined;
      const answer = { isFree: database.begin() };
      database.rollback();
      return answer;
    });
    texts.keeper.ask({ kind: "search", number: 1, query: "re:voucher" });
    expect(await isFree).toEqual({ isFree: true });
    database.close();
    await idle;
  });

  it("find what only one of them has read", async () => {
    const { database } = openIndex(cache(), TEXT_SHAPE);
    const other = new TextIndexer(new TextStore(database));
    write("a", ["user", "voucher"]);
    other.announce(facts("a"));
    other.step();
    // Once this is told, the other one was found to be writing.
    const told = texts.next((report) => (report.kind === "state" ? true : undefined));
    const idle = texts.index(path("a"));
    await told;
    expect([texts.state.progress, await found("voucher")]).toEqual([{ indexed: 0, total: 1 }, []]);
    while (other.isBusy) other.step();
    database.close();
    await idle;
    expect([texts.state.progress, await found("voucher")]).toEqual([{ indexed: 1, total: 1 }, ["a"]]);
  });
});

/** What was not written into the database itself yet would repair it. */
function dropAftermath(): void {
  for (const ending of ["-wal", "-shm"]) rmSync(join(cache(), `text.db${ending}`), { force: true });
}

/** Writes into the database itself what was not yet. */
function settleAftermath(): void {
  const { database } = openIndex(cache(), TEXT_SHAPE);
  database.rows("pragma wal_checkpoint(truncate)");
  database.close();
  dropAftermath();
}

function facts(name: string) {
  const { size, mtimeMs: mtime, ctimeMs: ctime, ino: inode } = statSync(path(name));
  return { path: path(name), baseName: name, size, mtime, ctime, inode, agent: undefined };
}

async function head(file: string): Promise<Buffer> {
  const { readFile } = await import("node:fs/promises");
  return (await readFile(file)).subarray(0, 4096);
}
