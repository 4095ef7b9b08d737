import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { FileFacts } from "../model/digest-fold.ts";
import { folderName } from "../model/folder-name.ts";
import type { FileDiagnostic, StorePlace } from "./catalog.ts";
import { isBelow, type StoreLocation } from "./locations.ts";

/** What lies in the stores, before anything is read. */
export interface FoundFiles {
  /** The order to read in: the folder of `cwd` first, each part newest first. */
  readonly files: readonly FileFacts[];
  readonly places: readonly StorePlace[];
  readonly diagnostics: readonly FileDiagnostic[];
  /** The folders that were looked into, links resolved, and the agent whose sessions lie there. */
  readonly folders: ReadonlyMap<string, string | undefined>;
  /** Directories in these that were not looked into, and those that could not be read. */
  readonly passedOver: readonly string[];
}

export const EXTENSION = ".jsonl";

/**
 * All session files of the stores, each once. Folders may be links to folders and are followed one level deep;
 * links to files, dangling links and directories with a file's name are passed over.
 */
export function findFiles(locations: readonly StoreLocation[], cwd: string): FoundFiles {
  const search = new Search(folderName(cwd));
  const places = locations.map((location) => ({
    directory: location.directory,
    exists: search.store(location),
  }));
  const newestFirst = (a: FileFacts, b: FileFacts) => b.mtime - a.mtime;
  const files = [...search.near.sort(newestFirst), ...search.far.sort(newestFirst)];
  const { diagnostics, folders, passedOver } = search;
  return {
    files,
    places,
    diagnostics,
    folders,
    passedOver: passedOver.filter((path) => !search.read.has(path)),
  };
}

/** The folders below which everything was looked at. */
export function completeFolders({ folders, passedOver }: FoundFiles): readonly string[] {
  return [...folders.keys()].filter(
    (folder) => !passedOver.some((path) => path === folder || isBelow(path, folder)),
  );
}

/** Whether a folder is one of those in which the files of a store lie; links resolved. */
export function isFolderOf({ directory, layout }: StoreLocation, folder: string): boolean {
  if (folder === directory) return true;
  return dirname(folder) === directory && (layout === "folders" || isOfAgent(basename(folder)));
}

/** A flat directory is the person's own: only folders that an agent made are looked into. */
const isOfAgent = (folder: string) => folder.startsWith("--");

class Search {
  readonly near: FileFacts[] = [];
  readonly far: FileFacts[] = [];
  readonly diagnostics: FileDiagnostic[] = [];
  readonly #nearFolder: string;
  readonly folders = new Map<string, string | undefined>();
  /** Those of them that could be read. */
  readonly read = new Set<string>();
  readonly passedOver: string[] = [];

  constructor(nearFolder: string) {
    this.#nearFolder = nearFolder;
  }

  /** False when the store does not exist. */
  store({ directory, layout, agent }: StoreLocation): boolean {
    const entries = this.#folder(directory, agent, layout === "flat");
    if (entries === undefined) return false;
    for (const entry of entries) {
      if (!entry.isDirectory() && !entry.isSymbolicLink()) continue;
      if (layout === "flat" && !isOfAgent(entry.name)) {
        if (entry.isDirectory()) this.passedOver.push(join(entry.parentPath, entry.name));
        continue;
      }
      const folder = join(directory, entry.name);
      if (entry.isSymbolicLink() && !isFolder(folder)) continue;
      this.#folder(folder, agent, entry.name === this.#nearFolder);
    }
    return true;
  }

  #folder(directory: string, agent: string | undefined, isNear: boolean): readonly Dirent[] | undefined {
    let folder = directory;
    try {
      folder = realpathSync(directory);
      if (this.folders.has(folder)) return [];
      this.folders.set(folder, agent);
      const entries = readdirSync(folder, { withFileTypes: true });
      this.read.add(folder);
      for (const entry of entries) {
        if (entry.isFile() && entry.name.endsWith(EXTENSION))
          this.#file(join(folder, entry.name), agent, isNear);
      }
      return entries;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      this.passedOver.push(folder);
      this.diagnostics.push({
        path: directory,
        reason: error instanceof Error ? error.message : String(error),
      });
      return [];
    }
  }

  #file(path: string, agent: string | undefined, isNear: boolean): void {
    const file = fileFacts(path, agent);
    if (file !== undefined) (isNear ? this.near : this.far).push(file);
  }
}

/** What the system tells of a session file; undefined when there is no such file, or it is a link or a folder. */
export function fileFacts(path: string, agent: string | undefined): FileFacts | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile()) return undefined;
  return {
    path,
    baseName: basename(path, EXTENSION),
    size: stat.size,
    mtime: stat.mtimeMs,
    ctime: stat.ctimeMs,
    inode: stat.ino,
    agent,
  };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
