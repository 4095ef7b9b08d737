/** Whether a watched list ends up as the disk is, after half a minute in which everything changes at random. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { listSessions } from "../src/store/listing.ts";
import { WorkerCatalog } from "../src/store/worker-catalog.ts";
import { makeRandom } from "./random.ts";

/** A change is on the screen long before; then nothing more is expected. */
const SETTLED_MS = 5_000;
const PAUSE_MS = 5;

export interface ChurnResult {
  readonly changes: number;
  readonly sessions: number;
  readonly isSame: boolean;
}

/** Creates, changes, moves and deletes files of a copy of a store for so many ms, watched by the program's worker. */
export async function churn(store: string, duration: number): Promise<ChurnResult> {
  const copy = mkdtempSync(join(tmpdir(), "treeline-bench-churn-"));
  cpSync(store, copy, { recursive: true, preserveTimestamps: true });
  const request = {
    locations: [{ directory: copy, layout: "folders", agent: "atomic" } as const],
    cwd: "/",
    watch: true,
    cacheDirectory: undefined,
    news: undefined,
  };
  const worker = new URL("../dist/catalog-worker.js", import.meta.url);
  const catalog = new WorkerCatalog(worker, request);
  try {
    const changes = await changeAtRandom(copy, duration);
    await setTimeout(SETTLED_MS);
    const { sessions, diagnostics } = catalog.getSnapshot();
    const fresh = [...listSessions(request)];
    const isSame =
      isDeepStrictEqual(inOrder(sessions), inOrder(fresh.flatMap((batch) => batch.sessions))) &&
      isDeepStrictEqual(inOrder(diagnostics), inOrder(fresh.flatMap((batch) => batch.diagnostics)));
    return { changes, sessions: sessions.length, isSame };
  } finally {
    catalog.close();
    rmSync(copy, { recursive: true, force: true });
  }
}

const inOrder = <T extends { readonly path: string }>(items: readonly T[]) =>
  [...items].sort((a, b) => (a.path < b.path ? -1 : 1));

async function changeAtRandom(store: string, duration: number): Promise<number> {
  const random = makeRandom(duration);
  const paths = readdirSync(store, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const deadline = performance.now() + duration;
  let changes = 0;
  while (performance.now() < deadline) {
    const index = Math.floor(random() * paths.length);
    const path = paths[index] ?? "";
    const next = changeOne(path, Math.floor(random() * 7), changes++);
    paths.splice(index, 1, ...next);
    // In bursts, as programs do it, and in between as people do.
    if (random() < 0.2) await setTimeout(PAUSE_MS + random() * PAUSE_MS);
  }
  return changes;
}

/** Does one thing to a file; the result is what is there now instead of it. */
function changeOne(path: string, deed: number, step: number): readonly string[] {
  const timestamp = new Date().toISOString();
  const entry = {
    type: "session_info",
    id: `churn-${step}`,
    parentId: null,
    timestamp,
    name: `churn ${step}`,
  };
  const line = `${JSON.stringify(entry)}\n`;
  if (deed === 0) {
    rmSync(path);
    return [];
  }
  if (deed === 1) {
    const moved = path.replace(/(-moved\d*)?\.jsonl$/, `-moved${step}.jsonl`);
    renameSync(path, moved);
    return [moved];
  }
  if (deed === 2) truncateSync(path, Math.floor(readFileSync(path).length / 2));
  else if (deed === 3) appendFileSync(path, line.slice(0, 40));
  else if (deed === 4) appendFileSync(path, line);
  else return [path, createSession(dirname(dirname(path)), step, line)];
  return [path];
}

function createSession(store: string, step: number, line: string): string {
  const cwd = `/churn/${step % 20}`;
  const folder = join(store, `--churn-${step % 20}--`);
  mkdirSync(folder, { recursive: true });
  const header = {
    type: "session",
    version: 3,
    id: `churn-${step}`,
    timestamp: new Date().toISOString(),
    cwd,
  };
  const path = join(folder, `${step}.jsonl`);
  writeFileSync(path, `${JSON.stringify(header)}\n${line}`);
  return path;
}
