import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nameParts } from "../model/digest-fold.ts";
import type { StoreLocation } from "./locations.ts";

/** A temporary copy of the sample sessions; what happens there never touches the samples. */
export interface DemoStore {
  readonly locations: readonly StoreLocation[];
  /** Id of the sample with the most to see in its tree. */
  readonly sample: string;
  /** Variables with which deleting uses a trash of the demo's own: nobody wants samples in theirs. */
  readonly env: NodeJS.ProcessEnv;
  /** Where its index lies: nobody wants samples in theirs. */
  readonly cacheDirectory: string;
  /** Leaves the copy where it is, for somebody who was told its path. */
  keep(): void;
}

const AGENTS = ["atomic", "pi"] as const;
/** Id of the sample session with the most branches. */
const BRANCHED_SAMPLE = "0199d3c0-5a1e-7b40-9c21-3f6d8e2a7b10";
/** The home folder that the samples speak of. */
const SAMPLE_HOME = "/home/ada";

/**
 * Copies the sample sessions to a temporary folder and turns their links among each other towards the copy. The
 * copy is removed when the process ends.
 */
export function openDemo(samples = fileURLToPath(new URL("../fixtures", import.meta.url))): DemoStore {
  const home = mkdtempSync(join(realpathSync(tmpdir()), "treeline-demo-"));
  const locations = AGENTS.map((agent): StoreLocation => {
    const directory = join(home, `.${agent}`, "agent", "sessions");
    cpSync(join(samples, agent, "sessions"), directory, { recursive: true });
    settle(directory, `${SAMPLE_HOME}/.${agent}/agent`, join(home, `.${agent}`, "agent"));
    return { directory, layout: "folders", agent };
  });
  const remove = () => rmSync(home, { recursive: true, force: true });
  process.once("exit", remove);
  const env = { ...process.env, XDG_DATA_HOME: join(home, "data"), XDG_STATE_HOME: join(home, "state") };
  const cacheDirectory = join(home, "cache");
  return { locations, sample: BRANCHED_SAMPLE, env, cacheDirectory, keep: () => process.off("exit", remove) };
}

/** Turns links towards the copy and gives each file the time of its session. */
function settle(directory: string, from: string, to: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, "utf8");
    const { time } = nameParts(basename(entry.name, ".jsonl"));
    if (text.includes(from)) writeFileSync(path, text.replaceAll(from, JSON.stringify(to).slice(1, -1)));
    // A copy is new, but its sessions are not: the newest are read first.
    if (time !== undefined) utimesSync(path, time / 1000, time / 1000);
  }
}
