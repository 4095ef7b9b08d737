/** `npm run bench`: every figure beside its baseline, measured in the same run. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { killedMigrations } from "../test/support/killed-migrations.ts";
import { churn } from "./churn.ts";
import { benchStore, SMALL_SIZES } from "./generate.ts";
import { benchChain, benchFan, benchTree } from "./generate-tree.ts";
import { timeEnds, timeLive } from "./live.ts";
import { median, percentile, timeFirstRows, timeKeys, timeRun } from "./measure.ts";
import { makeRandom } from "./random.ts";
import {
  measureWarmStart,
  sizeOfIndex,
  sizeOfStore,
  timeChangedStart,
  timeFirstIndex,
  timeSearches,
  timeWarmStart,
} from "./search.ts";
import {
  memoryOf,
  memoryWhileGrowing,
  openTree,
  timeFilters,
  timeMoves,
  timeMovesWhileGrowing,
  timeSearch,
} from "./tree.ts";

const REPEATS = 5;
const PRESSES = 100;
const folder = mkdtempSync(join(tmpdir(), "treeline-bench-run-"));

async function bundle(entry: string): Promise<string> {
  const name = entry.replace(/\W/g, "-");
  await build({
    entryPoints: { [name]: entry },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    splitting: true,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    minify: true,
    external: ["react-devtools-core"],
    define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"', fetch: "undefined" },
    banner: { js: "import{createRequire as __c}from'node:module';const require=__c(import.meta.url);" },
  });
  return join(folder, `${name}.mjs`);
}

function report(what: string, ours: number, baseline: number | undefined, verdict: string): void {
  const beside = baseline === undefined ? "" : `  baseline ${baseline.toFixed(0)} ms`;
  console.log(`${what.padEnd(52)} ${ours.toFixed(0).padStart(6)} ms${beside}  ${verdict}`);
}

/** Both sides in turn, so that whatever else the machine does meets both. */
async function inTurn(ours: () => Promise<number>, baseline: () => Promise<number>, repeats = REPEATS) {
  const times: { readonly ours: number[]; readonly baseline: number[] } = { ours: [], baseline: [] };
  for (let i = 0; i < repeats; i++) {
    times.baseline.push(await baseline());
    times.ours.push(await ours());
  }
  return { ours: median(times.ours), baseline: median(times.baseline) };
}

/** Starting with what is remembered, and searching texts. */
async function benchSearch(store: string, count: number): Promise<void> {
  const all = count.toLocaleString("en");
  const output = join(folder, "baseline.json");
  const parse = await timeRun([baselineList, store], output);
  const first = await timeFirstIndex(store, count);
  const ratio = first.indexed / parse;
  report(`first index of ${all} sessions`, first.indexed, parse, `x${ratio.toFixed(2)} (at most 1)`);
  const middle = `p50 ${median(first.keys).toFixed(0)} ms, ${first.keys.length} keys (at most 50 ms)`;
  report(`key to frame p95 meanwhile`, percentile(first.keys, 0.95), undefined, middle);
  console.log(`peak memory meanwhile: ${first.memory.toFixed(0)} MB (at most 200 MB)`);
  const share = (100 * sizeOfIndex(first.cache)) / sizeOfStore(store);
  console.log(
    `index: ${(sizeOfIndex(first.cache) / 1e6).toFixed(0)} MB, ${share.toFixed(1)} % of the sessions (at most 10 %)`,
  );
  const rows = await inTurn(
    () => timeFirstRows(picker(store), first.cache),
    () => timeFirstRows([bare, "1000"]),
  );
  const rowRatio = `x${(rows.ours / rows.baseline).toFixed(2)} (at most 1.3)`;
  report(`later start: first frame with rows, ${all} sessions`, rows.ours, rows.baseline, rowRatio);
  const warm = median([
    await timeWarmStart(store, count, first.cache),
    await timeWarmStart(store, count, first.cache),
    await timeWarmStart(store, count, first.cache),
  ]);
  const part = `${((100 * warm) / parse).toFixed(1)} % (at most 10 %)`;
  report(`later start: all rows, ${all} sessions`, warm, parse, part);
  let changes = 0;
  const changed = await inTurn(
    () => timeChangedStart(store, first.cache, changes++),
    () => timeRun([baselineStat, store], join(folder, "stat.txt")),
    3,
  );
  const most = `at most ${(3 * changed.baseline + 200).toFixed(0)} ms`;
  report(`later start: what has changed, ${all} sessions`, changed.ours, changed.baseline, most);
  const search = await timeSearches(store, count, first.cache);
  for (const [what, times] of [["words", search.words] as const, ["phrases", search.phrases] as const]) {
    const verdict = `p50 ${median(times).toFixed(0)} ms, ${times.length} keys (at most 50 ms)`;
    report(`${what}: key to list p95, ${all} sessions`, percentile(times, 0.95), undefined, verdict);
  }
  report("pattern: first session, slowest", Math.max(...search.patterns), undefined, "(at most 300 ms)");
  report("pattern interrupted by a word, slowest", Math.max(...search.interrupts), undefined, "");
  console.log(`peak memory: ${search.memory.toFixed(0)} MB (at most 200 MB)`);
}

/** A hundred thousand sessions of a question and an answer. */
async function benchMany(count: number): Promise<void> {
  const store = benchStore(count, 7, SMALL_SIZES);
  const all = count.toLocaleString("en");
  const { cache, indexed, memory } = await timeFirstIndex(store, count);
  report(`first index of ${all} small sessions`, indexed, undefined, `peak memory ${memory.toFixed(0)} MB`);
  const starts = [];
  for (let i = 0; i < 3; i++) starts.push(await measureWarmStart(store, count, cache));
  const listed = median(starts.map((start) => start.listed));
  const peak = Math.max(...starts.map((start) => start.memory));
  const verdict = `(at most 2000 ms), peak memory ${peak.toFixed(0)} MB (at most 500 MB)`;
  report(`later start: all rows, ${all} small sessions`, listed, undefined, verdict);
}

const small = benchStore(1_000);
const large = benchStore(10_000);
const bare = await bundle("bench/bare.tsx");
const baselineList = await bundle("bench/baseline-list.ts");
const baselineStat = await bundle("bench/baseline-stat.ts");
const picker = (store: string) => ["dist/cli.js", "--all", "--session-dir", store];

const first = await inTurn(
  () => timeFirstRows(picker(small)),
  () => timeFirstRows([bare, "1000"]),
);
report(
  "first frame with rows, 1,000 sessions",
  first.ours,
  first.baseline,
  `x${(first.ours / first.baseline).toFixed(2)} (at most 1.3)`,
);

const listing = await inTurn(
  () =>
    timeRun(["dist/cli.js", "list", "--all", "--json", "--session-dir", large], join(folder, "ours.json")),
  () => timeRun([baselineList, large], join(folder, "baseline.json")),
  3,
);
report(
  "list --all --json, 10,000 sessions",
  listing.ours,
  listing.baseline,
  `${(listing.baseline / listing.ours).toFixed(1)} times faster (at least 2)`,
);

await benchSearch(large, 10_000);
await benchMany(100_000);

const bareKeys: number[] = [];
const keys: number[] = [];
const ratios: number[] = [];
const whileLoading: number[] = [];
for (let i = 0; i < 3; i++) {
  const baseline = await timeKeys({ args: [bare, "1000"], presses: PRESSES, from: /row 30/ });
  const ours = await timeKeys({ args: picker(small), presses: PRESSES, from: /of 1,000/ });
  ratios.push(percentile(ours, 0.95) / percentile(baseline, 0.95));
  bareKeys.push(...baseline);
  keys.push(...ours);
  const loading = { from: /of [\d,]{3,}/, during: /\d\/10,000/ };
  whileLoading.push(...(await timeKeys({ args: picker(large), presses: 1_000, ...loading })));
}
const spread = ratios.map((ratio) => `x${ratio.toFixed(2)}`).join(" ");
report("key to frame p50, 1,000 sessions", median(keys), median(bareKeys), "");
report(
  "key to frame p95, 1,000 sessions",
  percentile(keys, 0.95),
  percentile(bareKeys, 0.95),
  `${spread} (at most 1.5)`,
);
report(
  `key to frame p95 while 10,000 load, ${whileLoading.length} keys`,
  percentile(whileLoading, 0.95),
  undefined,
  `p50 ${median(whileLoading).toFixed(0)} ms (at most 50 ms)`,
);
for (const [store, count] of [[small, 1_000] as const, [large, 10_000] as const]) {
  const { visible, idle } = await timeLive(store, count, 40);
  const where = `, ${count.toLocaleString("en")} sessions`;
  const middle = `p50 ${median(visible).toFixed(0)} ms (at most 150 ms)`;
  report(`append to visible p95${where}`, percentile(visible, 0.95), undefined, middle);
  report(`processor time in 10 idle seconds${where}`, idle, undefined, "(at most 100 ms)");
  const ends = await timeEnds(store, count, 7);
  const worst = `slowest of ${ends.length} ${Math.max(...ends).toFixed(0)} ms (at most 100 ms)`;
  report(`from the key that leaves to the end${where}`, median(ends), undefined, worst);
}
const { changes, sessions, isSame } = await churn(small, 30_000);
const afterwards = `${sessions} sessions, ${isSame ? "as a fresh listing has them" : "NOT AS A FRESH LISTING HAS THEM"}`;
console.log(`${changes} random changes to 1,000 sessions in 30 s: ${afterwards}`);
const { broken, ...states } = await killedMigrations(200, makeRandom(200));
const found = `${states.old} old, ${states.migrated} migrated, ${states.appended} with the entry`;
console.log(
  `files after 200 kills of a process that migrates and appends: ${found}, ${broken.length} BROKEN`,
);
const tree = benchTree(100_000);
const baselineTree = await bundle("bench/baseline-tree.ts");
const opening = await inTurn(
  () => timeFirstRows(["dist/cli.js", "tree", tree]),
  () => timeRun([baselineTree, tree], join(folder, "tree.json")),
  3,
);
const bound = opening.baseline * 1.5 + 200;
report(
  "tree of 100,000 entries: first frame",
  opening.ours,
  opening.baseline,
  `at most ${bound.toFixed(0)} ms`,
);
const program = await openTree(tree);
const reportKeys = (what: string, times: readonly number[], most: number) => {
  const verdict = `p50 ${median(times).toFixed(0)} ms, ${times.length} keys (at most ${most} ms)`;
  report(`tree of 100,000 entries: ${what} p95`, percentile(times, 0.95), undefined, verdict);
};
reportKeys("moving", await timeMoves(program, 200), 16);
reportKeys("filters", await timeFilters(program, 10), 50);
reportKeys("search", await timeSearch(program), 50);
console.log(
  `tree of 100,000 entries: peak memory ${memoryOf(program, "VmHWM").toFixed(0)} MB (at most 350 MB)`,
);
program.kill("SIGKILL");
const growing = join(folder, "growing.jsonl");
copyFileSync(benchTree(50_000), growing);
const grown = await timeMovesWhileGrowing(growing, 200, 300);
report(
  "tree of 50,000 entries + 200 a second: moving p95",
  percentile(grown, 0.95),
  undefined,
  `p50 ${median(grown).toFixed(0)} ms, ${grown.length} keys (at most 50 ms)`,
);
copyFileSync(benchTree(50_000), growing);
const memory = await memoryWhileGrowing(growing, 200, 60);
const [early, late] = [median(memory.slice(5, 15)), median(memory.slice(-10))];
const most = Math.max(...memory);
console.log(
  `tree of 50,000 entries + 12,000 in 60 s: memory ${early.toFixed(0)} MB after 10 s, ` +
    `${late.toFixed(0)} MB after 55 s, at most ${most.toFixed(0)} MB`,
);
report(
  "tree 200,000 deep: first frame",
  await timeFirstRows(["dist/cli.js", "tree", benchChain(200_000)]),
  undefined,
  "",
);
report(
  "tree with 50,000 children: first frame",
  await timeFirstRows(["dist/cli.js", "tree", benchFan(50_000)]),
  undefined,
  "",
);
rmSync(folder, { recursive: true, force: true });
process.exit(0);
