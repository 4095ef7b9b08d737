import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EntryDigest } from "../../src/model/entry-digest.ts";
import { fold } from "../../src/model/query/fold.ts";
import { sectionsOf } from "../../src/model/sections.ts";
import { DocumentReader } from "../../src/store/document-reader.ts";
import { DocumentSearch } from "../../src/store/document-search.ts";
import { SearchText } from "../../src/store/search-text.ts";
import { SessionReplacedError } from "../../src/store/session-errors.ts";
import { readSessionFile } from "../../src/store/session-file.ts";
import { assistant, entry, HEADER, user } from "../support/entries.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "treeline-document-"));
  path = join(folder, "s.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lines = (...objects: readonly object[]) =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join("");
const write = (...objects: readonly object[]) => writeFileSync(path, lines(HEADER, ...objects));

function readAll(reader: DocumentReader) {
  const entries: EntryDigest[] = [];
  const reasons: string[] = [];
  let restarts = 0;
  for (const batch of reader.read()) {
    restarts += Number(batch.restart);
    entries.push(...batch.entries);
    for (const { line } of batch.diagnostics) reasons.push(`line ${line}`);
    for (const { line } of batch.torn) reasons.push(`torn ${line}`);
  }
  for (const _ of reader.indexTexts());
  return { ids: entries.map(({ id }) => id), entries, reasons, restarts };
}

const found = (matches: Uint8Array) => [...matches.keys()].filter((entry) => matches[entry] === 1);
const find = async (reader: DocumentReader, query: string, isStale = () => false) => {
  const result = await new DocumentSearch(reader).search(query, isStale);
  return result?.kind === "found" ? found(result.matches) : result;
};

describe("reading a session into rows", () => {
  it("gives the entries that SessionManager reads, in the order of the file", () => {
    write(user("a", null), assistant("b", "a"), entry("odd_type", "c", "b", 3, { x: 1 }));
    const { ids, reasons } = readAll(new DocumentReader(path));
    expect(ids).toEqual(readSessionFile(path).entries.map(({ id }) => id));
    expect(reasons).toEqual([]);
  });

  it("gives each entry again in full, whatever line it shares", () => {
    const first = JSON.stringify(user("a", null, 1, "one"));
    const second = JSON.stringify(user("b", "a", 2, "two"));
    writeFileSync(
      path,
      `\ufeff${JSON.stringify(HEADER)}\r\n${first}${second}\r\n${JSON.stringify(user("c", "b", 3, "thrée"))}`,
    );
    const reader = new DocumentReader(path);
    readAll(reader);
    const texts = [...reader.entries([2, 0, 1])].map((one) => sectionsOf(one)[0]?.text);
    expect(texts).toEqual(["thrée", "one", "two"]);
  });

  it("makes up the same ids for a version 1 file as everybody else", () => {
    const old = {
      type: "message",
      message: { role: "hookMessage", customType: "t", content: "x", display: true },
    };
    writeFileSync(path, lines({ type: "session", id: "s", cwd: "/w" }, old, old));
    const reader = new DocumentReader(path);
    const { ids, entries } = readAll(reader);
    const known = readSessionFile(path).entries;
    expect(ids).toEqual(known.map(({ id }) => id));
    expect(entries.map(({ parentId }) => parentId)).toEqual([null, ids[0]]);
    expect([...reader.entries([0, 1])]).toEqual(known);
  });

  it("goes on where it ended when the file grows, and holds back a line that is being written", () => {
    write(user("a", null));
    const reader = new DocumentReader(path);
    expect(readAll(reader).ids).toEqual(["a"]);
    const line = lines(user("b", "a"));
    appendFileSync(path, line.slice(0, 30));
    expect(readAll(reader)).toMatchObject({ ids: [], reasons: ["torn 3"] });
    appendFileSync(path, line.slice(30));
    expect(readAll(reader)).toMatchObject({ ids: ["b"], reasons: [] });
  });

  it("takes a last line without newline, and what is appended behind it", () => {
    writeFileSync(path, lines(HEADER, user("a", null)).trimEnd());
    const reader = new DocumentReader(path);
    expect(readAll(reader).ids).toEqual(["a"]);
    appendFileSync(path, `\n${lines(user("b", "a"))}`);
    expect(readAll(reader)).toMatchObject({ ids: ["b"], reasons: [] });
    expect([...reader.entries([1])][0]?.id).toBe("b");
  });

  it("in pieces gives what reading at once gives, wherever the pieces end", () => {
    const one = JSON.stringify(user("a", null, 1, "é日"));
    const contents = [
      `${lines(HEADER, user("a", null), assistant("b", "a"))}\n  \n${lines(user("c", "b"))}`,
      // Somebody appended without looking for the newline.
      `${lines(HEADER)}${one}${JSON.stringify(user("b", "a"))}\n${lines(user("c", "b"))}`,
      `${lines(HEADER)}${one}\r\n  ${JSON.stringify(user("b", "a"))}{"type":"mess`,
      lines(
        { ...HEADER, version: 2 },
        entry("message", "h", null, 1, {
          message: { role: "hookMessage", customType: "t", content: "x", display: true },
        }),
      ),
    ].map((content) => Buffer.from(content));
    fc.assert(
      fc.property(fc.constantFrom(...contents), fc.array(fc.nat(), { maxLength: 6 }), (content, cuts) => {
        const places = cuts.map((cut) => cut % content.length).sort((a, b) => a - b);
        writeFileSync(path, "");
        const growing = new DocumentReader(path);
        const found: EntryDigest[] = [];
        let written = 0;
        for (const place of [...places, content.length]) {
          appendFileSync(path, content.subarray(written, place));
          written = place;
          found.push(...readAll(growing).entries);
        }
        const whole = new DocumentReader(path);
        expect(found).toEqual(readAll(whole).entries);
        const indexes = [...found.keys()];
        expect([...growing.entries(indexes)]).toEqual([...whole.entries(indexes)]);
      }),
    );
  });

  it("takes a whole record in front of a torn one", () => {
    writeFileSync(path, `${lines(HEADER, user("a", null))}${JSON.stringify(user("b", "a"))}{"type":"mess`);
    expect(readAll(new DocumentReader(path))).toMatchObject({ ids: ["a", "b"], reasons: ["torn 3"] });
  });

  it("reads many records that share one line in time that grows with their number", () => {
    const records = Array.from({ length: 2000 }, (_, index) =>
      JSON.stringify(user(`e${index}`, null, 1, "x".repeat(200))),
    );
    writeFileSync(path, `${lines(HEADER)}${records.join("")}\n`);
    const start = performance.now();
    expect(readAll(new DocumentReader(path)).ids).toHaveLength(2000);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it("begins anew when the file was rewritten in place, larger and with the same inode", async () => {
    write(user("a", null, 1, "apple"));
    const reader = new DocumentReader(path);
    readAll(reader);
    const searching = new DocumentSearch(reader);
    expect(await searching.search("apple", () => false)).toMatchObject({ matches: Uint8Array.of(1) });
    write(user("x", null, 1, `pear ${"x".repeat(1000)}`));
    expect(() => reader.requireSameFile()).toThrow(SessionReplacedError);
    expect(readAll(reader)).toMatchObject({ ids: ["x"], restarts: 1 });
    expect(await searching.search("apple", () => false)).toMatchObject({ matches: Uint8Array.of(0) });
  });

  it("begins anew when the file was replaced or cut", () => {
    write(user("a", null), user("b", "a"));
    const reader = new DocumentReader(path);
    readAll(reader);
    writeFileSync(join(folder, "new"), lines(HEADER, user("x", null)));
    renameSync(join(folder, "new"), path);
    expect(readAll(reader)).toMatchObject({ ids: ["x"], restarts: 1 });
    writeFileSync(path, lines(HEADER));
    expect(readAll(reader)).toMatchObject({ ids: [], restarts: 1 });
  });

  it("never shows another entry in the place of one that is gone", () => {
    write(user("a", null), user("b", "a"));
    const reader = new DocumentReader(path);
    readAll(reader);
    write(user("x", null), user("y", "x"));
    expect(() => [...reader.entries([1])]).toThrow(SessionReplacedError);
  });

  it.each([
    ["an empty file", "", []],
    ["only a header", lines(HEADER), []],
    ["no header", lines(user("a", null)), ["a"]],
    ["garbage around an entry", `garbage\n${lines(user("a", null))}[]\n`, ["a"]],
  ])("reads %s", (_, content, ids) => {
    writeFileSync(path, content);
    const reader = new DocumentReader(path);
    expect(readAll(reader).ids).toEqual(ids);
    expect(reader.header?.id).toBe(content.includes('"session"') ? "s1" : undefined);
  });

  it("never writes", () => {
    const content = `${lines(HEADER, user("a", null))}{"torn`;
    writeFileSync(path, content);
    readAll(new DocumentReader(path));
    expect(readFileSync(path, "utf8")).toBe(content);
  });
});

describe("searching a session", () => {
  it("looks through whole texts, not only through what a row shows", async () => {
    write(user("a", null, 1, `${"filler ".repeat(5000)}needle`), user("b", "a", 2, "hay"));
    const reader = new DocumentReader(path);
    readAll(reader);
    expect(await find(reader, "needle")).toEqual([0]);
  });

  it("wants every word, in any order; phrases as they are; case and accents do not matter", async () => {
    write(
      user("a", null, 1, "Crème brûlée für zwei"),
      user("b", "a", 2, "creme zwei"),
      user("c", "b", 3, "日本語"),
    );
    const reader = new DocumentReader(path);
    readAll(reader);
    expect(await find(reader, "ZWEI creme")).toEqual([0, 1]);
    expect(await find(reader, '"creme brulee"')).toEqual([0]);
    expect(await find(reader, "本語")).toEqual([2]);
    expect(await find(reader, "")).toEqual([0, 1, 2]);
  });

  it("finds an entry by its label, also together with its text", async () => {
    write(
      user("a", null, 1, "first"),
      user("b", "a", 2, "second"),
      entry("label", "l", "b", 3, { targetId: "a", label: "Cause" }),
    );
    const reader = new DocumentReader(path);
    readAll(reader);
    expect(await find(reader, "cause")).toEqual([0, 2]);
    expect(await find(reader, "cause first")).toEqual([0]);
  });

  it("understands patterns over the text as it was written", async () => {
    write(user("a", null, 1, "error 42"), user("b", "a", 2, "Error: none"));
    const reader = new DocumentReader(path);
    readAll(reader);
    expect(await find(reader, "re:error \\d+")).toEqual([0]);
    expect(await find(reader, "none re:^error")).toEqual([1]);
    expect(await find(reader, "re:(")).toMatchObject({ kind: "unusable" });
  });

  it("gives up a pattern that backtracks without end, and one that nobody waits for", async () => {
    write(user("a", null, 1, "a".repeat(40)));
    const reader = new DocumentReader(path);
    readAll(reader);
    expect(await find(reader, "re:^(a+)+$b")).toEqual({
      kind: "unusable",
      reason: "this pattern takes too long",
    });
    expect(await find(reader, "re:a", () => true)).toBeUndefined();
  });

  it("a query that goes on from the one before finds what it would find alone", async () => {
    write(
      ...Array.from({ length: 60 }, (_, index) =>
        user(`e${index}`, null, 1, `${index} ${"ab".repeat(index % 5)}c`),
      ),
    );
    const reader = new DocumentReader(path);
    readAll(reader);
    const going = new DocumentSearch(reader);
    const alone = async (query: string) => find(reader, query);
    for (const query of ["a", "ab", "abab", "abab 1", "abab 12", "aba", "ba 1", "c", "cx", "c"]) {
      const result = await going.search(query, () => false);
      expect(result?.kind === "found" && found(result.matches)).toEqual(await alone(query));
      going.prepare();
    }
  });
});

it("the memory of texts finds what a plain search finds, in all and in some of them", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "é", "日", " ", "ß"), maxLength: 4 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "日", " ", "ß", "\n"), maxLength: 30 });
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 30 }),
      fc.array(word, { maxLength: 3 }),
      fc.infiniteStream(fc.boolean()),
      (texts, raw, picks) => {
        const words = raw.map(fold).filter((one) => one !== "");
        const memory = new SearchText();
        for (const one of texts) memory.add(one);
        const holds = (one: string) => words.every((wanted) => fold(one).includes(wanted));
        expect(Array.from(memory.find(words))).toEqual(
          texts.flatMap((one, index) => (holds(one) ? [index] : [])),
        );
        for (const word of words) {
          const start = memory.findWord(word.slice(0, 1));
          expect(Array.from(memory.findWord(word, start.entries, start.places).entries)).toEqual(
            Array.from(memory.find([word])),
          );
        }
        const among = Int32Array.from(
          texts.flatMap((_, index) => (picks.next().value === true ? [index] : [])),
        );
        expect(Array.from(memory.find(words, among))).toEqual(
          Array.from(among).filter((index) => holds(texts[index] ?? "")),
        );
      },
    ),
    { numRuns: 500 },
  );
});

it("thousands of labels and of false finds cost no more than a moment", async () => {
  const labels = Array.from({ length: 3000 }, (_, index) =>
    entry("label", `l${index}`, null, 1, { targetId: `e${index}`, label: `mark ${index}` }),
  );
  write(
    ...Array.from({ length: 3000 }, (_, index) => user(`e${index}`, null, 1, "word ".repeat(40))),
    ...labels,
  );
  const reader = new DocumentReader(path);
  readAll(reader);
  const start = performance.now();
  expect(await find(reader, "zebra")).toEqual([]);
  expect(await find(reader, "mark 2999 word")).toEqual([2999]);
  expect(performance.now() - start).toBeLessThan(500);
  const memory = new SearchText();
  for (let index = 0; index < 100; index++)
    memory.add(index === 0 ? "prose ".repeat(4000) : "1 0 2 0 ".repeat(4000));
  const began = performance.now();
  expect(Array.from(memory.find(["e0"]))).toEqual([]);
  expect(performance.now() - began).toBeLessThan(200);
});

it("texts larger than a piece of memory are found in it", () => {
  const memory = new SearchText();
  for (let index = 0; index < 5; index++) memory.add(`${"x".repeat(5 << 20)} end${index}`);
  expect(Array.from(memory.find(["end3"]))).toEqual([3]);
  expect(Array.from(memory.find(["x end"]))).toEqual([0, 1, 2, 3, 4]);
});
