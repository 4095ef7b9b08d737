import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fold } from "../../src/model/query/fold.ts";
import { SearchedEntry } from "../../src/model/query/match-entry.ts";
import { parseSessionQuery } from "../../src/model/query/parse-session-query.ts";
import { inTexts } from "../../src/model/query/sequence.ts";
import { wordStarts } from "../../src/model/query/word-starts.ts";
import { innerWords, spacedWords } from "../../src/model/query/words.ts";
import { type IndexDatabase, openIndex } from "../../src/store/index/database.ts";
import { TEXT_SHAPE, TextStore } from "../../src/store/index/text-store.ts";

let home: string;
let database: IndexDatabase;
let store: TextStore;
let count = 0;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-agreement-")));
  database = openIndex(home, TEXT_SHAPE).database;
  store = new TextStore(database);
  store.begin();
  count = 0;
});
afterEach(() => {
  database.close();
  rmSync(home, { recursive: true, force: true });
});

const NO_WORDS = { words: "", inner: "", starts: "" };

/** Puts a text into the index; returns the number of its file. */
function add(text: string): number {
  const words = spacedWords(fold(text));
  const inner = spacedWords(fold(innerWords(text).join(" ")));
  const talk = { words, inner, starts: wordStarts(words, inner) };
  const nothing = { files: "", tools: "", models: "", flags: "" };
  store.addPiece(++count, { talk, calls: NO_WORDS, ...nothing, end: 1, lastId: undefined });
  return count;
}

/** Whether the index finds a text by a query, and whether the text itself has what it asks for; equal for some only. */
function answers(file: number, text: string, query: string): readonly [index: boolean, text: boolean] {
  const [term, ...others] = parseSessionQuery(query, 0).terms;
  if (term?.kind !== "words" || others.length > 0) return [true, true];
  const entry = new SearchedEntry({
    speaker: "user",
    talk: text,
    calls: [],
    files: [],
    model: undefined,
    failed: false,
  });
  const { words } = inTexts(term);
  const sequences = [inTexts(term), { words, isPrefix: false }];
  const isIndexed = sequences.some((sequence) => [...store.filesWith("talk", sequence)].includes(file));
  return [isIndexed, entry.rank(term) > 0];
}

it("finds words beside any symbol, of any age", () => {
  for (let point = 0xa0; point < 0x1fb00; point += 7) {
    const symbol = String.fromCodePoint(point);
    if (/[\p{L}\p{N}\p{M}\p{C}]/u.test(symbol + fold(symbol))) continue;
    const text = `before${symbol}after`;
    const file = add(text);
    expect([symbol, ...answers(file, text, "after")]).toEqual([symbol, true, true]);
    if (count % 100 === 0) store.commit();
    if (count % 100 === 0) store.begin();
  }
});

it("finds in a text what the text itself has, and nothing else", () => {
  const atoms = fc.constantFrom(
    ..."a b A B ab Ab 1 2 _ . / é É e\u0301 ß ς Σ 漢 字 が か\u3099 한 한 ไ ท - İ ı ﬁ 😀 ' 🧪 ₽ 𐀀".split(" "),
    " ",
    "\n",
  );
  const text = fc.array(atoms, { minLength: 2, maxLength: 9 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.nat(8), fc.integer({ min: 1, max: 5 }), (any, start, length) => {
      const part = any.slice(start, start + length).replace(/\s+/g, "-");
      fc.pre(part.isWellFormed());
      const file = add(any);
      for (const query of [part.toLowerCase(), `"${part}"`]) {
        const [isIndexed, isThere] = answers(file, any, query);
        expect([any, query, isIndexed]).toEqual([any, query, isThere]);
      }
    }),
    { numRuns: 1500 },
  );
});
