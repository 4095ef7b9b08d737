import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { shellWord } from "../model/shell.ts";

/** How to go on with a session: which program, on which file, in which folder. */
export interface ResumePlan {
  readonly agent: string;
  readonly sessionFile: string;
  readonly cwd: string;
}

const USUAL_AGENTS = ["atomic", "pi"] as const;

/** The exit code of a shell for a command that is not installed. */
export const NOT_INSTALLED = 127;

/** The plan for a session: the agent asked for, else the one whose store it lies in, else one that is installed. */
export function resumePlan(
  session: { readonly path: string; readonly agent: string | undefined },
  cwd: string,
  agent: string | undefined,
  env: NodeJS.ProcessEnv,
): ResumePlan {
  const installed = USUAL_AGENTS.find((name) => findExecutable(name, env) !== undefined);
  return { agent: agent ?? session.agent ?? installed ?? USUAL_AGENTS[0], sessionFile: session.path, cwd };
}

/** The command line that does the same in a shell. */
export function resumeCommand({ agent, sessionFile, cwd }: ResumePlan): string {
  return `cd ${shellWord(cwd)} && ${shellWord(agent)} --session ${shellWord(sessionFile)}`;
}

/** The file that a shell would run for `name`, or undefined. */
export function findExecutable(name: string, env: NodeJS.ProcessEnv): string | undefined {
  if (name.includes("/")) return isExecutable(name) ? name : undefined;
  const suffixes = process.platform === "win32" ? [".cmd", ".exe", ".bat"] : [""];
  for (const folder of (env.PATH ?? "").split(delimiter)) {
    for (const suffix of suffixes) {
      const candidate = join(folder === "" ? "." : folder, name + suffix);
      if (isExecutable(candidate)) return candidate;
    }
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether a session's folder is still there. */
export function directoryExists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Hands the terminal over to the agent, without a shell, and waits for its end. The result is the agent's exit
 * code, 128 + the signal's number when a signal ended it, or 127 when it is not installed.
 */
export async function startAgent(plan: ResumePlan, env: NodeJS.ProcessEnv): Promise<number> {
  const executable = findExecutable(plan.agent, env);
  if (executable === undefined) return NOT_INSTALLED;
  // CTRL+C goes to the whole group; only the agent decides what it means.
  const ignore = () => {};
  process.on("SIGINT", ignore);
  process.on("SIGQUIT", ignore);
  try {
    return await new Promise((settle, reject) => {
      const child = spawn(executable, ["--session", plan.sessionFile], {
        cwd: plan.cwd,
        env,
        stdio: "inherit",
      });
      const forward = (signal: NodeJS.Signals) => child.kill(signal);
      process.on("SIGTERM", forward);
      process.on("SIGHUP", forward);
      child.once("close", () => {
        process.off("SIGTERM", forward);
        process.off("SIGHUP", forward);
      });
      child.once("error", reject);
      child.once("exit", (code, signal) => settle(code ?? 128 + signalNumber(signal)));
    });
  } finally {
    process.off("SIGINT", ignore);
    process.off("SIGQUIT", ignore);
  }
}

function signalNumber(signal: NodeJS.Signals | null): number {
  const numbers: Partial<Record<NodeJS.Signals, number>> = {
    SIGHUP: 1,
    SIGINT: 2,
    SIGQUIT: 3,
    SIGKILL: 9,
    SIGTERM: 15,
  };
  return signal === null ? 0 : (numbers[signal] ?? 0);
}
