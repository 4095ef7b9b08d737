import {
  cacheDirectoryOf,
  FAILED,
  type IndexCommandOptions,
  locationsOf,
  USAGE_ERROR,
  workingDirectory,
} from "../options.ts";
import { showProgress } from "./progress.ts";
import { addCacheOption, addStoreOptions, type CommandPlace } from "./shared-options.ts";

/** `treeline index` */
export function addIndexCommand({ program, end }: CommandPlace): void {
  const command = program
    .command("index")
    .description("look after the index that makes starting and searching fast")
    .option("--status", "where it lies and what it holds")
    .option("--rebuild", "make it anew")
    .option("--clear", "remove it; no session is touched")
    .exitOverride()
    .action(async (options: IndexCommandOptions) => end(await lookAfterIndex(options)));
  addCacheOption(addStoreOptions(command));
}

async function lookAfterIndex(options: IndexCommandOptions): Promise<number> {
  const { status, rebuild, clear } = options;
  if ([status, rebuild, clear].filter((one) => one === true).length > 1) {
    process.stderr.write("treeline: --status, --rebuild and --clear exclude each other.\n");
    return USAGE_ERROR;
  }
  const { clearIndex, indexStatus, rebuildIndex } = await import("../commands/index.ts");
  const directory = cacheDirectoryOf(options);
  try {
    if (rebuild === true) {
      const cwd = workingDirectory(options);
      const request = { directory, locations: locationsOf(options), cwd, onProgress: showProgress };
      process.stdout.write(await rebuildIndex(request));
    } else process.stdout.write(clear === true ? clearIndex(directory) : indexStatus(directory));
    return 0;
  } catch (error) {
    process.stderr.write(`treeline: ${error instanceof Error ? error.message : String(error)}\n`);
    return FAILED;
  }
}
