import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { type FileState, fileState, sameInode } from "./file-state.ts";
import { possibleTrashes } from "./trash-folders.ts";

/** Where a file lies in the trash. */
export interface TrashedPlace {
  readonly path: string;
  readonly info: string | undefined;
}

const INFO = ".trashinfo";

/** What is new in the trash: finds what a move put there, and takes away what a failed one left. */
export class TrashNews {
  /** The notes that lay in each trash before, or are of files that were moved since. */
  readonly #known = new Map<string, Set<string>>();

  /** To be called before a file is moved. */
  lookBefore(path: string): void {
    for (const trash of possibleTrashes(path)) {
      if (!this.#known.has(trash)) this.#known.set(trash, new Set(namesIn(join(trash, "info"))));
    }
  }

  /** Finds a file that was moved to some trash: by its inode, or a copy of which a new note says whence it comes. */
  find(path: string, before: FileState): TrashedPlace | undefined {
    for (const trash of possibleTrashes(path)) {
      const found = findMoved(trash, path, before) ?? this.#findCopy(trash, path, before);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A file was moved: its note is no remains of a failure. */
  keep({ info }: TrashedPlace): void {
    if (info !== undefined) this.#known.get(dirname(dirname(info)))?.add(basename(info));
  }

  /** Takes away the notes and incomplete copies of a failed move. Only for a file that is whole at its place. */
  tidy(path: string): void {
    for (const trash of possibleTrashes(path)) {
      for (const name of this.#newOf(trash, path)) {
        // So the trash package names what it moves; others' names are left alone.
        if (!UUID.test(name)) continue;
        rmSync(join(trash, "files", name), { force: true });
        rmSync(infoIn(trash, name), { force: true });
      }
    }
  }

  #findCopy(trash: string, path: string, before: FileState): TrashedPlace | undefined {
    for (const name of this.#newOf(trash, path)) {
      const copy = join(trash, "files", name);
      if (stateIn(copy)?.size === before.size) return { path: copy, info: infoIn(trash, name) };
    }
    return undefined;
  }

  /** The names of what a trash newly says it took from a path. */
  *#newOf(trash: string, path: string): Generator<string> {
    const known = this.#known.get(trash);
    for (const info of namesIn(join(trash, "info"))) {
      if (known?.has(info) !== false || !info.endsWith(INFO)) continue;
      if (originalPath(join(trash, "info", info), trash) === path) yield info.slice(0, -INFO.length);
    }
  }
}

function findMoved(trash: string, path: string, before: FileState): TrashedPlace | undefined {
  const isMac = process.platform === "darwin";
  const files = isMac ? trash : join(trash, "files");
  for (const name of likelyFirst(namesIn(files), path)) {
    const found = stateIn(join(files, name));
    if (found !== undefined && sameInode(found, before))
      return { path: join(files, name), info: isMac ? undefined : infoIn(trash, name) };
  }
  return undefined;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const infoIn = (trash: string, name: string): string => join(trash, "info", name + INFO);

/** Where a file in the trash comes from, by its note; undefined when that does not say. */
function originalPath(info: string, trash: string): string | undefined {
  try {
    const encoded = /^Path=(.*)$/m.exec(readFileSync(info, "utf8"))?.[1];
    return encoded === undefined ? undefined : resolve(topOf(trash), decodeURIComponent(encoded));
  } catch {
    return undefined;
  }
}

/** Paths in the trash of a mount may be relative to the mount's own folder. */
function topOf(trash: string): string {
  return basename(dirname(trash)) === ".Trash" ? dirname(dirname(trash)) : dirname(trash);
}

/** Most trashes keep the name or how it begins: those are looked at first. */
function likelyFirst(names: readonly string[], path: string): readonly string[] {
  const stem = basename(path, extname(path));
  const [likely, others]: [string[], string[]] = [[], []];
  for (const name of names) (name.startsWith(stem) ? likely : others).push(name);
  return [...likely, ...others];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function stateIn(path: string): FileState | undefined {
  try {
    return fileState(path);
  } catch {
    return undefined;
  }
}
