import type { Stats } from "node:fs";
import { type FileState, fileStat, stateOf } from "./file-state.ts";

/** A file that was moved to the trash. */
export interface Trashed {
  /** Where it was. */
  readonly path: string;
  /** Where it lies now; undefined when that is not known, and then it cannot be brought back from here. */
  readonly trashed: string | undefined;
  /** The file with which the trash remembers where it was. */
  readonly info: string | undefined;
  /** When it was deleted: ms since 1970. */
  readonly time: number;
  /** When it was last written to, at its place: ms since 1970. */
  readonly mtimeMs: number;
  /** Its permissions. */
  readonly mode: number;
  /** What it is known by where it lies. */
  readonly identity: TrashedIdentity;
}

/** Tells a file from another one in its place. */
export interface TrashedIdentity {
  /** Numbers of devices may change when a computer starts: only beside equal ones the inode counts. */
  readonly device: number;
  readonly inode: number;
  /** Bytes. */
  readonly size: number;
  /** ms since 1970. */
  readonly mtimeMs: number;
  /** ms since 1970. An inode is used again for another file, which was made later. */
  readonly birthtimeMs?: number | undefined;
}

export function identityIn({ size, mtimeMs, birthtimeMs, inode, device }: FileState): TrashedIdentity {
  return { device, inode, size, mtimeMs, birthtimeMs };
}

/** What lies in the trash where a file was put, if it is that file; else undefined. Throws when nobody may look. */
export function stillTrashed({ trashed, identity }: Trashed): Stats | undefined {
  const stat = trashed === undefined ? undefined : fileStat(trashed);
  if (stat === undefined) return undefined;
  const { size, mtimeMs, birthtimeMs, inode, device } = stateOf(stat);
  const isUnchanged = size === identity.size && mtimeMs === identity.mtimeMs;
  if (device !== identity.device) return isUnchanged ? stat : undefined;
  if (inode !== identity.inode) return undefined;
  // Whoever held it open may have gone on writing to it: it is the same file, and all of it is wanted.
  return isUnchanged || birthtimeMs === identity.birthtimeMs ? stat : undefined;
}
