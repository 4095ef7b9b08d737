import { existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve, sep } from "node:path";
import { isTreeFilter, type TreeFilter } from "../model/tree-filter.ts";

/** One place where sessions lie: a default store of folders, or a flat directory of the person's choice. */
export interface StoreLocation {
  readonly directory: string;
  readonly layout: "folders" | "flat";
  /** The agent that writes here; undefined when nothing tells. */
  readonly agent: string | undefined;
}

export interface LocationOptions {
  /** `--session-dir`: beats everything else. */
  readonly sessionDir?: string | undefined;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Home folder; `env.HOME` or the system's when absent. */
  readonly home?: string;
}

interface AgentDirectory {
  readonly directory: string;
  readonly agent: string;
}

/** Where sessions live, by the agents' own rules: flag, environment, settings, default stores. */
export function storeLocations(options: LocationOptions): readonly StoreLocation[] {
  const { env, cwd } = options;
  const home = options.home ?? homedir();
  if (options.sessionDir !== undefined) {
    const directory = resolve(cwd, expandHome(options.sessionDir, home));
    return [{ directory, layout: "flat", agent: agentOf(directory, home) }];
  }
  const chosen = firstSet(env, ["ATOMIC_CODING_AGENT_SESSION_DIR", "PI_CODING_AGENT_SESSION_DIR"]);
  if (chosen !== undefined) {
    const directory = resolve(cwd, expandHome(chosen.value, home));
    return [{ directory, layout: "flat", agent: agentOfVariable(chosen.name) }];
  }
  return agentDirectories(env, cwd, home).map(storeOf(cwd, home));
}

/** The agents' directories: the one that the environment names, else the default ones of all agents. */
function agentDirectories(env: NodeJS.ProcessEnv, cwd: string, home: string): readonly AgentDirectory[] {
  const chosen = firstSet(env, ["ATOMIC_CODING_AGENT_DIR", "PI_CODING_AGENT_DIR"]);
  if (chosen !== undefined) {
    return [{ directory: resolve(cwd, expandHome(chosen.value, home)), agent: agentOfVariable(chosen.name) }];
  }
  const forks = defaultDirectory("omp", home);
  const usual = [defaultDirectory("atomic", home), defaultDirectory("pi", home)];
  return existsSync(forks.directory) ? [...usual, forks] : usual;
}

function defaultDirectory(agent: string, home: string): AgentDirectory {
  return { directory: join(home, `.${agent}`, "agent"), agent };
}

function storeOf(cwd: string, home: string): (agent: AgentDirectory) => StoreLocation {
  return ({ directory, agent }) => {
    const custom = sessionDirSetting(directory);
    if (custom === undefined) return { directory: join(directory, "sessions"), layout: "folders", agent };
    return { directory: resolve(cwd, expandHome(custom, home)), layout: "flat", agent };
  };
}

/** `sessionDir` of the agent's settings. */
function sessionDirSetting(agentDirectory: string): string | undefined {
  const { sessionDir } = settingsOf(agentDirectory);
  return typeof sessionDir === "string" && sessionDir !== "" ? sessionDir : undefined;
}

/** The tree filter that an agent's settings ask for (`treeFilterMode`); the default one where none does. */
export function treeFilterSetting({ env, cwd, home = homedir() }: LocationOptions): TreeFilter {
  const modes = agentDirectories(env, cwd, home).map(({ directory }) => settingsOf(directory).treeFilterMode);
  return modes.find(isTreeFilter) ?? "default";
}

/** A settings file that cannot be read counts as empty. */
function settingsOf(agentDirectory: string): Readonly<Record<string, unknown>> {
  try {
    const settings: unknown = JSON.parse(readFileSync(join(agentDirectory, "settings.json"), "utf8"));
    return typeof settings === "object" && settings !== null ? { ...settings } : {};
  } catch {
    return {};
  }
}

function firstSet(env: NodeJS.ProcessEnv, names: readonly string[]) {
  for (const name of names) {
    const value = env[name];
    if (value !== undefined && value !== "") return { name, value };
  }
  return undefined;
}

function agentOfVariable(name: string): string {
  return name.startsWith("ATOMIC") ? "atomic" : "pi";
}

function agentOf(directory: string, home: string): string | undefined {
  return ["atomic", "pi", "omp"].find((agent) => {
    const own = join(home, `.${agent}`);
    return directory === own || isBelow(directory, own);
  });
}

/** Whether a path lies in a directory or in one of its folders. */
export function isBelow(path: string, directory: string): boolean {
  return path.startsWith(directory + sep);
}

/** A path whose leading `~` stands for the home folder. */
export function expandHome(path: string, home: string): string {
  if (path === "~") return home;
  return path.startsWith("~/") || path.startsWith("~\\") ? join(home, path.slice(2)) : path;
}

/** A session directory that a caller names, as an absolute path: relative to the current directory, `~` is home. */
export function sessionDirectory(asked: string | undefined): string | undefined {
  return asked === undefined ? undefined : resolve(expandHome(asked, homedir()));
}

/**
 * The sessions in use when treeline runs inside an agent's shell, as sessions are known: links resolved. Two when one
 * agent was started from within the other.
 */
export function runningSessions(env: NodeJS.ProcessEnv): readonly string[] {
  return ["ATOMIC_SESSION_FILE", "PI_SESSION_FILE"].flatMap((name) => {
    const path = firstSet(env, [name])?.value;
    return path === undefined ? [] : [resolved(path)];
  });
}

function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
