import { statfsSync } from "node:fs";

/** What Linux calls NFS, SMB, CIFS, SMB2, 9P and FUSE (of which sshfs is one). */
const REMOTE_SYSTEMS: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546,
]);

/** Whether a folder lies on a file system that another machine may hold; false where nothing tells. */
export function isRemote(folder: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    return REMOTE_SYSTEMS.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}
