import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SessionDigest } from "../model/digest.ts";

/** Gives `parentSession` the form of a session's identity: its folder with links resolved. Each folder is looked up once. */
export function parentResolver(): (session: SessionDigest) => SessionDigest {
  const folders = new Map<string, string>();
  return (session) => {
    if (session.parentSession === undefined) return session;
    const folder = dirname(session.parentSession);
    const resolved = folders.get(folder) ?? resolveFolder(folder);
    folders.set(folder, resolved);
    const parentSession = join(resolved, basename(session.parentSession));
    return parentSession === session.parentSession ? session : { ...session, parentSession };
  };
}

function resolveFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
