import { age } from "../model/age.ts";
import type { SessionDigest } from "../model/digest.ts";
import { roleWord } from "../model/entry-digest.ts";
import { entryText } from "../model/entry-text.ts";
import { sameFolder } from "../model/folder.ts";
import { ENTRY_MISSING, type LabelRow, labelRows } from "../model/label-rows.ts";
import { recentSessions } from "../model/sessions-in-view.ts";
import { cut, padEnd, printable, printableJson, width } from "../model/text.ts";
import { sessionTitle } from "../model/title.ts";
import { type Bookmark, bookmarksOf, labelledEntries } from "../store/bookmarks.ts";
import { listSessions } from "../store/listing.ts";
import type { StoreLocation } from "../store/locations.ts";
import { complaint, isoTime } from "./list.ts";
import { roleOf } from "./tree.ts";

export interface LabelsOptions {
  readonly locations: readonly StoreLocation[];
  readonly cwd: string;
  readonly all: boolean;
  readonly includeInternal: boolean;
  readonly json: boolean;
  /** ms since 1970 */
  readonly now: number;
}

export interface LabelsOutput {
  /** In pieces: the entries of many sessions may be larger than a string can be. */
  readonly stdout: Iterable<string>;
  /** One line for each file that could not be read. */
  readonly stderr: string;
}

/** `treeline labels`: the labelled entries of the sessions in scope, newest label first, as text or as JSON. */
export function labels(options: LabelsOptions): LabelsOutput {
  const { cwd, all, includeInternal, json, now } = options;
  const isWanted = all
    ? undefined
    : (header: { cwd?: string | undefined }) => sameFolder(header.cwd ?? "", cwd);
  const sessions: SessionDigest[] = [];
  let stderr = "";
  for (const batch of listSessions(options, { isWanted })) {
    for (const session of batch.sessions) if (session.labels.length > 0) sessions.push(session);
    for (const diagnostic of batch.diagnostics) stderr += complaint(diagnostic);
  }
  const inScope = recentSessions(sessions, {
    scope: all ? { kind: "all" } : { kind: "folder", cwd },
    includeInternal,
  });
  const rows = labelRows(inScope);
  return { stdout: json ? jsonLines(rows, inScope) : tableLines(rows, inScope, now), stderr };
}

function* jsonLines(rows: readonly LabelRow[], sessions: readonly SessionDigest[]): Generator<string, void> {
  const entries = new Map(sessions.map((session) => [session, labelledEntries(session)]));
  let separator = "[\n";
  for (const { session, label } of rows) {
    const entry = entries.get(session)?.get(label.entryId);
    const node = {
      session: session.path,
      id: session.id,
      name: session.name ?? null,
      cwd: session.cwd,
      entryId: label.entryId,
      label: label.text,
      time: label.time === undefined ? null : isoTime(label.time),
      type: entry?.type ?? null,
      role: entry === undefined ? null : roleOf(entry),
      text: entry === undefined ? null : entryText(entry),
    };
    yield separator + printableJson(JSON.stringify(node));
    separator = ",\n";
  }
  yield rows.length === 0 ? "[]\n" : "\n]\n";
}

const LABEL_COLUMNS = 24;
const TEXT_COLUMNS = 60;
const TITLE_COLUMNS = 40;

function* tableLines(
  rows: readonly LabelRow[],
  sessions: readonly SessionDigest[],
  now: number,
): Generator<string, void> {
  const bookmarks = new Map<string, Bookmark>();
  for (const batch of bookmarksOf(sessions))
    for (const mark of batch) bookmarks.set(keyOf(mark.session, mark.entryId), mark);
  const cells = rows.map(({ session, label }) => {
    const mark = bookmarks.get(keyOf(session.path, label.entryId));
    const words = mark?.kind === undefined ? ENTRY_MISSING : roleWord({ kind: mark.kind }) + mark.text;
    return {
      age: label.time === undefined ? "" : age(label.time, now),
      label: cut(printable(label.text), LABEL_COLUMNS),
      text: cut(words, TEXT_COLUMNS),
      title: cut(sessionTitle(session), TITLE_COLUMNS),
    };
  });
  const widest = (column: "label" | "text") =>
    cells.reduce((most, cell) => Math.max(most, width(cell[column])), 0);
  const [labelColumns, textColumns] = [widest("label"), widest("text")];
  for (const cell of cells)
    yield `${cell.age.padStart(4)}  ${padEnd(cell.label, labelColumns)}  ${padEnd(cell.text, textColumns)}  ${cell.title}\n`;
}

const keyOf = (path: string, entryId: string) => `${path}\0${entryId}`;
