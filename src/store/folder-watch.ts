import { statSync } from "node:fs";
import { FSWatcher } from "chokidar";
import { isRemote } from "./remote.ts";

export interface FolderWatchers {
  /** Something happened to an entry of a folder, or to the folder itself; without a name, to nobody knows what. */
  readonly onEvent: (folder: string, name: string | undefined) => void;
  /** From now on everything is noticed; what happened before that may have been missed. */
  readonly onReady: () => void;
  /** The system does not tell, or not all. */
  readonly onTrouble: (reason: string) => void;
}

/**
 * Chokidar reads the whole folder again after every event, and asks the system for each file in it: with 10,000 files
 * that would be a third of a second for every line an agent writes. What lies in the folders is known already; here
 * only what the system tells is wanted.
 */
class EventWatcher extends FSWatcher {
  override _readdirp(): undefined {
    return undefined;
  }
}

/** Watches folders, not what lies below them. */
export class FolderWatch {
  readonly #watchers: FolderWatchers;
  readonly #open = new Map<string, { readonly inode: number; readonly watcher: FSWatcher }>();

  constructor(watchers: FolderWatchers) {
    this.#watchers = watchers;
  }

  /**
   * Watches these folders and no others; settles when it does. A folder that stands in the place of another one is
   * watched anew.
   */
  async follow(folders: Iterable<string>): Promise<void> {
    const wanted = new Map<string, number>();
    for (const folder of folders) {
      const inode = inodeOf(folder);
      if (inode !== undefined) wanted.set(folder, inode);
    }
    for (const [folder, { inode, watcher }] of this.#open) {
      if (wanted.get(folder) === inode) continue;
      this.#open.delete(folder);
      void watcher.close();
    }
    const added: Promise<void>[] = [];
    for (const [folder, inode] of wanted) if (!this.#open.has(folder)) added.push(this.#watch(folder, inode));
    if (added.length === 0) return;
    await Promise.all(added);
    this.#watchers.onReady();
  }

  close(): void {
    for (const { watcher } of this.#open.values()) void watcher.close();
    this.#open.clear();
  }

  #watch(folder: string, inode: number): Promise<void> {
    if (isRemote(folder)) {
      this.#watchers.onTrouble("a network file system does not tell of changes");
      return Promise.resolve();
    }
    const watcher = new EventWatcher({ depth: 0, ignoreInitial: true });
    this.#open.set(folder, { inode, watcher });
    watcher.on("raw", (_event, name, details) => {
      const isOfFolder = isRecord(details) && details.watchedPath === folder;
      this.#watchers.onEvent(folder, isOfFolder && typeof name === "string" ? name : undefined);
    });
    watcher.on("error", (error) => this.#watchers.onTrouble(reasonOf(error)));
    return new Promise((settle) => {
      watcher.on("ready", () => settle());
      watcher.add(folder);
    });
  }
}

/** Undefined for a folder that is gone or cannot be reached: reading it says why, and watching it is no use. */
function inodeOf(folder: string): number | undefined {
  try {
    return statSync(folder).ino;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  return code === "ENOSPC" || code === "EMFILE"
    ? "the system's limit for watching is reached"
    : error.message;
}
