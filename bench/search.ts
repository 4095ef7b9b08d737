/** How fast a start is that remembers, and how fast texts are found while they are read and afterwards. */
import { appendFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { TerminalProgram } from "../test/support/terminal.ts";
import { cursorRow, newCache, startInTerminal } from "./measure.ts";
import { makeRandom } from "./random.ts";
import { memoryOf } from "./tree.ts";

const picker = (store: string) => ["dist/cli.js", "--all", "--session-dir", store];
const isListed = (count: number) => {
  const all = `of ${count.toLocaleString("en")}`;
  return (screen: readonly string[]) => screen.join("\n").includes(all);
};
const isIndexing = (screen: readonly string[]) => screen.join("\n").includes(" indexed");
const isReading = ([title = ""]: readonly string[]) => /\d\/\d/.test(title);

/** The figures of a first start; times in ms. */
export interface FirstIndex {
  readonly cache: string;
  /** From the start of the process until the texts of all sessions can be searched. */
  readonly indexed: number;
  /** From each arrow key pressed meanwhile to its frame. */
  readonly keys: readonly number[];
  /** MB */
  readonly memory: number;
}

/** Starts for the first time and moves the selection while everything is read. */
export async function timeFirstIndex(store: string, count: number): Promise<FirstIndex> {
  const cache = newCache();
  const start = performance.now();
  const program = startInTerminal(picker(store), cache);
  await program.waitFor((screen) => cursorRow(screen) !== undefined);
  const indexed = whenIndexed(program, count).then(() => performance.now() - start);
  let isOver = false;
  void indexed.then(() => {
    isOver = true;
  });
  const keys = await timeKeysWhile(program, () => !isOver);
  const figures = { cache, indexed: await indexed, keys, memory: memoryOf(program, "VmHWM") };
  await leave(program);
  return figures;
}

async function whenIndexed(program: TerminalProgram, count: number): Promise<void> {
  await program.waitFor((screen) => isListed(count)(screen) && isIndexing(screen), 120_000);
  await program.waitFor((screen) => !isIndexing(screen), 240_000);
}

async function timeKeysWhile(program: TerminalProgram, goesOn: () => boolean): Promise<readonly number[]> {
  const random = makeRandom(5);
  const times: number[] = [];
  while (goesOn()) {
    await setTimeout(30 + random() * 20);
    const before = cursorRow(program.screen());
    const start = performance.now();
    program.write("\x1b[B");
    await program.waitFor((next) => cursorRow(next) !== before && cursorRow(next) !== undefined);
    times.push(performance.now() - start);
  }
  return times;
}

/** From the start of the process to all rows on the screen, as they were at the last start; ms. */
export async function timeWarmStart(store: string, count: number, cache: string): Promise<number> {
  return (await measureWarmStart(store, count, cache)).listed;
}

/** The same, and what it took in memory until all files had been looked at; MB. */
export async function measureWarmStart(
  store: string,
  count: number,
  cache: string,
): Promise<{ readonly listed: number; readonly memory: number }> {
  const start = performance.now();
  const program = startInTerminal(picker(store), cache);
  await program.waitFor(isListed(count), 60_000);
  const listed = performance.now() - start;
  await settled(program);
  const memory = memoryOf(program, "VmHWM");
  await leave(program);
  return { listed, memory };
}

/** From the start of the process until it shows what has changed on disk since the last start; ms. */
export async function timeChangedStart(store: string, cache: string, number: number): Promise<number> {
  const name = `changed ${number} .`;
  const entry = { type: "session_info", id: `c${number}`, parentId: null, timestamp: new Date(), name };
  appendFileSync(newestFile(store), `${JSON.stringify(entry)}\n`);
  const start = performance.now();
  const program = startInTerminal(picker(store), cache);
  await program.waitFor((screen) => screen.some((row) => row.includes(name)), 60_000);
  const elapsed = performance.now() - start;
  await settled(program);
  await leave(program);
  return elapsed;
}

function newestFile(store: string): string {
  const newest = readdirSync(store, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort()
    .at(-1);
  const folder = readdirSync(store).find((name) => readdirSync(join(store, name)).includes(newest ?? ""));
  return join(store, folder ?? "", newest ?? "");
}

/** Times from a key to the list that answers it, in ms, and what that took in memory, in MB. */
export interface SearchFigures {
  readonly words: readonly number[];
  readonly phrases: readonly number[];
  /** From the last key of a pattern to the first session that only its texts can have told. */
  readonly patterns: readonly number[];
  /** From a key typed while a pattern is being looked for to the list that answers the new query. */
  readonly interrupts: readonly number[];
  readonly memory: number;
}

/** Words that every session has, words that few have, and beginnings of both. */
const WORDS = [
  "cart",
  "voucher",
  "total",
  "er",
  "baco",
  "carttotal",
  "zan",
  "sche",
  "un",
  "torni",
  "error",
  "hi",
];
const PHRASES = [
  "the cart",
  "error total",
  "voucher error",
  "cart the",
  "index the",
  "the file",
  "build cart",
];
const PATTERNS = ["cart\\w{9,}[A-Z]", "zan(ti|po)\\w+ un", "error \\w+Cart"];

/** Types queries into a picker whose texts are all indexed. */
export async function timeSearches(store: string, count: number, cache: string): Promise<SearchFigures> {
  const start = async () => {
    const program = startInTerminal(picker(store), cache);
    await program.waitFor(isListed(count), 60_000);
    await settled(program);
    return program;
  };
  // What the answers are, another one tells: the one that is measured has not answered any of this before.
  const teacher = await start();
  const typings: Typing[] = [];
  for (const word of WORDS) typings.push(await answersTo(teacher, word, 2));
  for (const phrase of PHRASES) typings.push(await answersTo(teacher, `"${phrase}`, 3));
  await leave(teacher);
  const program = await start();
  const words: number[] = [];
  const phrases: number[] = [];
  for (const typing of typings) {
    const times = await timeTyping(program, typing);
    if (typing.query.startsWith('"')) phrases.push(...times);
    else words.push(...times);
  }
  const patterns: number[] = [];
  const interrupts: number[] = [];
  for (const pattern of PATTERNS) {
    patterns.push(await timePattern(program, `re:${pattern}`));
    interrupts.push(await timeInterrupt(program));
  }
  const memory = memoryOf(program, "VmHWM");
  await leave(program);
  return { words, phrases, patterns, interrupts, memory };
}

/** A query that is typed, and the list that answers it after each key from the one before the `from`th on. */
interface Typing {
  readonly query: string;
  readonly from: number;
  readonly answers: readonly string[];
}

async function answersTo(program: TerminalProgram, query: string, from: number): Promise<Typing> {
  const answers: string[] = [];
  for (let length = from - 1; length <= query.length; length++) {
    await typeAnew(program, query.slice(0, length));
    answers.push(listOn(program.screen()));
  }
  return { query, from, answers };
}

/** From each key to the last change of the list that it leads to. */
async function timeTyping(
  program: TerminalProgram,
  { query, from, answers }: Typing,
): Promise<readonly number[]> {
  const times: number[] = [];
  await typeAnew(program, query.slice(0, from - 1));
  for (let length = from; length <= query.length; length++) {
    const answer = answers[length - from + 1] ?? "";
    const isNew = answer !== answers[length - from];
    const start = performance.now();
    program.write(query.charAt(length - 1));
    await program.waitFor((screen) => listOn(screen) === answer && isTyped(screen, query.slice(0, length)));
    if (isNew) times.push(performance.now() - start);
    await settled(program);
  }
  return times;
}

/** The rows of the list without the line of hits, which comes with the next answer: it is empty until then. */
const listOn = (screen: readonly string[]) =>
  `${/of [\d,]+/.exec(screen.slice(-4).join(" "))?.[0]} ${screen
    .slice(2, -4)
    .filter((row) => !/^ {2}\S|^$/.test(row))
    .slice(0, 20)
    .join("\n")}`;

const isTyped = (screen: readonly string[], query: string) => screen[1]?.includes(query.trimEnd()) === true;

async function timePattern(program: TerminalProgram, pattern: string): Promise<number> {
  await clear(program);
  program.write(pattern.slice(0, -1));
  await setTimeout(1000);
  const start = performance.now();
  program.write(pattern.slice(-1));
  await program.waitFor((screen) => isTyped(screen, pattern) && cursorRow(screen) !== undefined, 30_000);
  return performance.now() - start;
}

/** While a pattern is looked for, other words are typed in its place. */
async function timeInterrupt(program: TerminalProgram): Promise<number> {
  const start = performance.now();
  program.write("\x15baco");
  await program.waitFor(
    (screen) =>
      screen[1] === "> baco" && cursorRow(screen) !== undefined && !screen.join("\n").includes("searching"),
  );
  return performance.now() - start;
}

/** Types another query in place of the one before, and waits for its answer. */
async function typeAnew(program: TerminalProgram, query: string): Promise<void> {
  await clear(program);
  program.write(query);
  // A program that is busy for long enough would seem to have answered before it has seen the keys.
  await program.waitFor((screen) => isTyped(screen, query));
  await settled(program);
}

async function clear(program: TerminalProgram): Promise<void> {
  program.write("\x15");
  await settled(program);
}

/** Waits until nothing has changed on the screen for a while, and nothing is being read or searched. */
async function settled(program: TerminalProgram): Promise<void> {
  for (;;) {
    const before = program.raw.length;
    await setTimeout(100);
    const screen = program.screen();
    const isBusy = screen.join("\n").includes("searching") || isIndexing(screen) || isReading(screen);
    if (!isBusy && program.raw.length === before) return;
  }
}

async function leave(program: TerminalProgram): Promise<void> {
  program.write("\x03");
  await program.exited;
}

/** How large an index is: bytes. */
export function sizeOfIndex(cache: string): number {
  return readdirSync(cache).reduce((sum, name) => sum + statSync(join(cache, name)).size, 0);
}

/** How large the files of a store are: bytes. */
export function sizeOfStore(store: string): number {
  return readdirSync(store, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
