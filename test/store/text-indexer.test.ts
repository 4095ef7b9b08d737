import { mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileFacts } from "../../src/store/find-files.ts";
import { type IndexDatabase, openIndex } from "../../src/store/index/database.ts";
import { TextIndexer } from "../../src/store/index/text-indexer.ts";
import { TEXT_SHAPE, TextStore } from "../../src/store/index/text-store.ts";
import { type SpokenEntry, spokenLines, writeSpoken } from "../support/spoken-session.ts";

let home: string;
let database: IndexDatabase;
let store: TextStore;
let indexer: TextIndexer;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-indexer-")));
  ({ database } = openIndex(join(home, "cache"), TEXT_SHAPE));
  store = new TextStore(database);
  indexer = new TextIndexer(store);
});
afterEach(() => {
  database.close();
  rmSync(home, { recursive: true, force: true });
});

const path = (name: string) => join(home, "sessions", `${name}.jsonl`);
/** So much text that each entry is a piece of its own. */
const long = (word: string): SpokenEntry => ["user", `${word} `.repeat(Math.ceil(300_000 / word.length))];

function announce(name: string): void {
  const facts = fileFacts(path(name), undefined);
  if (facts !== undefined) indexer.announce(facts);
}

function finish(): void {
  for (let steps = 0; indexer.isBusy; steps++) {
    indexer.step();
    if (steps > 1000) throw new Error("The indexer finds no end");
  }
}

/** In how many pieces a word is found. */
const found = (word: string) =>
  database.column("select rowid from talk where talk match ?", `"${word}"`).length;
const files = () => database.column("select path from files");
const orphans = () =>
  database.column("select number from pieces where file not in (select number from files)").length;

describe("a file whose words are being read", () => {
  beforeEach(() => {
    writeSpoken(path("a"), [long("first"), long("second"), long("third")]);
    announce("a");
    indexer.step();
    indexer.step();
    expect([found("first"), found("third")]).toEqual([1, 0]);
  });

  it("and that is deleted leaves nothing behind", () => {
    rmSync(path("a"));
    indexer.remove(path("a"));
    finish();
    expect([files(), orphans(), found("first"), found("third")]).toEqual([[], 0, 0, 0]);
  });

  it("leaves nothing behind either when part of it was committed before", () => {
    indexer.pause();
    rmSync(path("a"));
    indexer.remove(path("a"));
    finish();
    expect([files(), orphans(), found("first"), found("third")]).toEqual([[], 0, 0, 0]);
  });

  it("and that is deleted before anybody tells is no failure of the index", () => {
    rmSync(path("a"));
    indexer.pause();
    finish();
    expect([files(), orphans(), found("first")]).toEqual([[], 0, 0]);
    expect(indexer.indexed).toBe(1);
  });

  it("and that goes and comes back is read once", () => {
    indexer.remove(path("a"));
    announce("a");
    finish();
    expect([files(), found("first"), found("third")]).toEqual([[path("a")], 1, 1]);
  });

  it("and that another one replaces is read anew, be it told or not", () => {
    const replace = (word: string) => {
      writeSpoken(path("other"), [long(word), long(word), long(word), long(word)]);
      renameSync(path("other"), path("a"));
    };
    replace("new");
    finish();
    announce("a");
    finish();
    expect([found("first"), found("second"), found("new")]).toEqual([0, 0, 4]);
    replace("newer");
    announce("a");
    indexer.step();
    indexer.step();
    replace("newest");
    announce("a");
    finish();
    expect([found("new"), found("newer"), found("newest"), orphans()]).toEqual([0, 0, 4, 0]);
  });

  it("and in which other bytes are written is read anew", () => {
    writeFileSync(
      path("a"),
      spokenLines([long("new"), long("new"), long("new"), long("new")], { id: "new" }),
    );
    finish();
    announce("a");
    finish();
    expect([found("first"), found("second"), found("new")]).toEqual([0, 0, 4]);
  });
});

describe("a file that has changed", () => {
  it("to nothing but its header is not found by its old words", () => {
    writeSpoken(path("a"), [["user", "voucher"]]);
    announce("a");
    finish();
    expect(found("voucher")).toBe(1);
    writeSpoken(path("a"), []);
    announce("a");
    finish();
    expect(found("voucher")).toBe(0);
  });

  it("in its middle only, and has the same length, is found by its new words", () => {
    const around: SpokenEntry = ["user", "x ".repeat(400)];
    writeSpoken(path("a"), [around, ["user", "voucher"], around]);
    announce("a");
    finish();
    writeFileSync(path("a"), readFileSync(path("a"), "utf8").replace("voucher", "coupons"));
    announce("a");
    finish();
    expect([found("voucher"), found("coupons")]).toEqual([0, 1]);
  });

  it("not at all since a part of it was read is read on from there", () => {
    writeSpoken(path("a"), [long("first"), long("second")]);
    announce("a");
    indexer.step();
    indexer.pause();
    const [first] = database.column("select number from pieces");
    indexer = new TextIndexer(store);
    announce("a");
    finish();
    expect(database.column("select number from pieces")[0]).toBe(first);
    expect([found("first"), found("second")]).toEqual([1, 1]);
  });
});

describe("a file that another treeline reads", () => {
  it("is news once it can be found, be that one writing still or not", () => {
    const other = openIndex(join(home, "cache"), TEXT_SHAPE).database;
    const others = new TextIndexer(new TextStore(other));
    for (const name of ["a", "b"]) writeSpoken(path(name), [["user", "voucher"]]);
    announce("a");
    const facts = fileFacts(path("a"), undefined);
    if (facts !== undefined) others.announce(facts);
    others.step();
    expect(indexer.step()).toBe("busy");
    while (others.isBusy) others.step();
    other.begin();
    announce("b");
    expect([indexer.step(), indexer.indexed, indexer.step()]).toEqual(["worked", 1, "busy"]);
    other.close();
    finish();
    expect([indexer.indexed, files()]).toEqual([2, [path("a"), path("b")]]);
  });
});
