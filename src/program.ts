import { existsSync, openSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { ReadStream, WriteStream } from "node:tty";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { SortMode } from "./model/arrange.ts";
import type { SessionDigest } from "./model/digest.ts";
import { printable } from "./model/text.ts";
import { type DemoStore, openDemo } from "./store/demo.ts";
import { runningSession, type StoreLocation, storeLocations } from "./store/locations.ts";
import { directoryExists, NOT_INSTALLED, resumeCommand, resumePlan, startAgent } from "./store/resume.ts";
import { WorkerCatalog } from "./store/worker-catalog.ts";
import type { PickerOutcome } from "./ui/open-picker.tsx";
import { version } from "./version.ts";

const FAILED = 1;
const USAGE_ERROR = 2;
const LEFT_WITHOUT_CHOOSING = 130;
/** How long the first frame may wait for rows: ms from the start, of which loading the interface takes most. */
const FIRST_ROWS_MS = 250;

interface ScopeOptions {
  readonly all?: boolean;
  readonly sessionDir?: string;
  readonly cwd?: string;
  readonly includeInternal?: boolean;
  readonly named?: boolean;
  readonly sort: SortMode;
}

interface PickOptions extends ScopeOptions {
  readonly agent?: string;
  readonly print?: "path" | "id" | "command";
  readonly demo?: boolean;
}

interface ListCommandOptions extends ScopeOptions {
  readonly json?: boolean;
  readonly limit?: number;
  readonly query?: string;
}

/** Runs the program with its arguments; the result is its exit code. */
export async function run(args: readonly string[]): Promise<number> {
  let exitCode = 0;
  const program = new Command("treeline")
    .description("Find a session of the coding agents Atomic and pi, and resume it.")
    .version(version)
    .argument("[query...]", "opens the picker with this query typed in")
    .option("--agent <name>", "resume with this agent instead of the session's own")
    .addOption(new Option("--print <what>", "print instead of resuming").choices(["path", "id", "command"]))
    .option("--demo", "open a temporary copy of the sample sessions")
    .exitOverride()
    .enablePositionalOptions()
    .action(async (query: string[], options: PickOptions) => {
      exitCode = await pick(query.join(" "), options);
    });
  addScopeOptions(program);
  const listCommand = program
    .command("list")
    .description("print the sessions as a table or as JSON")
    .option("--json", "one JSON array")
    .option("--limit <n>", "at most this many", wholeNumber)
    .option("--query <query>", "only sessions that match")
    .exitOverride()
    .action(async (options: ListCommandOptions) => {
      exitCode = await printList(options);
    });
  addScopeOptions(listCommand);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    throw error;
  }
  return exitCode;
}

function addScopeOptions(command: Command): void {
  command
    .option("--all", "sessions of all folders, not only of the current one")
    .option("--session-dir <dir>", "read this directory instead of the agents' stores")
    .option("--cwd <dir>", "take this for the current folder")
    .option("--include-internal", "also sessions that a workflow owns")
    .option("--named", "only sessions with a name")
    .addOption(
      new Option("--sort <order>", "order of the rows")
        .choices(["threaded", "recent", "relevance"])
        .default("threaded"),
    );
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

function workingDirectory(options: ScopeOptions): string {
  return resolve(options.cwd ?? process.cwd());
}

function locationsOf(options: ScopeOptions): readonly StoreLocation[] {
  return storeLocations({ sessionDir: options.sessionDir, cwd: process.cwd(), env: process.env });
}

async function printList(options: ListCommandOptions, locations = locationsOf(options)): Promise<number> {
  // Loaded only here: the interface starts without the parser.
  const { list, QueryError } = await import("./commands/list.ts");
  try {
    const output = list({
      locations,
      cwd: workingDirectory(options),
      all: options.all ?? false,
      includeInternal: options.includeInternal ?? false,
      named: options.named ?? false,
      sort: options.sort,
      limit: options.limit,
      query: options.query ?? "",
      json: options.json ?? false,
      now: Date.now(),
    });
    process.stderr.write(output.stderr);
    process.stdout.write(output.stdout);
    return 0;
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    process.stderr.write(`treeline: ${error.message}\n`);
    return USAGE_ERROR;
  }
}

async function pick(query: string, options: PickOptions): Promise<number> {
  const demo = options.demo === true ? openDemo() : undefined;
  // The samples lie in folders of their own, so the demo shows all of them.
  const scope = demo === undefined ? options : { ...options, all: true };
  const locations = demo?.locations ?? locationsOf(options);
  const terminal = openTerminal(options.print !== undefined);
  if (terminal === undefined) return printList({ ...scope, query }, locations);
  const outcome = await pickOnTerminal(query, scope, locations, terminal);
  if (outcome.kind === "cancelled") return LEFT_WITHOUT_CHOOSING;
  return resume(outcome.session, outcome.cwd, options, demo);
}

async function pickOnTerminal(
  query: string,
  options: PickOptions,
  locations: readonly StoreLocation[],
  terminal: Terminal,
): Promise<PickerOutcome> {
  const release = exitOnSignals();
  const cwd = workingDirectory(options);
  // Reading starts before the interface is loaded: both take their time on a core of their own.
  const catalog = new WorkerCatalog(new URL("./worker.js", import.meta.url), { locations, cwd });
  const [{ openPicker }] = await Promise.all([
    import("./ui/open-picker.tsx"),
    catalog.whenStarted(FIRST_ROWS_MS),
  ]);
  const outcome = await openPicker({
    catalog,
    cwd,
    home: homedir(),
    query,
    scope: options.all === true ? "all" : "folder",
    sort: options.sort,
    namedOnly: options.named ?? false,
    includeInternal: options.includeInternal ?? false,
    currentSession: runningSession(process.env),
    // Where only a path or an id is asked for, it does not matter whether the folder is still there.
    directoryExists: options.print === "path" || options.print === "id" ? () => true : directoryExists,
    now: Date.now,
    stdin: terminal.stdin,
    stdout: terminal.stdout,
  });
  terminal.close();
  catalog.close();
  release();
  return outcome;
}

/** Makes signals an ordinary end, so that the terminal is restored and nothing temporary stays behind. */
function exitOnSignals(): () => void {
  const hangUp = () => process.exit(129);
  const terminate = () => process.exit(143);
  process.once("SIGHUP", hangUp);
  process.once("SIGTERM", terminate);
  return () => {
    process.off("SIGHUP", hangUp);
    process.off("SIGTERM", terminate);
  };
}

async function resume(
  session: SessionDigest,
  cwd: string,
  options: PickOptions,
  demo: DemoStore | undefined,
): Promise<number> {
  if (!existsSync(session.path)) {
    process.stderr.write(`treeline: the session's file is gone: ${printable(session.path)}\n`);
    return FAILED;
  }
  const plan = resumePlan(session, cwd, options.agent, process.env);
  if (options.print !== undefined) {
    const printed = { path: session.path, id: session.id, command: resumeCommand(plan) };
    // A script gets what the file says; a terminal must not obey it.
    const text = printed[options.print];
    process.stdout.write(`${process.stdout.isTTY ? printable(text) : text}\n`);
    demo?.keep();
    return 0;
  }
  const exitCode = await startAgent(plan, process.env).catch((error: Error) => {
    process.stderr.write(
      `treeline: ${printable(plan.agent)} could not be started: ${printable(error.message)}\n`,
    );
    return FAILED;
  });
  if (exitCode === NOT_INSTALLED) {
    process.stderr.write(
      `treeline: ${printable(plan.agent)} is not installed. To resume this session, run:\n`,
    );
    process.stdout.write(`${resumeCommand(plan)}\n`);
    demo?.keep();
  }
  return exitCode;
}

interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** Releases what was opened for it; an open stream would keep the process alive. */
  close(): void;
}

/**
 * The terminal to draw on, or undefined when there is none. With `aside` the interface keeps off stdout, which
 * then belongs to a script: it draws on the controlling terminal.
 */
function openTerminal(aside: boolean): Terminal | undefined {
  const { stdin, stdout } = process;
  if (stdin.isTTY && stdout.isTTY) return { stdin, stdout, close: () => {} };
  if (!aside) return undefined;
  try {
    const output = stdout.isTTY ? undefined : new WriteStream(openSync("/dev/tty", "w"));
    const input = stdin.isTTY ? undefined : new ReadStream(openSync("/dev/tty", "r"));
    const close = () => {
      output?.destroy();
      input?.destroy();
    };
    return { stdin: input ?? stdin, stdout: output ?? stdout, close };
  } catch {
    return undefined;
  }
}
