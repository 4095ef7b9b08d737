import { continuePoint } from "../model/continue-point.ts";
import type { EntryDigest } from "../model/entry-digest.ts";
import { copyText } from "../model/entry-text.ts";
import { printable } from "../model/text.ts";
import { shapeOf } from "../model/tree-shape.ts";
import { continueHere, continueInNewSession } from "../store/continue.ts";
import { DocumentReader } from "../store/document-reader.ts";
import type { FoundSession } from "../store/find-session.ts";
import { directoryExists } from "../store/resume.ts";
import { NotASessionError, ShadowedEntryError, UnknownEntryError } from "../store/session-errors.ts";

export interface ContinueOptions {
  readonly session: FoundSession;
  /** Id of the entry to go on from. */
  readonly entry: string;
  readonly isNew: boolean;
  /** A summary of the branch that is left, for the model; only without `isNew`. */
  readonly note: string;
  /** Where the agent starts when the session's own folder is gone. */
  readonly cwd: string;
}

export interface ContinueOutput {
  readonly session: FoundSession & { readonly id: string; readonly cwd: string };
  /** The text of a message that was chosen, which is handed back for editing. */
  readonly stderr: string;
}

/**
 * `treeline continue`: writes what going on from an entry needs; the result is the session to resume. Throws
 * UnknownEntryError, NotASessionError, AppendError and what reading throws; then nothing was written.
 */
export function continueAt({ session, entry, isNew, note, cwd }: ContinueOptions): ContinueOutput {
  const { path, agent } = session;
  const reader = new DocumentReader(path);
  const entries: EntryDigest[] = [];
  for (const batch of reader.read()) for (const digest of batch.entries) entries.push(digest);
  const { header } = reader;
  if (header === undefined) throw new NotASessionError(path);
  const chosen = entries.findLastIndex(({ id }) => id === entry);
  if (chosen === -1) throw new UnknownEntryError(entry, path);
  const point = continuePoint(entries, shapeOf(entries), chosen);
  const text = point.handsBackText ? [...reader.entries([chosen])].map(copyText).join("") : "";
  if (point.isShadowed) throw new ShadowedEntryError(entry, path);
  // Where the conversation stands already nothing is left behind, so there is nothing to note.
  if (!isNew && !point.isLeaf) continueHere(path, point.entryId, note);
  const target = isNew ? continueInNewSession(path, point.entryId) : { path, id: header.id };
  const folder = header.cwd ?? "";
  const stderr = text === "" ? "" : `${text.split("\n").map(printable).join("\n")}\n`;
  return { session: { ...target, agent, cwd: directoryExists(folder) ? folder : cwd }, stderr };
}
