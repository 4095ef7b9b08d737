import { chmodSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** What SQLite keeps beside a database. */
const AFTERMATH = ["-wal", "-shm"];

/** Where the file of a database lies. */
export const databasePath = (directory: string, { name }: { readonly name: string }) =>
  join(directory, `${name}.db`);

/** The files that a database may consist of. */
export const databaseFiles = (path: string) => [path, `${path}.old`, ...AFTERMATH.map((end) => path + end)];

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

/** Puts a database out of the way. It is kept: somebody may want to know what happened to it. */
export function setAside(path: string): void {
  renameSync(path, `${path}.old`);
  for (const ending of AFTERMATH) rmSync(path + ending, { force: true });
}
