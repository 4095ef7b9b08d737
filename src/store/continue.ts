import { dirname } from "node:path";
import { branchedEntries } from "../model/branched.ts";
import { appendLines, lastEntryId } from "./append.ts";
import type { ContinueResult } from "./document.ts";
import { branchedTexts } from "./rewrite.ts";
import { NotASessionError, UnknownEntryError } from "./session-errors.ts";
import {
  createSessionFile,
  newEntryId,
  placed,
  prepareForAppend,
  readSessionTexts,
  serialiseEntry,
  sessionPath,
} from "./session-file.ts";
import { markerOf, newHeader } from "./session-header.ts";

/** The `customType` of an entry that does nothing but be the leaf. */
export const CONTINUE_TYPE = "treeline.continue";

/**
 * Makes `entryId` the place from which an agent goes on, null for before the first entry: one entry is appended
 * below it, which becomes the leaf as the last of the file. With a note that is a summary of the branch that is
 * left, which the model will see; else an entry that never enters the context. Nothing is appended where the entry
 * is the leaf already. Throws NotASessionError and AppendError; then nothing was added.
 */
export function continueHere(path: string, entryId: string | null, note = ""): void {
  prepareForAppend(path);
  const left = lastEntryId(path);
  const summary = note.trim();
  if (left === entryId && summary === "") return;
  const fromId = left ?? "root";
  const fields =
    summary === ""
      ? { type: "custom", customType: CONTINUE_TYPE, data: { fromId } }
      : { type: "branch_summary", fromId, summary };
  const id = newEntryId({ has: (candidate) => candidate === entryId || candidate === left });
  appendLines(path, [serialiseEntry(placed(fields, id, entryId), path).text]);
}

/**
 * Makes a new session that holds the way to `entryId` and the labels on it, or nothing but a header where that is
 * null, and names the old one as its parent. Unlike the specification's createBranchedSession it is written at
 * once: an agent is about to open it. Throws NotASessionError, UnknownEntryError and AppendError.
 */
export function continueInNewSession(path: string, entryId: string | null): ContinueResult {
  const { header, entries, texts } = readSessionTexts(path);
  if (header === undefined) throw new NotASessionError(path);
  const branch = entryId === null ? [] : branchedEntries(entries, entryId, (taken) => newEntryId(taken));
  if (entryId !== null && branch.length === 0) throw new UnknownEntryError(entryId, path);
  const fresh = newHeader(header.cwd ?? process.cwd(), { parentSession: path, ...markerOf(header) });
  const file = sessionPath(dirname(path), fresh);
  createSessionFile(file, [JSON.stringify(fresh), ...branchedTexts(branch, texts)]);
  return { path: file, id: fresh.id };
}
