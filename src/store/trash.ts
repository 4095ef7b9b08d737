import { unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { type FileState, fileStat, fileState, sameInode, sameState, stateOf } from "./file-state.ts";
import { reasonOf } from "./folder-problem.ts";
import { restoreTrashed } from "./restore.ts";
import { flushFolder } from "./rewrite.ts";
import { DeletionError, FileChangedError, FileGoneError, NoTrashError } from "./trash-errors.ts";
import { type TrashedPlace, TrashNews } from "./trash-info.ts";
import { TrashPlaces } from "./trash-place.ts";
import { byCommand, byPackage, type TrashAnswer } from "./trash-ways.ts";
import { identityIn, type Trashed } from "./trashed.ts";

/** A file before it is moved. */
interface FileBefore {
  readonly path: string;
  readonly state: FileState;
  readonly mode: number;
}

/** Moves files to the trash, one after the other; what that has to know of the trash is looked up once. */
export class TrashMover {
  readonly #places = new TrashPlaces();
  readonly #news = new TrashNews();

  /**
   * Moves a file to the trash: with the trash package, else with the person's own command. `expected` is the state
   * in which somebody agreed to that. Throws NoTrashError when nothing takes it, FileChangedError, FileGoneError,
   * and DeletionError for whatever else keeps it; then it lies at its place as it was.
   */
  async move(path: string, expected?: FileState): Promise<Trashed> {
    const file = fileBefore(path);
    const before = { ...file, state: expected ?? file.state };
    const destination = this.#places.destination(path);
    if (destination.kind === "none") {
      requireState(before);
      if (destination.removable) throw new NoTrashError(path, destination.reason);
      throw new DeletionError(path, destination.reason);
    }
    this.#news.lookBefore(path);
    const ways = destination.kind === "trash" ? [byPackage, byCommand] : [byCommand];
    const reasons: string[] = [];
    for (const way of ways) {
      const answer = await way(path, () => requireState(before));
      if (!isAtPlace(before)) return this.#moved(before, answer);
      this.#news.tidy(path);
      if (answer.kind === "failed") reasons.push(answer.reason);
      else if (answer.kind !== "absent") reasons.push("it was left where it is");
    }
    throw new NoTrashError(path, reasons.join("; "));
  }

  /** What is known of a file that is no longer at its place. */
  async #moved(before: FileBefore, answer: TrashAnswer): Promise<Trashed> {
    const { path, state } = before;
    const place = placeIn(answer) ?? this.#news.find(path, state);
    if (place !== undefined) {
      this.#news.keep(place);
      return asAgreed(before, place);
    }
    if (answer.kind === "failed")
      throw new DeletionError(path, `${answer.reason}; it is neither at its place nor in the trash`);
    return trashedFile(before, undefined);
  }
}

/** Moves one file to the trash, as `TrashMover.move` does. */
export function moveToTrash(path: string, expected?: FileState): Promise<Trashed> {
  return new TrashMover().move(path, expected);
}

/**
 * Removes a file for good. `expected` is the state in which somebody agreed to that. Throws FileChangedError,
 * FileGoneError, and DeletionError when the system refuses.
 */
export function removeForGood(path: string, expected?: FileState): void {
  const file = fileBefore(path);
  requireState({ ...file, state: expected ?? file.state });
  try {
    unlinkSync(path);
  } catch (error) {
    throw new DeletionError(path, reasonOf(error), { cause: error });
  }
  flushFolder(dirname(path));
}

function fileBefore(path: string): FileBefore {
  const stat = fileStat(path);
  if (stat === undefined) throw new FileGoneError(path);
  return { path, state: stateOf(stat), mode: stat.mode & 0o7777 };
}

function requireState({ path, state }: FileBefore): void {
  const now = fileState(path);
  if (now === undefined) throw new FileGoneError(path);
  if (!sameState(now, state)) throw new FileChangedError(path);
}

/** Whether the very file is still there: somebody may have made another one meanwhile. */
function isAtPlace({ path, state }: FileBefore): boolean {
  const now = fileState(path);
  return now !== undefined && sameInode(now, state);
}

function placeIn(answer: TrashAnswer): TrashedPlace | undefined {
  if (answer.kind !== "placed") return undefined;
  return fileStat(answer.place.path) === undefined ? undefined : answer.place;
}

/**
 * A file that lies in the trash, if it is as somebody agreed to. What was written to it in the last moment goes back
 * with it: then this throws FileChangedError.
 */
async function asAgreed(before: FileBefore, place: TrashedPlace): Promise<Trashed> {
  const trashed = trashedFile(before, place);
  const { size, mtimeMs } = trashed.identity;
  // A copy keeps no more than whole milliseconds.
  if (size === before.state.size && Math.abs(mtimeMs - before.state.mtimeMs) < 1) return trashed;
  const isBack = await restoreTrashed({ ...trashed, mtimeMs }).then(
    () => true,
    () => false,
  );
  if (isBack) throw new FileChangedError(before.path);
  return trashed;
}

function trashedFile({ path, state, mode }: FileBefore, place: TrashedPlace | undefined): Trashed {
  const stat = place === undefined ? undefined : fileStat(place.path);
  return {
    path,
    trashed: place?.path,
    info: place?.info,
    time: Date.now(),
    mtimeMs: state.mtimeMs,
    mode,
    identity: identityIn(stat === undefined ? state : stateOf(stat)),
  };
}
