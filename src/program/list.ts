import { cacheDirectoryOf, type ListCommandOptions, locationsOf, workingDirectory } from "../options.ts";
import { printOutput } from "./print-output.ts";
import { showProgress } from "./progress.ts";
import { addScopeOptions, addStoreOptions, type CommandPlace, wholeNumber } from "./shared-options.ts";

/** `treeline list` */
export function addListCommand({ program, end }: CommandPlace): void {
  const command = program
    .command("list")
    .description("print the sessions as a table or as JSON")
    .option("--json", "one JSON array")
    .option("--limit <n>", "at most this many", wholeNumber)
    .option("--query <query>", "only sessions that match")
    .exitOverride()
    .action(async (options: ListCommandOptions) => end(await printList(options)));
  addScopeOptions(addStoreOptions(command));
}

export async function printList(
  options: ListCommandOptions,
  locations = locationsOf(options),
): Promise<number> {
  const { list } = await import("../commands/index.ts");
  return printOutput(() =>
    list({
      locations,
      cwd: workingDirectory(options),
      all: options.all ?? false,
      includeInternal: options.includeInternal ?? false,
      named: options.named ?? false,
      empty: options.empty ?? false,
      sort: options.sort,
      limit: options.limit,
      query: options.query ?? "",
      json: options.json ?? false,
      cacheDirectory: cacheDirectoryOf(options),
      onProgress: showProgress,
      now: Date.now(),
    }),
  );
}
