import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { indexStatus } from "../../src/commands/index-status.ts";
import { openIndex } from "../../src/store/index/database.ts";
import { LIST_SHAPE } from "../../src/store/index/digest-cache.ts";
import { TEXT_SHAPE } from "../../src/store/index/text-store.ts";

let cache: string;

beforeEach(() => {
  cache = realpathSync(mkdtempSync(join(tmpdir(), "treeline-status-")));
  for (const shape of [LIST_SHAPE, TEXT_SHAPE]) openIndex(cache, shape).database.close();
});
afterEach(() => rmSync(cache, { recursive: true, force: true }));

describe("treeline index --status", () => {
  it("counts what is there", () => {
    expect(indexStatus(cache)).toMatch(/^\S+\n0\.\d MB, 0 sessions listed, 0 with their texts\n$/);
  });

  it("says what another version has made, and leaves it as it is", () => {
    rmSync(cache, { recursive: true });
    openIndex(cache, { ...TEXT_SHAPE, version: 99 }).database.close();
    const problem = "text.db was made by another version: it is made anew when it is needed.\n";
    for (const _ of ["once", "and again"])
      expect(indexStatus(cache).split("\n").slice(2).join("\n")).toBe(problem);
    expect(readdirSync(cache).filter((name) => name.endsWith(".old"))).toEqual([]);
  });

  it("says what is damaged, and leaves it as it is", () => {
    for (const ending of ["-wal", "-shm"]) rmSync(join(cache, `list.db${ending}`), { force: true });
    const garbage = "this is no database ".repeat(500);
    writeFileSync(join(cache, "list.db"), garbage);
    expect(indexStatus(cache)).toContain("\nlist.db is damaged: it is made anew when it is needed.\n");
    expect(readFileSync(join(cache, "list.db"), "utf8")).toBe(garbage);
  });
});
