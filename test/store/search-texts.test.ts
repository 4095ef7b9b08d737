import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileFacts } from "../../src/store/find-files.ts";
import { openIndex } from "../../src/store/index/database.ts";
import { TEXT_SHAPE } from "../../src/store/index/text-store.ts";
import { searchTexts } from "../../src/store/search-texts.ts";
import { type SpokenEntry, writeSpoken } from "../support/spoken-session.ts";

let home: string;
let notes: Set<string>;
const cache = () => join(home, "cache");

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-search-")));
  notes = new Set();
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const write = (name: string, ...entries: readonly SpokenEntry[]) =>
  writeSpoken(join(home, "sessions", `${name}.jsonl`), entries);

/** How well sessions meet a query of one term. */
async function ranks(query: string, ...paths: readonly string[]): Promise<readonly number[]> {
  const files = paths.flatMap((path) => fileFacts(path, undefined) ?? []);
  const onProgress = ({ note }: { readonly note: string }) => notes.add(note);
  const { rankOf } = await searchTexts(query, { files, directory: cache(), onProgress });
  return paths.map((path) => rankOf(path, 0));
}

/** Overwrites the page where the words of what was said begin; the database can still be opened. */
function damageWords(): void {
  const { database } = openIndex(cache(), TEXT_SHAPE);
  database.rows("pragma wal_checkpoint(truncate)");
  const [root] = database.column("select rootpage from sqlite_schema where name = 'talk_data'");
  const [pageSize] = database.column("pragma page_size");
  database.close();
  const size = Number(pageSize);
  const file = join(cache(), "text.db");
  const bytes = readFileSync(file);
  bytes.fill(0x5a, (Number(root) - 1) * size, Number(root) * size);
  writeFileSync(file, bytes);
}

describe("a command's search", () => {
  it("answers from all sessions when it finds the index damaged, and says so", async () => {
    const paths = [write("a", ["user", "voucher ".repeat(20_000)]), write("b", ["user", "cart"])];
    expect(await ranks("voucher", ...paths)).toEqual([4, 0]);
    damageWords();
    notes.clear();
    expect(await ranks("voucher", ...paths)).toEqual([4, 0]);
    expect([...notes]).toContain("The index was damaged, so it is made anew.");
  });
});
