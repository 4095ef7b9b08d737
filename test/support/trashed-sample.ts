import type { TrashedSession } from "../../src/store/trash-journal.ts";

/** A file in the trash, as a deletion reports it. */
export function trashedSample(path: string): TrashedSession {
  return {
    path,
    trashed: `/trash/${path}`,
    info: undefined,
    time: 0,
    mtimeMs: 0,
    mode: 0o600,
    identity: { device: 1, inode: 1, size: 1, mtimeMs: 0 },
    id: path,
    title: path,
  };
}
