import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { IndexDatabase, openIndex } from "../../src/store/index/database.ts";
import { databaseFiles, databasePath, setAside } from "../../src/store/index/database-files.ts";
import { TEXT_SHAPE } from "../../src/store/index/text-store.ts";

let cache: string;

beforeEach(() => {
  cache = realpathSync(mkdtempSync(join(tmpdir(), "treeline-database-")));
});
afterEach(() => rmSync(cache, { recursive: true, force: true }));

const open = () => openIndex(cache, TEXT_SHAPE).database;
const PIECES = "select count(*) from pieces";
const ADD = "insert into pieces(file) values (1)";

describe("a database of the index", () => {
  it("that is closed while it writes takes that back, and another one can write at once", () => {
    const one = open();
    const other = open();
    one.begin();
    one.run(ADD);
    expect([one.column(PIECES), other.begin()]).toEqual([[1], false]);
    one.close();
    expect([other.begin(), other.column(PIECES)]).toEqual([true, [0]]);
    other.close();
  });

  it("can be read by nobody else, not even when it could be before", () => {
    const one = open();
    one.run(ADD);
    const modes = () => readdirSync(cache).map((name) => [name, statSync(join(cache, name)).mode & 0o777]);
    for (const name of readdirSync(cache)) chmodSync(join(cache, name), 0o644);
    open().close();
    expect(modes()).toEqual([
      ["text.db", 0o600],
      ["text.db-shm", 0o600],
      ["text.db-wal", 0o600],
    ]);
    one.close();
  });
});

describe("a database that is set aside", () => {
  const path = () => databasePath(cache, TEXT_SHAPE);

  it("keeps what was not written into its file yet", () => {
    const other = openIndex(cache, { ...TEXT_SHAPE, version: 99 }).database;
    for (let count = 0; count < 100; count++) other.run(ADD);
    expect(openIndex(cache, TEXT_SHAPE).note).toBe(
      "The index was made by another version, so it is made anew.",
    );
    other.close();
    const [old, anew] = [new IndexDatabase(`${path()}.old`), open()];
    expect([old.column(PIECES), anew.column(PIECES)]).toEqual([[100], [0]]);
    for (const one of [old, anew]) one.close();
    // Every file of both is known, so all of them can be removed.
    for (const file of databaseFiles(path())) rmSync(file, { force: true });
    expect(readdirSync(cache)).toEqual([]);
  });

  it("by two at the same time is set aside once: what one of them has made anew stays", () => {
    const [one, other] = [open(), open()];
    one.run(ADD);
    one.close();
    setAside(path(), one.inode);
    const anew = open();
    anew.run(ADD);
    anew.run(ADD);
    other.close();
    setAside(path(), other.inode);
    expect(open().column(PIECES)).toEqual([2]);
    anew.close();
  });
});
