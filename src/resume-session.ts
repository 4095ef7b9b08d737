import { existsSync } from "node:fs";
import { printable } from "./model/text.ts";
import { FAILED, type ResumeOptions } from "./options.ts";
import { NOT_INSTALLED, resumeCommand, resumePlan, startAgent } from "./store/resume.ts";

export interface SessionToResume {
  readonly path: string;
  readonly id: string;
  readonly cwd: string;
  readonly agent: string | undefined;
}

/**
 * Starts the agent on a session, or prints what was asked for. The result is the exit code. `keep` is called when
 * somebody was told where the session lies.
 */
export async function resumeSession(
  session: SessionToResume,
  options: ResumeOptions,
  keep: () => void = () => {},
): Promise<number> {
  if (!existsSync(session.path)) return complain(`the session's file is gone: ${session.path}`);
  const plan = resumePlan(session, session.cwd, options.agent, process.env);
  if (options.print !== undefined) {
    const printed = { path: session.path, id: session.id, command: resumeCommand(plan) };
    // A script gets what the file says; a terminal must not obey it.
    const text = printed[options.print];
    process.stdout.write(`${process.stdout.isTTY ? printable(text) : text}\n`);
    keep();
    return 0;
  }
  const exitCode = await startAgent(plan, process.env).catch((error: Error) =>
    complain(`${plan.agent} could not be started: ${error.message}`),
  );
  if (exitCode === NOT_INSTALLED) {
    complain(`${plan.agent} is not installed. To resume this session, run:`);
    process.stdout.write(`${resumeCommand(plan)}\n`);
    keep();
  }
  return exitCode;
}

/** Says on stderr what went wrong, each line made printable; the result is the exit code for that. */
export function complain(message: string): number {
  const lines = message.split("\n").map((line) => line.replace(/\S.*/, printable));
  process.stderr.write(`treeline: ${lines.join("\n")}\n`);
  return FAILED;
}
