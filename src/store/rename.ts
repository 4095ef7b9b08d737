import { realpathSync } from "node:fs";
import { singleLine } from "../model/text.ts";
import { DigestReader } from "./digest-reader.ts";
import { fileFacts } from "./find-files.ts";
import { AppendError, NotASessionError, UnreadableSessionError } from "./session-errors.ts";
import { appendAtLeaf, writable } from "./session-file.ts";

/**
 * Names a session, line breaks as spaces, or clears its name where that is blank: one `session_info` entry is added at
 * the leaf (specification: SessionInfoEntry). Nothing is written where the name is that already: then the result is
 * false. Throws NotASessionError, UnreadableSessionError, SessionChangedError and AppendError; then nothing was added.
 */
export function renameSession(path: string, name: string): boolean {
  const wanted = singleLine(name);
  let known = "";
  writable(path, () => {
    known = currentName(path);
  });
  if (known === wanted) return false;
  appendAtLeaf(path, { type: "session_info", name: wanted });
  return true;
}

/** The latest name, empty where there is none. */
function currentName(path: string): string {
  const facts = fileFacts(realpathSync(path), undefined);
  if (facts === undefined) throw new AppendError(path, "it is no file");
  const result = new DigestReader().read(facts);
  if (result.kind === "failed") throw new UnreadableSessionError(path, result.reason);
  if (result.kind !== "session" || result.digest.damaged) throw new NotASessionError(path);
  return result.digest.name ?? "";
}
