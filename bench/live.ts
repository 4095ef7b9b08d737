/** What a list costs and how fast it is while agents write. */
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { TerminalProgram } from "../test/support/terminal.ts";
import { startInTerminal } from "./measure.ts";
import { makeRandom } from "./random.ts";

const IDLE_MS = 10_000;
/** After the last report the store is still being watched for the first time. */
const SETTLING_MS = 3000;
/** After some seconds in which nothing happens the engine tidies up its memory, once. */
const TIDYING_MS = 12_000;
const TICK_MS = 10;

/** The figures of one run; times in ms. */
export interface LiveFigures {
  /** From each append to the frame that shows it. */
  readonly visible: readonly number[];
  /** Time on a processor within ten seconds in which nothing happened. */
  readonly idle: number;
}

/** Measures the picker on a copy of a store, which is written to. */
export async function timeLive(store: string, sessions: number, appends: number): Promise<LiveFigures> {
  const copy = mkdtempSync(join(tmpdir(), "treeline-bench-live-"));
  cpSync(store, copy, { recursive: true, preserveTimestamps: true });
  const program = startInTerminal(["dist/cli.js", "--all", "--sort", "recent", "--session-dir", copy]);
  try {
    await whenSettled(program, sessions);
    await setTimeout(TIDYING_MS);
    const before = processorTime(program);
    await setTimeout(IDLE_MS);
    const idle = processorTime(program) - before;
    const visible = await timeAppends(program, newestFile(copy), appends);
    return { visible, idle };
  } finally {
    program.kill("SIGKILL");
    rmSync(copy, { recursive: true, force: true });
  }
}

/** From the key that leaves the picker to the end of the process; ms, once for each run. */
export async function timeEnds(store: string, sessions: number, runs: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const program = startInTerminal(["dist/cli.js", "--all", "--session-dir", store]);
    await whenSettled(program, sessions);
    const start = performance.now();
    program.write("\x03");
    await program.exited;
    times.push(performance.now() - start);
  }
  return times;
}

async function whenSettled(program: TerminalProgram, sessions: number): Promise<void> {
  const count = `of ${sessions.toLocaleString("en")}`;
  const isRead = ([title = "", ...rest]: readonly string[]) =>
    !/\d\/\d/.test(title) && rest.join("\n").includes(count) && !rest.join("\n").includes(" indexed");
  await program.waitFor(isRead, 120_000);
  // Indexing begins a little after the list is complete, and takes its time.
  await setTimeout(SETTLING_MS);
  await program.waitFor(isRead, 120_000);
  await setTimeout(SETTLING_MS);
}

async function timeAppends(
  program: TerminalProgram,
  path: string,
  count: number,
): Promise<readonly number[]> {
  const random = makeRandom(count);
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    await setTimeout(200 + random() * 300);
    const name = `live ${i} .`;
    const entry = { type: "session_info", id: `live-${i}`, parentId: null, timestamp: new Date(), name };
    const start = performance.now();
    appendFileSync(path, `${JSON.stringify(entry)}\n`);
    await program.waitFor((screen) => screen.some((row) => row.includes(name)));
    times.push(performance.now() - start);
  }
  return times;
}

/** On all threads so far, as Linux counts it: ms. */
function processorTime({ pid }: TerminalProgram): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function newestFile(store: string): string {
  const files = readdirSync(store, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const [newest = ""] = files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  return newest;
}
