import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { TerminalProgram } from "../test/support/terminal.ts";
import { startInTerminal } from "./measure.ts";
import { makeRandom } from "./random.ts";

const LEAST_PAUSE_MS = 30;
const PAUSE_SPREAD_MS = 20;

const cursorRow = (screen: readonly string[]) => screen.find((row) => row.startsWith("❯"));
/** The search line: what is typed and what was found. */
const searchLine = (screen: readonly string[]) => screen[1] ?? "";

/** The tree of a file in a terminal of 120x40, once its rows are there. */
export async function openTree(path: string): Promise<TerminalProgram> {
  const program = startInTerminal(["dist/cli.js", "tree", path]);
  await program.waitFor((screen) => cursorRow(screen) !== undefined, 120_000);
  return program;
}

/** Most memory the process had at any time (`VmHWM`), or has now (`VmRSS`): MB. */
export function memoryOf(program: TerminalProgram, what: "VmHWM" | "VmRSS"): number {
  const status = readFileSync(`/proc/${program.pid}/status`, "utf8");
  const kilobytes = new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1];
  return Number(kilobytes) / 1024;
}

const MOVES = ["\x1b[A", "\x1b[B", "\x1b[5~", "\x1b[6~", "\x1b[1;5A", "\x1b[1;5B", "\x10", "\x1b[1;5C"];

/** From each key that moves to the frame that shows another row selected; ms. */
export async function timeMoves(program: TerminalProgram, presses: number): Promise<readonly number[]> {
  const random = makeRandom(presses);
  const times: number[] = [];
  program.write("\x1b[H");
  await setTimeout(300);
  for (let press = 0; press < presses; press++) {
    await setTimeout(LEAST_PAUSE_MS + random() * PAUSE_SPREAD_MS);
    const before = cursorRow(program.screen());
    // Every second one goes down, so that none of the others is stuck at an end.
    const key = press % 2 === 0 ? "\x1b[B" : (MOVES[Math.floor(random() * MOVES.length)] ?? "\x1b[B");
    const start = performance.now();
    program.write(key);
    const isMoved = (screen: readonly string[]) =>
      cursorRow(screen) !== before && cursorRow(screen) !== undefined;
    const moved = await program.waitFor(isMoved, 1000).catch(() => undefined);
    // A jump to where the selection is already changes nothing.
    if (moved !== undefined) times.push(performance.now() - start);
  }
  return times;
}

/** The same while another process adds so many lines a second to the file. */
export async function timeMovesWhileGrowing(
  path: string,
  linesPerSecond: number,
  presses: number,
): Promise<readonly number[]> {
  const program = await openTree(path);
  const writer = startWriter(path, linesPerSecond);
  await program.waitFor(/new entries below|← here/, 10_000);
  const times = await timeMoves(program, presses);
  writer.kill();
  program.kill("SIGKILL");
  return times;
}

/** The memory (MB) of a tree once a second for so many seconds while another process adds lines to its file. */
export async function memoryWhileGrowing(
  path: string,
  linesPerSecond: number,
  seconds: number,
): Promise<readonly number[]> {
  const program = await openTree(path);
  const writer = startWriter(path, linesPerSecond);
  const memory: number[] = [];
  for (let second = 0; second < seconds; second++) {
    await setTimeout(1000);
    memory.push(memoryOf(program, "VmRSS"));
  }
  writer.kill();
  program.kill("SIGKILL");
  return memory;
}

const startWriter = (path: string, linesPerSecond: number) =>
  spawn(process.execPath, ["--import", "tsx", "bench/writer.ts", path, String(linesPerSecond)]);

const FILTERS: readonly (readonly [key: string, name: string])[] = [
  ["\x15", "user-only"],
  ["\x01", "all"],
  ["\x0c", "labeled-only"],
  ["\x14", "no-tools"],
  ["\x04", "default"],
];

/** From each filter key to the frame that shows the filtered tree; ms. */
export async function timeFilters(program: TerminalProgram, rounds: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [key, name] of FILTERS) {
      await setTimeout(LEAST_PAUSE_MS);
      const start = performance.now();
      program.write(key);
      await program.waitFor((screen) => (screen[0] ?? "").endsWith(`· ${name}`));
      times.push(performance.now() - start);
    }
  }
  return times;
}

const QUERIES = ["voucher", "index parser", "zebra", "layout", "qu", '"cart total"'];

/** From each letter typed or erased to the frame that shows what was found; ms. */
export async function timeSearch(program: TerminalProgram): Promise<readonly number[]> {
  const times: number[] = [];
  for (const query of QUERIES) {
    for (let length = 1; length <= query.length; length++) {
      const letter = query[length - 1] ?? "";
      await setTimeout(LEAST_PAUSE_MS);
      const typed = query.slice(0, length);
      const start = performance.now();
      program.write(letter);
      // The letter is there at once, with `…`; what counts is the frame with the answer.
      const answer = (screen: readonly string[]) => searchLine(screen).slice(`> ${typed}`.length).trim();
      const isAnswered = (screen: readonly string[]) =>
        searchLine(screen).startsWith(`> ${typed.trimEnd()}`) && /^\S+\/[\d,]+$/.test(answer(screen));
      await program.waitFor(isAnswered, 10_000);
      // A space alone asks nothing new.
      if (letter !== " ") times.push(performance.now() - start);
    }
    program.write("\x1b");
    await program.waitFor((screen) => searchLine(screen).includes("type to search"));
  }
  return times;
}
