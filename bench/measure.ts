import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { TerminalProgram } from "../test/support/terminal.ts";
import { makeRandom } from "./random.ts";

const LEAST_PAUSE_MS = 30;
const PAUSE_SPREAD_MS = 20;
const COLUMNS = 120;
const ROWS = 40;

/** The value below which `share` (0 to 1) of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);

/** Runs a script to its end, its output to a file; ms. */
export async function timeRun(args: readonly string[], outputFile: string): Promise<number> {
  const output = openSync(outputFile, "w");
  const start = performance.now();
  const child = spawn(process.execPath, [...args], { stdio: ["ignore", output, "inherit"] });
  const code = await new Promise((settle) => child.once("exit", settle));
  const elapsed = performance.now() - start;
  closeSync(output);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  return elapsed;
}

/** An index of its own, which does not exist yet. */
export const newCache = () => join(mkdtempSync(join(tmpdir(), "treeline-bench-cache-")), "index");

/** Starts a script in a terminal of 120x40; without another `cache` as if for the first time. */
export function startInTerminal(args: readonly string[], cache = newCache()): TerminalProgram {
  const env = { HOME: "/nonexistent", PATH: process.env.PATH ?? "", TREELINE_CACHE_DIR: cache };
  return new TerminalProgram({
    command: process.execPath,
    args,
    env,
    cwd: process.cwd(),
    columns: COLUMNS,
    rows: ROWS,
  });
}

/** The selected row; rows that arrive may move it on the screen, but do not change what it says. */
export const cursorRow = (screen: readonly string[]) => screen.find((row) => row.startsWith("❯"));

/** From the start of the process to the first frame with rows; ms. */
export async function timeFirstRows(args: readonly string[], cache?: string): Promise<number> {
  const start = performance.now();
  const program = startInTerminal(args, cache);
  await program.waitFor((screen) => cursorRow(screen) !== undefined, 60_000);
  const elapsed = performance.now() - start;
  program.kill("SIGKILL");
  await program.exited;
  return elapsed;
}

export interface KeyRun {
  readonly args: readonly string[];
  /** The most keys to press. */
  readonly presses: number;
  /** Keys are pressed from the moment the screen says this… */
  readonly from: RegExp;
  /** …and only as long as it says this; without it, until all are pressed. */
  readonly during?: RegExp;
}

/** From each arrow key to the frame that shows another row selected; ms. */
export async function timeKeys({ args, presses, from, during }: KeyRun): Promise<readonly number[]> {
  const program = startInTerminal(args);
  await program.waitFor((screen) => cursorRow(screen) !== undefined && from.test(screen.join("\n")), 120_000);
  const random = makeRandom(presses);
  const times: number[] = [];
  for (let press = 0; press < presses; press++) {
    // At times unrelated to the frames before: else the limit of frames a second would be all that is measured.
    await setTimeout(LEAST_PAUSE_MS + random() * PAUSE_SPREAD_MS);
    const screen = program.screen();
    if (during !== undefined && !during.test(screen.join("\n"))) break;
    const before = cursorRow(screen);
    const start = performance.now();
    program.write(press % 20 < 10 ? "\x1b[B" : "\x1b[A");
    await program.waitFor((next) => cursorRow(next) !== before && cursorRow(next) !== undefined);
    times.push(performance.now() - start);
  }
  program.kill("SIGKILL");
  await program.exited;
  return times;
}
