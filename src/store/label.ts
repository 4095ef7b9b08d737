import { CURRENT_VERSION } from "../model/migrate.ts";
import { singleLine } from "../model/text.ts";
import { fileVersion, holdsEntry } from "./append.ts";
import { UnknownEntryError } from "./session-errors.ts";
import { appendAtLeaf, prepareForAppend, readSessionFile, writable } from "./session-file.ts";

/**
 * Sets the label of an entry, line breaks as spaces, or clears it where the text is blank: one `label` entry is added
 * at the leaf (specification: LabelEntry). Throws UnknownEntryError, NotASessionError, SessionChangedError and
 * AppendError; then nothing was added.
 */
export function labelEntry(path: string, entryId: string, text: string): void {
  const label = singleLine(text);
  writable(path, () => requireEntry(path, entryId));
  appendAtLeaf(path, { type: "label", targetId: entryId, ...(label === "" ? {} : { label }) });
}

/** The ids of an old file are only made up until it is brought up to date, which is done for entries that are there. */
function requireEntry(path: string, entryId: string): void {
  const isOld = fileVersion(path) < CURRENT_VERSION;
  if (holdsEntry(path, entryId)) return;
  if (isOld && readSessionFile(path).entries.some(({ id }) => id === entryId)) {
    prepareForAppend(path);
    if (holdsEntry(path, entryId)) return;
  }
  throw new UnknownEntryError(entryId, path);
}
