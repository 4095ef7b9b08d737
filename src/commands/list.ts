import { age } from "../model/age.ts";
import type { ListRow, SortMode } from "../model/arrange.ts";
import type { SessionDigest } from "../model/digest.ts";
import { cut, padEnd, printable, printableJson, width } from "../model/text.ts";
import { sessionTitle } from "../model/title.ts";
import type { FileDiagnostic } from "../store/catalog.ts";
import type { StoreLocation } from "../store/locations.ts";
import type { TextIndexSnapshot } from "../store/text-index.ts";
import { matchingSessions, NEAR_ONLY } from "./matching-sessions.ts";

export interface ListOptions {
  readonly locations: readonly StoreLocation[];
  readonly cwd: string;
  readonly all: boolean;
  readonly includeInternal: boolean;
  readonly named: boolean;
  readonly empty: boolean;
  readonly sort: SortMode;
  readonly limit: number | undefined;
  readonly query: string;
  /** Where the index lies. */
  readonly cacheDirectory: string;
  /** Hears now and then how much is indexed, when texts are searched. */
  readonly onProgress: (snapshot: TextIndexSnapshot) => void;
  readonly json: boolean;
  /** ms since 1970 */
  readonly now: number;
}

export interface ListOutput {
  readonly stdout: string;
  /** One line for each file that could not be read. */
  readonly stderr: string;
}

/** `treeline list`: the sessions in scope as aligned text or as JSON. Throws QueryError. */
export async function list(options: ListOptions): Promise<ListOutput> {
  const { rows, isNear, diagnostics } = await matchingSessions(options);
  const shown = rows.slice(0, options.limit);
  const stdout = options.json ? json(shown) : table(shown, options);
  return { stdout, stderr: diagnostics.map(complaint).join("") + (isNear ? NEAR_ONLY : "") };
}

/** A file that could not be read, as one line for stderr. */
export function complaint({ path, reason }: FileDiagnostic): string {
  return `treeline: ${printable(path)}: ${printable(reason)}\n`;
}

function json(rows: readonly ListRow[]): string {
  const sessions = rows.map(({ session }) => sessionJson(session));
  return `${printableJson(JSON.stringify(sessions, null, 2))}\n`;
}

/** A session as scripts see it; times are ISO. */
export function sessionJson(session: SessionDigest) {
  return {
    path: session.path,
    id: session.id,
    cwd: session.cwd,
    name: session.name ?? null,
    created: isoTime(session.created),
    modified: isoTime(session.modified),
    messageCount: session.messageCount,
    firstMessage: session.firstMessage,
    parentSession: session.parentSession ?? null,
    internal: session.internal,
    workflow: session.workflow ?? null,
    agent: session.agent ?? null,
  };
}

/** ISO time, or null for a time that no calendar has (a file may claim any number). */
export function isoTime(time: number): string | null {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const TITLE_COLUMNS = 60;

function table(rows: readonly ListRow[], options: ListOptions): string {
  const cells = rows.map(({ session, prefix }) => ({
    age: age(session.modified, options.now),
    count: String(session.messageCount),
    id: printable(session.id).slice(0, 8),
    title: prefix + cut(sessionTitle(session), TITLE_COLUMNS),
    cwd: printable(session.cwd),
  }));
  const titleColumns = cells.reduce((widest, cell) => Math.max(widest, width(cell.title)), 0);
  const countColumns = cells.reduce((widest, cell) => Math.max(widest, cell.count.length), 0);
  return cells
    .map((cell) => {
      const title = padEnd(cell.title, titleColumns);
      const line = `${cell.age.padStart(4)}  ${cell.count.padStart(countColumns)}  ${cell.id.padEnd(8)}  ${title}`;
      return `${options.all ? `${line}  ${cell.cwd}` : line}`.trimEnd();
    })
    .map((line) => `${line}\n`)
    .join("");
}
