import { type Command, InvalidArgumentError, Option } from "commander";

/** What every command is told: where it is added, and whom to tell how it ended. */
export interface CommandPlace {
  readonly program: Command;
  /** The folder that the workers lie in. */
  readonly home: URL;
  readonly end: (exitCode: number) => void;
}

export function addStoreOptions(command: Command): Command {
  return command
    .option("--session-dir <dir>", "read this directory instead of the agents' stores")
    .option("--cwd <dir>", "take this for the current folder");
}

export function addFolderOptions(command: Command): Command {
  return command
    .option("--all", "sessions of all folders, not only of the current one")
    .option("--include-internal", "also sessions that a workflow owns");
}

export function addCacheOption(command: Command): Command {
  return command.option("--cache-dir <dir>", "keep the index in this directory");
}

export function addScopeOptions(command: Command): Command {
  return addCacheOption(addFolderOptions(command))
    .option("--named", "only sessions with a name")
    .option("--empty", "only sessions without a message of yours")
    .addOption(
      new Option("--sort <order>", "order of the rows")
        .choices(["threaded", "recent", "relevance"])
        .default("threaded"),
    );
}

export function addResumeOptions(command: Command): Command {
  return command
    .option("--agent <name>", "resume with this agent instead of the session's own")
    .addOption(new Option("--print <what>", "print instead of resuming").choices(["path", "id", "command"]));
}

export function addWatchOption(command: Command): Command {
  return command.option("--no-watch", "look for changes on disk only when asked: CTRL+L, F5");
}

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
