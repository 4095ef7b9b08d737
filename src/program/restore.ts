import { homedir } from "node:os";
import { FAILED, type RestoreCommandOptions } from "../options.ts";
import { complain } from "../resume-session.ts";
import type { CommandPlace } from "./shared-options.ts";
import { isSystemError } from "./system-error.ts";

/** `treeline restore` */
export function addRestoreCommand({ program, end }: CommandPlace): void {
  program
    .command("restore")
    .description("list the sessions that treeline put in the trash, or bring them back")
    .argument("[session...]", "paths, ids or starts of ids; without them they are listed")
    .option("--all", "bring all of them back")
    .option("--json", "list them as a JSON array")
    .exitOverride()
    .action(async (sessions: string[], options: RestoreCommandOptions) =>
      end(await restoreAsked(sessions, options)),
    );
}

async function restoreAsked(asked: readonly string[], options: RestoreCommandOptions): Promise<number> {
  const { listTrashed, NOTHING, restore, TrashedNotFoundError } = await import("../commands/index.ts");
  const all = options.all === true;
  try {
    if (asked.length === 0 && !all) {
      const list = listTrashed({ json: options.json === true, now: Date.now() });
      if (list === "") process.stderr.write(`${NOTHING}\n`);
      process.stdout.write(list);
      return 0;
    }
    const output = await restore({ asked, all, home: homedir() });
    process.stderr.write(output.stderr);
    return output.failed ? FAILED : 0;
  } catch (error) {
    if (error instanceof TrashedNotFoundError || isSystemError(error)) return complain(error.message);
    throw error;
  }
}
