import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { build } from "esbuild";
import { readSessionFile } from "../../src/store/session-file.ts";

/** How often each state was found after a kill. */
export interface KillCounts {
  readonly old: number;
  readonly migrated: number;
  readonly appended: number;
  /** Neither the old file nor the new one, complete. */
  readonly broken: readonly string[];
}

const MESSAGES = 400;
/** The migrator is through with a few files in this time: ms. */
const LONGEST_LIFE_MS = 150;

/** A session of version 1: entries without ids. */
function oldSession(): string {
  const timestamp = "2025-01-01T00:00:00.000Z";
  const lines: object[] = [{ type: "session", id: "old", timestamp, cwd: "/w" }];
  for (let i = 0; i < MESSAGES; i++)
    lines.push({
      type: "message",
      timestamp,
      message: { role: "user", content: `${i} ${"words ".repeat(60)}` },
    });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Kills a process that migrates and appends `kills` times, at moments that `random` (0 to 1) chooses. */
export async function killedMigrations(kills: number, random: () => number): Promise<KillCounts> {
  const folder = mkdtempSync(join(tmpdir(), "treeline-kills-"));
  const script = join(folder, "migrator.mjs");
  const template = join(folder, "template");
  writeFileSync(template, oldSession());
  const entryPoints = ["test/support/migrator.ts"];
  await build({ entryPoints, outfile: script, bundle: true, platform: "node", format: "esm" });
  const counts = { old: 0, migrated: 0, appended: 0, broken: [] as string[] };
  try {
    for (let kill = 0; kill < kills; kill++) {
      const store = mkdtempSync(join(folder, "store-"));
      await killOne(script, template, store, random() * LONGEST_LIFE_MS);
      for (const name of readdirSync(store)) {
        if (!name.endsWith(".jsonl")) continue;
        const state = stateOf(join(store, name), template);
        if (state === undefined) counts.broken.push(`kill ${kill}: ${name}`);
        else counts[state]++;
      }
      rmSync(store, { recursive: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return counts;
}

async function killOne(script: string, template: string, store: string, after: number): Promise<void> {
  const child = spawn(process.execPath, [script, template, store], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  await setTimeout(after);
  child.kill("SIGKILL");
  await exited;
}

function stateOf(path: string, template: string): "old" | "migrated" | "appended" | undefined {
  const bytes = readFileSync(path);
  if (bytes.equals(readFileSync(template))) return "old";
  const { entries, diagnostics, header } = readSessionFile(path);
  const isWhole = header?.version === 3 && diagnostics.length === 0 && bytes.at(-1) === 0x0a;
  if (!isWhole) return undefined;
  if (entries.length === MESSAGES) return "migrated";
  const last = entries.at(-1);
  const isAppended = last?.type === "session_info" && entries.length === MESSAGES + 1;
  return isAppended ? "appended" : undefined;
}
