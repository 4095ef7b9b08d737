import { mkdtempSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileFacts } from "../../src/store/find-files.ts";
import { AheadReader } from "../../src/store/index/ahead-reader.ts";
import { type IndexDatabase, openIndex } from "../../src/store/index/database.ts";
import type { PieceStream } from "../../src/store/index/piece-stream.ts";
import { ReadingAhead } from "../../src/store/index/reading-ahead.ts";
import { TextIndexer } from "../../src/store/index/text-indexer.ts";
import { TEXT_SHAPE, TextStore } from "../../src/store/index/text-store.ts";
import { writeSpoken } from "../support/spoken-session.ts";

let home: string;
let ours: MessagePort;
let theirs: MessagePort;
let ahead: ReadingAhead;
let isBusy: boolean;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-ahead-")));
  ({ port1: ours, port2: theirs } = new MessageChannel());
  ahead = new ReadingAhead(ours);
  isBusy = false;
});
afterEach(() => {
  ours.close();
  rmSync(home, { recursive: true, force: true });
});

const path = (name: string) => join(home, "sessions", `${name}.jsonl`);

function factsOf(name: string) {
  return fileFacts(path(name), undefined) ?? expect.unreachable();
}

function write(name: string, ...words: readonly string[]): void {
  writeSpoken(
    path(name),
    words.map((word) => ["user", word]),
  );
}

/** Somebody at the other end reads until all is read that was asked for. */
async function letRead(count: number): Promise<void> {
  let answers = 0;
  const { postMessage } = theirs;
  theirs.postMessage = (...message) => {
    answers++;
    postMessage.apply(theirs, message);
  };
  new AheadReader(theirs, () => isBusy);
  while (answers < count) await setImmediate();
}

function wordsOf(stream: PieceStream): string {
  const piece = stream.next();
  return piece === undefined || piece === "changed" ? "" : piece.talk.words;
}

describe("a file that another thread has read ahead", () => {
  beforeEach(async () => {
    write("a", "voucher");
    ahead.expect([factsOf("a")]);
    await letRead(1);
    expect(ahead.choose()).toBe(path("a"));
  });

  it("needs no reading any more", () => {
    const facts = factsOf("a");
    rmSync(path("a"));
    expect(wordsOf(ahead.open(facts, undefined))).toContain("voucher");
  });

  it("and has changed since is read again", () => {
    write("a", "coupon", "voucher");
    expect(wordsOf(ahead.open(factsOf("a"), undefined))).toContain("coupon");
  });

  it("is there once only", () => {
    ahead.open(factsOf("a"), undefined);
    expect(ahead.choose()).toBeUndefined();
  });

  it("and is not wanted is forgotten", () => {
    ahead.leave(path("a"));
    expect(ahead.choose()).toBeUndefined();
  });
});

describe("files that nobody has read yet", () => {
  beforeEach(() => {
    for (const name of ["a", "b", "c"]) write(name, name);
    ahead.expect(["a", "b", "c"].map(factsOf));
  });

  it("are taken from the end, where the reader comes last", () => {
    expect([ahead.choose(), ahead.choose(), ahead.choose(), ahead.choose()]).toEqual([
      path("c"),
      path("b"),
      path("a"),
      undefined,
    ]);
  });

  it("are not read by the other thread once they are taken", async () => {
    expect(ahead.choose()).toBe(path("c"));
    await letRead(2);
    expect(wordsOf(ahead.open(factsOf("c"), undefined))).toContain("c");
    const left = [ahead.choose()];
    ahead.leave(path("a"));
    left.push(ahead.choose());
    expect(left).toEqual([path("a"), path("b")]);
  });

  it("wait while the other thread has something better to do", async () => {
    isBusy = true;
    new AheadReader(theirs, () => isBusy);
    for (let turns = 0; turns < 20; turns++) await setImmediate();
    expect(ahead.choose()).toBe(path("c"));
  });
});

it("a file that could not be read ahead is opened here, which tells why", async () => {
  write("a", "voucher");
  const facts = factsOf("a");
  rmSync(path("a"));
  ahead.expect([facts]);
  await letRead(1);
  expect(ahead.choose()).toBe(path("a"));
  expect(() => ahead.open(facts, undefined)).toThrow("ENOENT");
});

describe("an index of many files, half of which another thread reads", () => {
  const names = Array.from({ length: 200 }, (_, number) => `s${number}`);
  let database: IndexDatabase;
  let indexer: TextIndexer;
  beforeEach(() => {
    ({ database } = openIndex(join(home, "cache"), TEXT_SHAPE));
    indexer = new TextIndexer(new TextStore(database), ahead);
    for (const name of names) {
      write(name, `voucher ${name}`);
      indexer.announce(factsOf(name));
    }
    new AheadReader(theirs, () => isBusy);
  });
  afterEach(() => database.close());

  const found = (word: string) =>
    database.column("select count(*) from talk where talk match ?", `"${word}"`)[0];

  async function finish(): Promise<void> {
    while (indexer.isBusy) {
      indexer.step();
      await setImmediate();
    }
  }

  it("has each of them once", async () => {
    await finish();
    expect([indexer.indexed, found("voucher"), ...names.map(found)]).toEqual([
      200,
      200,
      ...names.map(() => 1),
    ]);
  });

  it("has neither what was deleted meanwhile nor what stood there before", async () => {
    for (let steps = 0; steps < 10; steps++) {
      indexer.step();
      await setImmediate();
    }
    for (const name of names.slice(0, 50)) {
      rmSync(path(name));
      indexer.remove(path(name));
    }
    for (const name of names.slice(50, 100)) {
      write("other", `coupon ${name}`);
      renameSync(path("other"), path(name));
      indexer.announce(factsOf(name));
    }
    await finish();
    expect([indexer.indexed, found("voucher"), found("coupon")]).toEqual([150, 100, 50]);
  });
});
