import { type ContinueCommandOptions, findOptions, workingDirectory } from "../options.ts";
import { complain, resumeSession } from "../resume-session.ts";
import { addResumeOptions, addStoreOptions, type CommandPlace } from "./shared-options.ts";
import { isSystemError } from "./system-error.ts";

/** `treeline continue` */
export function addContinueCommand({ program, end }: CommandPlace): void {
  const command = program
    .command("continue")
    .description("go on from an entry of a session, as the tree does")
    .argument("<session>", "a path, an id or the start of one")
    .argument("<entry>", "the id of the entry")
    .option("--new", "in a new session; without it in the same file")
    .option("--note <text>", "leave a summary of the branch that is left")
    .exitOverride()
    .action(async (session: string, entry: string, options: ContinueCommandOptions) =>
      end(await continueSession(session, entry, options)),
    );
  addResumeOptions(addStoreOptions(command));
}

async function continueSession(
  asked: string,
  entry: string,
  options: ContinueCommandOptions,
): Promise<number> {
  const { continueAt, findSession, SessionError, SessionNotFoundError } = await import(
    "../commands/index.ts"
  );
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
