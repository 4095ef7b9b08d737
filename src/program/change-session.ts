import type { Command } from "commander";
import { type EditCommandOptions, findOptions, type StoreOptions } from "../options.ts";
import { complain } from "../resume-session.ts";
import { isSystemError } from "./system-error.ts";

type Commands = typeof import("../commands/index.ts");

/** Changes the session that is meant, or says why that cannot be done. The result is the exit code. */
export async function changeSession(
  asked: string,
  options: StoreOptions,
  change: (commands: Commands, path: string) => void,
): Promise<number> {
  const commands = await import("../commands/index.ts");
  const { findSession, SessionError, SessionNotFoundError } = commands;
  try {
    change(commands, findSession(asked, findOptions(options)).path);
    return 0;
  } catch (error) {
    if (error instanceof SessionNotFoundError || error instanceof SessionError || isSystemError(error))
      return complain(error.message);
    throw error;
  }
}

/**
 * The text to set, empty to clear it. A script whose variable happens to be empty must not clear anything: a wrong
 * command line ends the command.
 */
export function wantedText(
  command: Command,
  what: string,
  text: string | undefined,
  { clear }: EditCommandOptions,
): string {
  const isGiven = text !== undefined && text.trim() !== "";
  if (isGiven && clear === true) command.error(`error: give a ${what} or --clear, not both`);
  if (!isGiven && clear !== true) command.error(`error: give a ${what} that is not blank, or --clear`);
  return isGiven ? text : "";
}
