import { cacheDirectoryOf, locationsOf, type SearchCommandOptions, workingDirectory } from "../options.ts";
import { printOutput } from "./print-output.ts";
import { showProgress } from "./progress.ts";
import { addCacheOption, addStoreOptions, type CommandPlace, wholeNumber } from "./shared-options.ts";

/** Where nobody looks at a terminal, lines may be long. */
const COLUMNS = 160;

/** `treeline search` */
export function addSearchCommand({ program, end }: CommandPlace): void {
  const command = program
    .command("search")
    .description("print the entries of all sessions that match a query")
    .argument(
      "<query...>",
      'words, "phrases", re:patterns and fields, as in the picker; behind -- also -word',
    )
    .option("--json", "one JSON array")
    .option("--limit <n>", "at most this many entries", wholeNumber, 50)
    .option("--include-internal", "also sessions that a workflow owns")
    .exitOverride()
    .action(async (query: string[], options: SearchCommandOptions) =>
      end(await printHits(query.join(" "), options)),
    );
  addCacheOption(addStoreOptions(command));
}

async function printHits(query: string, options: SearchCommandOptions): Promise<number> {
  const { search } = await import("../commands/index.ts");
  return printOutput(() =>
    search({
      locations: locationsOf(options),
      cwd: workingDirectory(options),
      all: true,
      includeInternal: options.includeInternal ?? false,
      named: false,
      empty: false,
      sort: "relevance",
      limit: options.limit,
      query,
      json: options.json ?? false,
      cacheDirectory: cacheDirectoryOf(options),
      onProgress: showProgress,
      columns: process.stdout.columns ?? COLUMNS,
      now: Date.now(),
    }),
  );
}
