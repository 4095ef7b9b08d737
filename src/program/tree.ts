import { Option } from "commander";
import { treeOnTerminal } from "../interactive.ts";
import { TREE_FILTERS } from "../model/tree-filter.ts";
import { findOptions, type TreeCommandOptions } from "../options.ts";
import { complain } from "../resume-session.ts";
import { openDemo } from "../store/demo.ts";
import { openTerminal } from "../terminal.ts";
import {
  addResumeOptions,
  addStoreOptions,
  addWatchOption,
  type CommandPlace,
  wholeNumber,
} from "./shared-options.ts";
import { isSystemError } from "./system-error.ts";

/** `treeline tree` */
export function addTreeCommand({ program, home, end }: CommandPlace): void {
  const command = program
    .command("tree")
    .description("open the branches of a session, or print them")
    .argument("[session]", "a path, an id or the start of one; without it the newest of the folder")
    .option("--json", "print all entries as a JSON array")
    .option("--plain", "print the outline as text")
    .addOption(new Option("--filter <filter>", "what to show").choices([...TREE_FILTERS]))
    .option("--entry <id>", "select this entry; without effect where the tree is printed")
    .option("--depth <n>", "print only what is indented so many steps at most", wholeNumber)
    .option("--demo", "open a session of the samples")
    .exitOverride()
    .action(async (session: string | undefined, options: TreeCommandOptions) =>
      end(await tree(session, options, home)),
    );
  addWatchOption(addResumeOptions(addStoreOptions(command)));
}

async function tree(asked: string | undefined, options: TreeCommandOptions, home: URL): Promise<number> {
  const demo = options.demo === true ? openDemo() : undefined;
  const { findSession, newestSession, SessionNotFoundError } = await import("../commands/index.ts");
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
  const { treeJson, treePlain } = await import("../commands/index.ts");
  const output =
    json === true
      ? treeJson({ path, filter: filter ?? "all", depth })
      : treePlain({ path, filter: filter ?? "default", depth });
  process.stderr.write(output.stderr);
  for (const piece of output.stdout) process.stdout.write(piece);
  return 0;
}
