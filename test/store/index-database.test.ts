import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openIndex } from "../../src/store/index/database.ts";
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
