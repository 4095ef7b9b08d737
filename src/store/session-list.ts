import { setImmediate } from "node:timers/promises";
import type { SessionDigest, WorkflowLink } from "../model/digest.ts";
import type { SessionHeader } from "../model/entry.ts";
import { sameFolder } from "../model/folder.ts";
import { byModified } from "../model/threads.ts";
import { NO_MESSAGES } from "../model/title.ts";
import { type ListingBatch, listSessions } from "./listing.ts";
import { sessionDirectory, storeLocations } from "./locations.ts";

/** A session in a list (specification: Static Listing Methods). */
export interface SessionInfo {
  readonly path: string;
  readonly id: string;
  readonly cwd: string;
  readonly name: string | undefined;
  readonly parentSessionPath: string | undefined;
  readonly created: Date;
  readonly modified: Date;
  readonly messageCount: number;
  /** `(no messages)` where no user message has text; at most 4,096 code units. */
  readonly firstMessage: string;
  readonly internal: boolean;
  readonly workflow: WorkflowLink | undefined;
}

/** Called while a list is read: files read so far, and files found. */
export type ListProgress = (loaded: number, total: number) => void;

export interface ListOptions {
  /** Also sessions that a workflow owns. */
  readonly includeInternal?: boolean;
}

/** The sessions of the stores, newest first; of one working directory only where `cwd` is given. */
export async function listSessionInfos(
  sessionDir: string | undefined,
  cwd: string | undefined,
  onProgress?: ListProgress,
  options: ListOptions = {},
): Promise<SessionInfo[]> {
  const digests: SessionDigest[] = [];
  for (const batch of batchesOf(sessionDir, cwd)) {
    for (const session of batch.sessions) digests.push(session);
    onProgress?.(batch.progress.read, batch.progress.total);
    await setImmediate();
  }
  return inOrder(digests, cwd)
    .filter(({ internal }) => options.includeInternal === true || !internal)
    .map(infoOf);
}

/** The session of a working directory that was last spoken in and may be written to. */
export function mostRecentSession(
  cwd: string,
  sessionDir: string | undefined,
  options: ListOptions = {},
): SessionDigest | undefined {
  const digests = [...batchesOf(sessionDir, cwd)].flatMap(({ sessions }) => sessions);
  return inOrder(digests, cwd).find(
    ({ internal, damaged }) => !damaged && (options.includeInternal === true || !internal),
  );
}

function batchesOf(sessionDir: string | undefined, cwd: string | undefined): Iterable<ListingBatch> {
  const locations = storeLocations({
    sessionDir: sessionDirectory(sessionDir),
    cwd: cwd ?? process.cwd(),
    env: process.env,
  });
  const isWanted =
    cwd === undefined ? undefined : (header: SessionHeader) => sameFolder(header.cwd ?? "", cwd);
  return listSessions({ locations, cwd: cwd ?? process.cwd() }, { isWanted });
}

function inOrder(digests: readonly SessionDigest[], cwd: string | undefined): SessionDigest[] {
  return digests.filter((digest) => cwd === undefined || sameFolder(digest.cwd, cwd)).sort(byModified);
}

function infoOf(digest: SessionDigest): SessionInfo {
  const { path, id, cwd, name, messageCount, internal, workflow } = digest;
  return {
    path,
    id,
    cwd,
    name,
    parentSessionPath: digest.parentSession,
    created: new Date(digest.created),
    modified: new Date(digest.modified),
    messageCount,
    firstMessage: digest.firstMessage === "" ? NO_MESSAGES : digest.firstMessage,
    internal,
    workflow,
  };
}
