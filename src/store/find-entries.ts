import { EntryDigester } from "../model/entry-digester.ts";
import { parseLine } from "../model/line.ts";
import { CURRENT_VERSION } from "../model/migrate.ts";
import type { SessionEntry } from "../model/session-entry.ts";
import { readRawLines } from "./session-lines.ts";

/*
 * A few entries of a large file are wanted. Lines that cannot hold one are passed over as bytes; parsing them is what
 * would take the time.
 */

/** A line as agents begin it: its id stands in its first bytes. */
const PLAIN_HEAD = /^\{"type":"\w*","id":"([ !#-[\]-~]*)"/;
const HEAD = 256;
const HEADER_TYPE = Buffer.from('"session"');
const TOOL_CALL = Buffer.from('"toolCall"');
/** Looking for more texts than this in a line takes as long as parsing it. */
const MOST_MENTIONS = 16;

/** The entries of a file with one of these ids; of each id in the order of the file. Throws what reading throws. */
export function* entriesWithIds(path: string, ids: ReadonlySet<string>): Generator<SessionEntry, void> {
  const missing = new Set(ids);
  const mentions = mentionsOf(ids);
  const mayBegin = (line: Buffer) => {
    const id = PLAIN_HEAD.exec(line.toString("latin1", 0, HEAD))?.[1];
    return id === undefined ? mentions(line) : ids.has(id);
  };
  for (const entry of entriesOnLines(path, mayBegin)) {
    if (!ids.has(entry.id)) continue;
    missing.delete(entry.id);
    yield entry;
  }
  if (missing.size === 0) return;
  // Where a newline was lost, an entry stands behind another one.
  for (const entry of entriesOnLines(path, mentionsOf(missing))) if (missing.has(entry.id)) yield entry;
}

/** The entries of a file that may make one of these tool calls, in the order of the file. Throws what reading throws. */
export function entriesCalling(path: string, callIds: ReadonlySet<string>): Generator<SessionEntry, void> {
  const mentions = mentionsOf(callIds);
  return entriesOnLines(path, (line) => line.includes(TOOL_CALL) && mentions(line));
}

function* entriesOnLines(path: string, mayHold: (line: Buffer) => boolean): Generator<SessionEntry, void> {
  // Without a header a file is read as a current one.
  let version: number | undefined;
  let digester = newDigester(CURRENT_VERSION);
  for (const line of readRawLines(path)) {
    const mayBeHeader = version === undefined && line.includes(HEADER_TYPE);
    if (!mayBeHeader && !mayHold(line)) continue;
    for (const value of parseLine(line.toString("utf8"), 0).values) {
      if (value.kind === "header") {
        version ??= value.header.version ?? 1;
        digester = newDigester(version);
        continue;
      }
      const { id, parentId } = value.entry;
      // An id that would have to be made up is nobody's to ask for.
      if (typeof id !== "string") continue;
      const place = { id, parentId: typeof parentId === "string" ? parentId : null };
      yield digester.again(value.entry, value.kind === "entry", place);
    }
  }
}

const newDigester = (version: number) => new EntryDigester(version, () => []);

function mentionsOf(ids: ReadonlySet<string>): (line: Buffer) => boolean {
  if (ids.size > MOST_MENTIONS) return () => true;
  const mentions = Array.from(ids, (id) => Buffer.from(JSON.stringify(id)));
  return (line) => mentions.some((mention) => line.includes(mention));
}
