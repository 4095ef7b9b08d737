import { rmSync, statSync } from "node:fs";
import { findFiles } from "../src/store/find-files.ts";
import { openIndex } from "../src/store/index/database.ts";
import { TextIndexer } from "../src/store/index/text-indexer.ts";
import { TEXT_SHAPE, TextStore } from "../src/store/index/text-store.ts";

const dir = "/tmp/zz-cache";
if (process.argv[2] !== "warm") rmSync(dir, { recursive: true, force: true });
const { database, note } = openIndex(dir, TEXT_SHAPE);
console.log("note", note);
const store = new TextStore(database);
const ix = new TextIndexer(store);
const files = findFiles(
  [{ directory: "/tmp/treeline-bench-0/10000-7-words/sessions", layout: "folders", agent: undefined }],
  "/",
).files;
let t = performance.now();
for (const f of files) ix.announce(f);
console.log("announce", performance.now() - t);
t = performance.now();
let worst = 0,
  steps = 0;
let last: string;
const s: number[] = [];
do {
  const a = performance.now();
  last = ix.step();
  const d = performance.now() - a;
  s.push(d);
  worst = Math.max(worst, d);
  steps++;
} while (last !== "idle");
s.sort((a, b) => a - b);
console.log(
  "index",
  (performance.now() - t).toFixed(0),
  "steps",
  steps,
  "worst",
  worst.toFixed(0),
  "p99",
  s[Math.floor(s.length * 0.99)]?.toFixed(1),
  ix.indexed,
  ix.total,
  "rss",
  (process.memoryUsage().rss / 1e6).toFixed(0),
);
console.log(statSync(`${dir}/text.db`).size / 1e6);
for (const [w, p] of [
  [["cart"], true],
  [["ca"], true],
  [["cart"], false],
  [["the", "cart"], false],
  [["baco"], true],
] as const)
  for (const tab of ["talk", "calls"] as const) {
    const a = performance.now();
    const n = [...store.filesWith(tab, { words: w, isPrefix: p })].length;
    console.log(w.join(" "), p, tab, n, (performance.now() - a).toFixed(1));
  }
console.log((globalThis as any).T);
