import { age } from "../model/age.ts";
import { arrangeSessions, type ListRow, type ListView, type SortMode } from "../model/arrange.ts";
import type { SessionDigest } from "../model/digest.ts";
import { sameFolder } from "../model/folder.ts";
import { parseSessionQuery } from "../model/query/parse-session-query.ts";
import { TEXT_RANKS } from "../model/query/text-rank.ts";
import { cut, padEnd, printable, printableJson, width } from "../model/text.ts";
import { sessionTitle } from "../model/title.ts";
import type { FileDiagnostic } from "../store/catalog.ts";
import { listSessions } from "../store/listing.ts";
import type { StoreLocation } from "../store/locations.ts";

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
  readonly json: boolean;
  /** ms since 1970 */
  readonly now: number;
}

export interface ListOutput {
  readonly stdout: string;
  /** One line for each file that could not be read. */
  readonly stderr: string;
}

/** A query that cannot be understood, for example a broken pattern. */
export class QueryError extends Error {
  override readonly name = "QueryError";
  constructor(
    readonly query: string,
    readonly reason: string,
  ) {
    super(`The query ${JSON.stringify(query)} cannot be used: ${printable(reason)}`);
  }
}

/** `treeline list`: the sessions in scope as aligned text or as JSON. Throws QueryError. */
export function list(options: ListOptions): ListOutput {
  const query = parseSessionQuery(options.query, options.now);
  if (query.error !== undefined) throw new QueryError(options.query, query.error);
  const isWanted = options.all
    ? undefined
    : (header: { cwd?: string | undefined }) => sameFolder(header.cwd ?? "", options.cwd);
  const sessions: SessionDigest[] = [];
  const diagnostics: FileDiagnostic[] = [];
  for (const batch of listSessions(options, isWanted)) {
    for (const session of batch.sessions) sessions.push(session);
    for (const diagnostic of batch.diagnostics) diagnostics.push(diagnostic);
  }
  const view: ListView = {
    query,
    sort: options.sort,
    scope: options.all ? { kind: "all" } : { kind: "folder", cwd: options.cwd },
    namedOnly: options.named,
    emptyOnly: options.empty,
    includeInternal: options.includeInternal,
  };
  const context = { now: options.now, rankOfText: () => TEXT_RANKS.none };
  const rows = arrangeSessions(sessions, view, context).slice(0, options.limit);
  const stdout = options.json ? json(rows) : table(rows, options);
  return { stdout, stderr: diagnostics.map(complaint).join("") };
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
