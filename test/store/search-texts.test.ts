import { appendFileSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileFacts } from "../../src/store/find-files.ts";
import { openIndex } from "../../src/store/index/database.ts";
import { TEXT_SHAPE } from "../../src/store/index/text-store.ts";
import { indexTexts, searchTexts } from "../../src/store/search-texts.ts";
import { searchedAt } from "../support/digest.ts";
import { type SpokenEntry, spokenLine, writeSpoken } from "../support/spoken-session.ts";

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
  return paths.map((path) => rankOf(searchedAt(path), 0));
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

  it("reads what is not in the index itself when another treeline goes on writing, and says so", async () => {
    const [a, b] = [write("a", ["user", "voucher"]), write("b", ["user", "cart"])];
    expect(await ranks("voucher", a, b)).toEqual([4, 0]);
    const { database } = openIndex(cache(), TEXT_SHAPE);
    database.begin();
    appendFileSync(b, spokenLine(["user", "the voucher"], 2));
    const c = write("c", ["call", "bash", { command: "ls voucher" }]);
    expect(await ranks("voucher", a, b, c)).toEqual([4, 4, 2]);
    expect(await ranks("-cart", a, b)).toEqual([0, 4]);
    expect([...notes]).toEqual([
      "",
      "Another treeline is writing the index: 2 sessions that are not in it yet must be read.",
      "Another treeline is writing the index: a session that is not in it yet must be read.",
    ]);
    database.close();
  });
});

describe("making the index", () => {
  it("says that it waits for another treeline that is writing", async () => {
    const files = [fileFacts(write("a", ["user", "voucher"]), undefined) ?? []].flat();
    const { database } = openIndex(cache(), TEXT_SHAPE);
    database.begin();
    await indexTexts({
      files,
      directory: cache(),
      onProgress: ({ note }) => {
        notes.add(note);
        if (note !== "") database.rollback();
      },
    });
    database.close();
    expect([...notes]).toEqual(["", "Another treeline is writing the index, and is waited for."]);
  });
});
