import { existsSync, lstatSync, realpathSync, type Stats, statfsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { TrashDestination } from "../model/deletion-question.ts";
import { fileStat } from "./file-state.ts";
import { folderProblem, nearestExisting, reasonOf } from "./folder-problem.ts";
import { isRemote } from "./remote.ts";
import { findExecutable } from "./resume.ts";
import { homeTrash, mountPoints, mountTrash } from "./trash-folders.ts";

/** A folder of trash that would take a file. */
interface Place {
  readonly directory: string;
  /** It is kept by the mount that the file lies on; else it is the home folder's. */
  readonly isOfMount: boolean;
}

/** Why there is no such folder. */
interface NoPlace {
  readonly problem: string;
}

const TRASH: TrashDestination = { kind: "trash" };

/** The names under which people have a command that moves files to a trash. */
const TRASH_COMMANDS = ["trash", "trash-put"] as const;

/** A command of the person that moves files to a trash. */
export function trashCommand(
  env: NodeJS.ProcessEnv,
): { readonly name: string; readonly executable: string } | undefined {
  // Windows runs scripts only through a shell, and that reads file names as commands.
  if (process.platform === "win32") return undefined;
  for (const name of TRASH_COMMANDS) {
    const executable = findExecutable(name, env);
    if (executable !== undefined) return { name, executable };
  }
  return undefined;
}

/** Says beforehand where a file would go. Looks, and changes nothing. */
export async function trashDestination(path: string): Promise<TrashDestination> {
  return new TrashPlaces().destination(path);
}

/** Says of many files where they would go; what they have in common is looked up once. */
export class TrashPlaces {
  readonly #folders = new Map<string, string | undefined>();
  readonly #places = new Map<number, Place | NoPlace>();
  #mounts: ReadonlyMap<number, string> | undefined;

  destination(path: string): TrashDestination {
    let problem: string | undefined;
    try {
      const stat = fileStat(path);
      if (stat === undefined) return { kind: "none", reason: "it is gone already", removable: false };
      const locked = lockedFolder(path, stat, this.#folderProblem(dirname(path)));
      if (locked !== undefined) return { kind: "none", reason: locked, removable: false };
      problem = this.#trashProblem(path, stat);
    } catch (error) {
      return { kind: "none", reason: reasonOf(error), removable: false };
    }
    if (problem === undefined) return TRASH;
    const command = trashCommand(process.env);
    if (command !== undefined) return { kind: "command", command: command.name };
    return { kind: "none", reason: problem, removable: true };
  }

  /** Why the trash package could not take a file; undefined when it could. */
  #trashProblem(path: string, stat: Stats): string | undefined {
    if (process.platform === "darwin") return undefined;
    if (process.platform === "win32") {
      // What lies on a network share Windows erases at once, even when it is told to keep it.
      return realpathSync.native(path).startsWith("\\\\") ? "a network share has no trash" : undefined;
    }
    if (process.platform !== "linux") return "no trash is known on this system";
    const place = this.#places.get(stat.dev) ?? this.#placeFor(stat.dev);
    this.#places.set(stat.dev, place);
    if ("problem" in place) return place.problem;
    return this.#placeProblem(path, stat, place);
  }

  /** Where the trash package puts what lies on a device. */
  #placeFor(device: number): Place | NoPlace {
    const home = lstatSync(homedir(), { throwIfNoEntry: false });
    if (home === undefined) return { problem: `there is no home folder ${homedir()} to keep a trash in` };
    this.#mounts ??= mountPoints();
    const mount = device === home.dev ? undefined : this.#mounts.get(device);
    if (mount === undefined) return { directory: homeTrash(), isOfMount: false };
    if (findExecutable("df", process.env) === undefined)
      return { problem: `the trash of ${mount} cannot be found without the command df` };
    const directory = mountTrash(mount);
    return directory === undefined
      ? { directory: homeTrash(), isOfMount: false }
      : { directory, isOfMount: true };
  }

  #placeProblem(path: string, stat: Stats, { directory, isOfMount }: Place): string | undefined {
    const [files, info] = [join(directory, "files"), join(directory, "info")];
    const problem = this.#folderProblem(files) ?? this.#folderProblem(info);
    if (problem !== undefined) return problem;
    const isCopied = !isOfMount && deviceOf(directory) !== stat.dev;
    // A trash that would only now be made on a network drive may be none that anybody finds or empties.
    if ((isOfMount || isCopied) && isRemote(dirname(path)) && !existsSync(files))
      return "it lies on a network drive that has no trash";
    return isCopied && freeBytes(directory) < stat.size
      ? `it would have to be copied to ${directory}, where there is no room for it`
      : undefined;
  }

  #folderProblem(folder: string): string | undefined {
    if (!this.#folders.has(folder)) this.#folders.set(folder, folderProblem(folder));
    return this.#folders.get(folder);
  }
}

/** In such a folder only owners remove files. */
const STICKY = 0o1000;

/** Why nothing can be taken out of the folder of a file; undefined when it can. */
function lockedFolder(path: string, { uid }: Stats, problem: string | undefined): string | undefined {
  if (problem !== undefined) return problem;
  const me = process.getuid?.();
  const folder = statSync(dirname(path));
  const isSticky = (folder.mode & STICKY) !== 0;
  const isMine = me === undefined || me === 0 || me === uid || me === folder.uid;
  return isSticky && !isMine ? "it belongs to somebody else" : undefined;
}

const deviceOf = (path: string): number => statSync(nearestExisting(path)).dev;

/** Bytes that somebody without privileges may still write. */
function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(nearestExisting(path));
  return bavail * bsize;
}
