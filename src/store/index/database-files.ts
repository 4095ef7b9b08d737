import { chmodSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** What SQLite keeps beside a database. */
const AFTERMATH = ["-wal", "-shm"];

/** Where the file of a database lies. */
export const databasePath = (directory: string, { name }: { readonly name: string }) =>
  join(directory, `${name}.db`);

const oldPath = (path: string) => `${path}.old`;

/** The files that a database, and the one that was set aside for it, may consist of. */
export const databaseFiles = (path: string) =>
  [path, oldPath(path)].flatMap((one) => [one, ...AFTERMATH.map((end) => one + end)]);

/** Takes from everybody else the right to read a database. Where there are no such rights, nothing happens. */
export function makePrivate(path: string): void {
  for (const file of databaseFiles(path)) {
    try {
      if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    } catch {
      // It is not there, or the file system knows no rights.
    }
  }
}

/**
 * Puts a database out of the way. It is kept: somebody may want to know what happened to it. `inode`: of its file; when
 * another one lies there, another process has done the same and begun anew already.
 */
export function setAside(path: string, inode: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.ino !== inode) return;
  for (const ending of AFTERMATH) rmSync(oldPath(path) + ending, { force: true });
  // Much of it may not be written into its file yet. That goes first, or whatever is made anew would take it for its own.
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${oldPath(path)}-wal`);
  rmSync(`${path}-shm`, { force: true });
  renameSync(path, oldPath(path));
}
