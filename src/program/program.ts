import { Command, CommanderError } from "commander";
import { USAGE_ERROR } from "../options.ts";
import { version } from "../version.ts";
import { addContinueCommand } from "./continue.ts";
import { addDeleteCommand } from "./delete.ts";
import { addIndexCommand } from "./index-command.ts";
import { addLabelCommand } from "./label.ts";
import { addLabelsCommand } from "./labels.ts";
import { addListCommand } from "./list.ts";
import { addNameCommand } from "./name.ts";
import { addPicker } from "./pick.ts";
import { addRestoreCommand } from "./restore.ts";
import { addSearchCommand } from "./search.ts";
import { addTreeCommand } from "./tree.ts";

/** Runs the program with its arguments; `home` is the folder its workers lie in. The result is its exit code. */
export async function run(args: readonly string[], home: URL): Promise<number> {
  let exitCode = 0;
  const program = new Command("treeline")
    .description("Find a session of the coding agents Atomic and pi, see its branches, and resume it.")
    .version(version)
    .exitOverride()
    .enablePositionalOptions();
  const end = (code: number) => {
    exitCode = code;
  };
  const place = { program, home, end };
  addPicker(place);
  addListCommand(place);
  addSearchCommand(place);
  addTreeCommand(place);
  addContinueCommand(place);
  addDeleteCommand(place);
  addRestoreCommand(place);
  addNameCommand(place);
  addLabelCommand(place);
  addLabelsCommand(place);
  addIndexCommand(place);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    throw error;
  }
  return exitCode;
}
