import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type DigestProgress, DigestReader } from "../../src/store/digest-reader.ts";
import { fileFacts } from "../../src/store/find-files.ts";
import { type SpokenEntry, spokenLine, writeSpoken } from "../support/spoken-session.ts";

let home: string;
let path: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "treeline-digest-"));
  path = join(home, "a.jsonl");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const around: SpokenEntry = ["user", "x ".repeat(400)];
const named = (name: string): SpokenEntry => ({ type: "session_info", name });

function read(
  before?: DigestProgress,
): readonly [name: string | undefined, progress: DigestProgress | undefined] {
  const facts = fileFacts(path, undefined);
  if (facts === undefined) throw new Error(`${path} is gone`);
  const [result, progress] = new DigestReader().readOn(facts, before);
  return [result.kind === "session" ? result.digest.name : result.kind, progress];
}

it("a file that changed in its middle only, and has the same length, is read anew", () => {
  writeSpoken(path, [around, named("cart"), around]);
  const [name, progress] = read();
  writeFileSync(path, readFileSync(path, "utf8").replace('"cart"', '"till"'));
  expect([name, read(progress)[0]]).toEqual(["cart", "till"]);
});

it("so is one whose last line has not got its newline yet", () => {
  writeSpoken(path, [around, named("cart"), around]);
  appendFileSync(path, spokenLine(around, 4).slice(0, 80));
  const [name, progress] = read();
  writeFileSync(path, readFileSync(path, "utf8").replace('"cart"', '"till"'));
  expect([name, read(progress)[0]]).toEqual(["cart", "till"]);
});
