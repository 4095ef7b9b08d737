import { realpathSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { TrashDestination } from "../model/deletion-question.ts";
import { type FileState, fileState, sameInode } from "./file-state.ts";
import { restoreTrashed } from "./restore.ts";
import { removeForGood, TrashMover } from "./trash.ts";
import {
  DeletionError,
  FileChangedError,
  FileGoneError,
  NoTrashError,
  RestoreError,
} from "./trash-errors.ts";
import { noteTrashed, type TrashedSession } from "./trash-journal.ts";
import { TrashPlaces } from "./trash-place.ts";
import type { Trashed } from "./trashed.ts";

/** A file that somebody thinks of deleting. */
export interface DeletionCandidate {
  readonly path: string;
  /** Undefined when it is gone. */
  readonly state: FileState | undefined;
  readonly destination: TrashDestination;
}

/** A file that somebody agreed to delete. */
export interface DeletionTarget {
  readonly path: string;
  /** Its state when that was agreed to. */
  readonly state: FileState;
  readonly id: string;
  /** The session's name or first message. */
  readonly title: string;
}

export interface DeletionRequest {
  readonly targets: readonly DeletionTarget[];
  /** True: removed for good, not moved to the trash. */
  readonly permanent: boolean;
  /** The sessions in use, which are never deleted. */
  readonly runningSessions: readonly string[];
}

/** A file that was not deleted, and why: a clause without a full stop. */
export interface DeletionFailure {
  readonly path: string;
  readonly kind: "running" | "changed" | "gone" | "noTrash" | "failed";
  readonly reason: string;
}

export interface DeletionReport {
  readonly trashed: readonly TrashedSession[];
  /** What was removed for good. */
  readonly removed: readonly string[];
  readonly failures: readonly DeletionFailure[];
}

/** A file that was not brought back, and why: a clause without a full stop. */
export interface RestoreFailure {
  readonly path: string;
  readonly kind: RestoreError["kind"];
  readonly reason: string;
}

export interface RestoreReport {
  readonly restored: readonly string[];
  readonly failures: readonly RestoreFailure[];
}

/** How others take part in a deletion of many. */
export interface DeletionWatch {
  readonly onProgress?: (done: number, total: number) => void;
  /** Asked before each session: true leaves the rest alone. */
  readonly isStopped?: () => boolean;
}

/** What has to be known of files before somebody is asked whether to delete them. Changes nothing. */
export async function examineForDeletion(paths: readonly string[]): Promise<readonly DeletionCandidate[]> {
  const places = new TrashPlaces();
  return paths.map((path) => ({ path, state: stateIfAny(path), destination: places.destination(path) }));
}

/**
 * Deletes sessions one after the other; one that cannot be deleted keeps no other. What goes to the trash is
 * written down for `trashedSessions`. When it is stopped, the rest is in no list of the report.
 */
export async function deleteSessions(
  request: DeletionRequest,
  { onProgress, isStopped }: DeletionWatch = {},
): Promise<DeletionReport> {
  const { targets, permanent, runningSessions } = request;
  const mover = new TrashMover();
  const trashed: TrashedSession[] = [];
  const removed: string[] = [];
  const failures: DeletionFailure[] = [];
  for (const [index, target] of targets.entries()) {
    const { path, state, id, title } = target;
    // What others say in the meantime has to be heard.
    await setImmediate();
    if (isStopped?.() === true) break;
    try {
      if (isOneOf(path, runningSessions)) throw new RunningSessionError(path);
      if (permanent) {
        removeForGood(path, state);
        removed.push(path);
      } else {
        const session = { ...(await mover.move(path, state)), id, title };
        noteTrashed(session);
        trashed.push(session);
      }
    } catch (error) {
      failures.push(deletionFailure(path, error));
    }
    onProgress?.(index + 1, targets.length);
  }
  return { trashed, removed, failures };
}

/** Brings sessions back from the trash, in the order given; one that cannot be brought back keeps no other. */
export async function restoreDeleted(files: readonly Trashed[]): Promise<RestoreReport> {
  const restored: string[] = [];
  const failures: RestoreFailure[] = [];
  for (const file of files) {
    try {
      await restoreTrashed(file);
      restored.push(file.path);
    } catch (error) {
      const kind = error instanceof RestoreError ? error.kind : "failed";
      failures.push({ path: file.path, kind, reason: reasonOf(error) });
    }
  }
  return { restored, failures };
}

/** The session in use: an agent would go on writing to a file that nobody finds any more. */
class RunningSessionError extends DeletionError {
  override readonly name = "RunningSessionError";
  constructor(file: string) {
    super(file, "it is a session in use");
  }
}

/** Whether a path leads to the same file as one of the others. */
export function isOneOf(path: string, others: readonly string[]): boolean {
  return others.some((other) => isSameFile(path, other));
}

function isSameFile(path: string, other: string): boolean {
  if (realPath(path) === realPath(other)) return true;
  const [state, otherState] = [stateIfAny(path), stateIfAny(other)];
  return state !== undefined && otherState !== undefined && sameInode(state, otherState);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function stateIfAny(path: string): FileState | undefined {
  try {
    return fileState(path);
  } catch {
    return undefined;
  }
}

function deletionFailure(path: string, error: unknown): DeletionFailure {
  return { path, kind: kindOf(error), reason: reasonOf(error) };
}

function kindOf(error: unknown): DeletionFailure["kind"] {
  if (error instanceof RunningSessionError) return "running";
  if (error instanceof FileChangedError) return "changed";
  if (error instanceof FileGoneError) return "gone";
  return error instanceof NoTrashError ? "noTrash" : "failed";
}

function reasonOf(error: unknown): string {
  if (error instanceof DeletionError || error instanceof RestoreError) return error.reason;
  return error instanceof Error ? error.message : String(error);
}
