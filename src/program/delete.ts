import {
  type DeleteCommandOptions,
  FAILED,
  findOptions,
  LEFT_WITHOUT_CHOOSING,
  USAGE_ERROR,
} from "../options.ts";
import { complain } from "../resume-session.ts";
import { runningSessions } from "../store/locations.ts";
import { ask, canAsk } from "./ask.ts";
import { addStoreOptions, type CommandPlace } from "./shared-options.ts";
import { isSystemError } from "./system-error.ts";

/** `treeline delete` */
export function addDeleteCommand({ program, end }: CommandPlace): void {
  const command = program
    .command("delete")
    .description("move sessions to the trash")
    .argument("<session...>", "paths, ids or starts of ids")
    .option("--yes", "do not ask")
    .option("--permanent", "remove them for good")
    .exitOverride()
    .action(async (sessions: string[], options: DeleteCommandOptions) =>
      end(await deleteAsked(sessions, options)),
    );
  addStoreOptions(command);
}

async function deleteAsked(asked: readonly string[], options: DeleteCommandOptions): Promise<number> {
  const commands = await import("../commands/index.ts");
  const permanent = options.permanent === true;
  const running = runningSessions(process.env);
  try {
    const plan = await commands.planDeletion({
      asked,
      find: findOptions(options),
      permanent,
      runningSessions: running,
      now: Date.now(),
    });
    process.stderr.write(plan.refusals);
    if (plan.targets.length === 0) return FAILED;
    const refused = options.yes === true ? undefined : await confirm(plan.question, permanent);
    if (refused !== undefined) return refused;
    const output = await commands.carryOutDeletion(plan, { permanent, runningSessions: running });
    process.stderr.write(output.stderr);
    return output.failed || plan.refusals !== "" ? FAILED : 0;
  } catch (error) {
    const { SessionError, SessionNotFoundError } = commands;
    if (error instanceof SessionNotFoundError || error instanceof SessionError || isSystemError(error))
      return complain(error.message);
    throw error;
  }
}

/** Undefined when the person agrees, else the exit code. */
async function confirm(question: string, permanent: boolean): Promise<number | undefined> {
  process.stderr.write(question);
  if (!canAsk()) {
    complain("nobody is there to be asked. To delete without a question: --yes");
    return USAGE_ERROR;
  }
  const answer = await ask(permanent ? "Type delete to remove this for good: " : "Delete this? [y/N] ");
  if (permanent ? answer === "delete" : /^y(es)?$/i.test(answer ?? "")) return undefined;
  process.stderr.write(`${answer === undefined ? "\n" : ""}Nothing was deleted.\n`);
  return answer === undefined ? LEFT_WITHOUT_CHOOSING : FAILED;
}
