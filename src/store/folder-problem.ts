import { accessSync, constants, lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Why files cannot be put into a folder, which may have to be made first; undefined when they can. */
export function folderProblem(folder: string): string | undefined {
  const nearest = nearestExisting(folder);
  try {
    if (!statSync(nearest).isDirectory()) return `${nearest} is no folder`;
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EROFS") return `${nearest} is on a file system that can only be read`;
    return code === "EACCES" || code === "EPERM" ? `${nearest} cannot be written to` : reasonOf(error);
  }
}

/** A path, or what is nearest above it that exists, be it a dangling link. */
export function nearestExisting(path: string): string {
  let nearest = path;
  while (!isThere(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  return nearest;
}

/** Whether something has this path, be it a dangling link. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** What an error says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
