import { type LabelsCommandOptions, locationsOf, workingDirectory } from "../options.ts";
import { addFolderOptions, addStoreOptions, type CommandPlace } from "./shared-options.ts";

/** `treeline labels` */
export function addLabelsCommand({ program, end }: CommandPlace): void {
  const command = program
    .command("labels")
    .description("print the labelled entries of the sessions as a table or as JSON")
    .option("--json", "one JSON array")
    .exitOverride()
    .action(async (options: LabelsCommandOptions) => end(await printLabels(options)));
  addFolderOptions(addStoreOptions(command));
}

async function printLabels(options: LabelsCommandOptions): Promise<number> {
  const { labels } = await import("../commands/index.ts");
  const output = labels({
    locations: locationsOf(options),
    cwd: workingDirectory(options),
    all: options.all ?? false,
    includeInternal: options.includeInternal ?? false,
    json: options.json ?? false,
    now: Date.now(),
  });
  process.stderr.write(output.stderr);
  for (const piece of output.stdout) process.stdout.write(piece);
  return 0;
}
