import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  type Stats,
  unlinkSync,
  utimesSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { folderProblem, isThere, reasonOf } from "./folder-problem.ts";
import { flushFolder } from "./rewrite.ts";
import { RestoreError } from "./trash-errors.ts";
import { stillTrashed, type Trashed } from "./trashed.ts";

/**
 * Brings a file back from the trash to its place, with its times and permissions. What is there now is never
 * overwritten; a folder that is gone is made again. Throws RestoreError; then everything lies where it lay.
 */
export async function restoreTrashed(file: Trashed): Promise<void> {
  const { path, trashed, info } = file;
  if (trashed === undefined)
    throw new RestoreError(path, "missing", "where it lies in the trash is not known");
  try {
    const stat = stillTrashed(file);
    if (stat === undefined) throw new RestoreError(path, "missing", "it is no longer in the trash");
    const problem = folderProblem(dirname(path));
    if (problem !== undefined) throw new RestoreError(path, "failed", problem);
    mkdirSync(dirname(path), { recursive: true });
    putBack(trashed, file, stat);
  } catch (error) {
    throw error instanceof RestoreError ? error : refusal(path, error);
  }
  flushFolder(dirname(path));
  // The file is back: whether its remains in the trash can be removed decides nothing.
  removeQuietly(trashed);
  if (info !== undefined) removeQuietly(info);
}

/** Makes the file appear at its place in one step. */
function putBack(trashed: string, file: Trashed, stat: Stats): void {
  try {
    linkSync(trashed, file.path);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EXDEV") copyBeside(trashed, file, stat);
    else if (code !== undefined && WITHOUT_LINKS.has(code)) copyTo(file.path, trashed, file, stat);
    else throw error;
  }
}

/** What file systems answer that know no second name for a file, or do not allow one. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(["EPERM", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** From another file system the file is first copied under another name, so that nobody ever sees half of it. */
function copyBeside(trashed: string, file: Trashed, stat: Stats): void {
  const { path } = file;
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    copyTo(temporary, trashed, file, stat);
    try {
      linkSync(temporary, path);
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined || !WITHOUT_LINKS.has(code)) throw error;
      copyTo(path, temporary, file, stat);
    }
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Copies to a name that nobody has yet. When it fails, nothing stays there. */
function copyTo(target: string, source: string, { mtimeMs, mode }: Trashed, { atime }: Stats): void {
  copyFileSync(source, target, constants.COPYFILE_EXCL);
  try {
    chmodSync(target, mode);
    utimesSync(target, atime, mtimeMs / 1000);
    const descriptor = openSync(target, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}

function refusal(path: string, error: unknown): RestoreError {
  const options = { cause: error };
  if (codeOf(error) === "EEXIST" && isThere(path))
    return new RestoreError(path, "occupied", "something else is at its place now", options);
  return new RestoreError(path, "failed", reasonOf(error), options);
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already, or nobody may.
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
