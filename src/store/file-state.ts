import { lstatSync, type Stats } from "node:fs";

/** What tells whether a file is still the one that somebody was asked about. */
export interface FileState {
  /** Bytes. */
  readonly size: number;
  /** ms since 1970. */
  readonly mtimeMs: number;
  /** ms since 1970. */
  readonly ctimeMs: number;
  /** ms since 1970 when the file was made; whatever it is where the system does not know. */
  readonly birthtimeMs: number;
  readonly inode: number;
  readonly device: number;
}

/** The state of a file; undefined when there is none, or it is a link or a folder. Throws when nobody may look. */
export function fileState(path: string): FileState | undefined {
  const stat = fileStat(path);
  return stat === undefined ? undefined : stateOf(stat);
}

/** What the system tells of a file, as `fileState` does. */
export function fileStat(path: string): Stats | undefined {
  let stat: Stats | undefined;
  try {
    stat = lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A file where a folder of the path should be.
    if (!(error instanceof Error && "code" in error && error.code === "ENOTDIR")) throw error;
  }
  return stat?.isFile() === true ? stat : undefined;
}

export function stateOf({ size, mtimeMs, ctimeMs, birthtimeMs, ino, dev }: Stats): FileState {
  return { size, mtimeMs, ctimeMs, birthtimeMs, inode: ino, device: dev };
}

/** Whether nothing tells that a file has changed. */
export function sameState(a: FileState, b: FileState): boolean {
  return sameInode(a, b) && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

export function sameInode(a: FileState, b: FileState): boolean {
  return a.inode === b.inode && a.device === b.device;
}
