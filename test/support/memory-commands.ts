import type {
  DeletionCandidate,
  DeletionFailure,
  DeletionReport,
  DeletionRequest,
} from "../../src/store/delete-sessions.ts";
import type { SessionCommands } from "../../src/store/session-commands.ts";
import type { TrashedSession } from "../../src/store/trash-journal.ts";
import type { Trashed } from "../../src/store/trashed.ts";
import { trashedSample } from "./trashed-sample.ts";

const STATE = { size: 1, mtimeMs: 1, ctimeMs: 1, birthtimeMs: 1, inode: 1, device: 1 };

/** Commands that change nothing; they remember what they were asked for. */
export class MemoryCommands implements SessionCommands {
  readonly renamed: (readonly [path: string, name: string])[] = [];
  readonly deleted: DeletionRequest[] = [];
  readonly restored: string[] = [];
  /** Why the next command fails; undefined when it works. */
  failure: string | undefined;
  /** Where there is no trash, and why. */
  readonly withoutTrash = new Map<string, string>();
  /** What happens to a file instead of being deleted, once. */
  readonly failures = new Map<string, Pick<DeletionFailure, "kind" | "reason">>();
  /** Where something else is now. */
  readonly occupied = new Set<string>();
  /** What is waited for before sessions are deleted. */
  beforeDelete: Promise<void> = Promise.resolve();

  async rename(path: string, name: string): Promise<void> {
    if (this.failure !== undefined) throw new Error(this.failure);
    this.renamed.push([path, name]);
  }

  async examine(paths: readonly string[]): Promise<readonly DeletionCandidate[]> {
    return paths.map((path) => {
      const reason = this.withoutTrash.get(path);
      const destination =
        reason === undefined
          ? { kind: "trash" as const }
          : { kind: "none" as const, reason, removable: true };
      return { path, state: STATE, destination };
    });
  }

  async delete(
    request: DeletionRequest,
    onProgress: (done: number, total: number) => void,
  ): Promise<DeletionReport> {
    this.deleted.push(request);
    onProgress(1, request.targets.length);
    await this.beforeDelete;
    const trashed: TrashedSession[] = [];
    const removed: string[] = [];
    const failures: DeletionFailure[] = [];
    for (const { path } of this.stops === 0 ? request.targets : request.targets.slice(0, 1)) {
      const failure = this.failures.get(path);
      const reason = request.permanent ? undefined : this.withoutTrash.get(path);
      this.failures.delete(path);
      if (failure !== undefined) failures.push({ path, ...failure });
      else if (reason !== undefined) failures.push({ path, kind: "noTrash", reason });
      else if (request.permanent) removed.push(path);
      else trashed.push(trashedSample(path));
    }
    return { trashed, removed, failures };
  }

  /** How often it was asked to stop. */
  stops = 0;

  stop() {
    this.stops++;
  }

  async restore(trashed: readonly Trashed[]) {
    const paths = trashed.map(({ path }) => path);
    const restored = paths.filter((path) => !this.occupied.has(path));
    const failures = paths
      .filter((path) => this.occupied.has(path))
      .map((path) => ({ path, kind: "occupied" as const, reason: "something is there now" }));
    this.restored.push(...restored);
    return { restored, failures };
  }

  close() {}
}
