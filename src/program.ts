import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { pickOnTerminal, treeOnTerminal } from "./interactive.ts";
import { TREE_FILTERS } from "./model/tree-filter.ts";
import {
  type ContinueCommandOptions,
  findOptions,
  type ListCommandOptions,
  locationsOf,
  type PickOptions,
  type TreeCommandOptions,
  USAGE_ERROR,
  workingDirectory,
} from "./options.ts";
import { complain, resumeSession } from "./resume-session.ts";
import { openDemo } from "./store/demo.ts";
import { openTerminal } from "./terminal.ts";
import { version } from "./version.ts";

/** Runs the program with its arguments; `home` is the folder its workers lie in. The result is its exit code. */
export async function run(args: readonly string[], home: URL): Promise<number> {
  let exitCode = 0;
  const program = new Command("treeline")
    .description("Find a session of the coding agents Atomic and pi, see its branches, and resume it.")
    .version(version)
    .argument("[query...]", "opens the picker with this query typed in")
    .option("--demo", "open a temporary copy of the sample sessions")
    .exitOverride()
    .enablePositionalOptions()
    .action(async (query: string[], options: PickOptions) => {
      exitCode = await pick(query.join(" "), options, home);
    });
  addWatchOption(addResumeOptions(addScopeOptions(addStoreOptions(program))));
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
  addScopeOptions(addStoreOptions(listCommand));
  const treeCommand = program
    .command("tree")
    .description("open the branches of a session, or print them")
    .argument("[session]", "a path, an id or the start of one; without it the newest of the folder")
    .option("--json", "print all entries as a JSON array")
    .option("--plain", "print the outline as text")
    .addOption(new Option("--filter <filter>", "what to show").choices([...TREE_FILTERS]))
    .option("--depth <n>", "print only what is indented so many steps at most", wholeNumber)
    .option("--demo", "open a session of the samples")
    .exitOverride()
    .action(async (session: string | undefined, options: TreeCommandOptions) => {
      exitCode = await tree(session, options, home);
    });
  addWatchOption(addResumeOptions(addStoreOptions(treeCommand)));
  const continueCommand = program
    .command("continue")
    .description("go on from an entry of a session, as the tree does")
    .argument("<session>", "a path, an id or the start of one")
    .argument("<entry>", "the id of the entry")
    .option("--new", "in a new session; without it in the same file")
    .option("--note <text>", "leave a summary of the branch that is left")
    .exitOverride()
    .action(async (session: string, entry: string, options: ContinueCommandOptions) => {
      exitCode = await continueSession(session, entry, options);
    });
  addResumeOptions(addStoreOptions(continueCommand));
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    throw error;
  }
  return exitCode;
}

function addStoreOptions(command: Command): Command {
  return command
    .option("--session-dir <dir>", "read this directory instead of the agents' stores")
    .option("--cwd <dir>", "take this for the current folder");
}

function addScopeOptions(command: Command): Command {
  return command
    .option("--all", "sessions of all folders, not only of the current one")
    .option("--include-internal", "also sessions that a workflow owns")
    .option("--named", "only sessions with a name")
    .addOption(
      new Option("--sort <order>", "order of the rows")
        .choices(["threaded", "recent", "relevance"])
        .default("threaded"),
    );
}

function addResumeOptions(command: Command): Command {
  return command
    .option("--agent <name>", "resume with this agent instead of the session's own")
    .addOption(new Option("--print <what>", "print instead of resuming").choices(["path", "id", "command"]));
}

function addWatchOption(command: Command): Command {
  return command.option("--no-watch", "look for changes on disk only when asked: CTRL+L, F5");
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

async function printList(options: ListCommandOptions, locations = locationsOf(options)): Promise<number> {
  // Loaded only here: the interface starts without the parser.
  const { list, QueryError } = await import("./commands/index.ts");
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

async function pick(query: string, options: PickOptions, home: URL): Promise<number> {
  const demo = options.demo === true ? openDemo() : undefined;
  // The samples lie in folders of their own, so the demo shows all of them.
  const scope = demo === undefined ? options : { ...options, all: true };
  const locations = demo?.locations ?? locationsOf(options);
  const terminal = openTerminal(options.print !== undefined);
  if (terminal === undefined) return printList({ ...scope, query }, locations);
  return pickOnTerminal(query, scope, locations, { home, terminal, demo });
}

async function tree(asked: string | undefined, options: TreeCommandOptions, home: URL): Promise<number> {
  const demo = options.demo === true ? openDemo() : undefined;
  const { findSession, newestSession, SessionNotFoundError } = await import("./commands/index.ts");
  const find = findOptions(options, demo?.locations);
  const wanted = asked ?? demo?.sample;
  try {
    const session = wanted === undefined ? newestSession(find) : findSession(wanted, find);
    if (session === undefined) return complain(`no session was held in ${find.cwd}`);
    const isPrinted = options.json === true || options.plain === true;
    const terminal = isPrinted ? undefined : openTerminal(options.print !== undefined);
    if (terminal === undefined) return await printTree(session.path, options);
    return await treeOnTerminal(session, options, find.cwd, { home, terminal, demo });
  } catch (error) {
    if (error instanceof SessionNotFoundError || isSystemError(error)) return complain(error.message);
    throw error;
  }
}

async function printTree(path: string, { json, filter, depth }: TreeCommandOptions): Promise<number> {
  const { treeJson, treePlain } = await import("./commands/index.ts");
  const output =
    json === true
      ? treeJson({ path, filter: filter ?? "all", depth })
      : treePlain({ path, filter: filter ?? "default", depth });
  process.stderr.write(output.stderr);
  for (const piece of output.stdout) process.stdout.write(piece);
  return 0;
}

async function continueSession(
  asked: string,
  entry: string,
  options: ContinueCommandOptions,
): Promise<number> {
  const { continueAt, findSession, SessionError, SessionNotFoundError } = await import("./commands/index.ts");
  try {
    const session = findSession(asked, findOptions(options));
    const isNew = options.new === true;
    const goOn = continueAt({
      session,
      entry,
      isNew,
      note: options.note ?? "",
      cwd: workingDirectory(options),
    });
    process.stderr.write(goOn.stderr);
    return await resumeSession(goOn.session, options);
  } catch (error) {
    if (error instanceof SessionNotFoundError || error instanceof SessionError || isSystemError(error))
      return complain(error.message);
    throw error;
  }
}

/** What the system refuses, such as reading a file, is a fact for the person and no fault of the program. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && "syscall" in error;
}
