import { arrangeNear, arrangeSessions, type ListRow, type ListView } from "../model/arrange.ts";
import type { SessionDigest } from "../model/digest.ts";
import type { FileFacts } from "../model/digest-fold.ts";
import { sameFolder } from "../model/folder.ts";
import { parseSessionQuery } from "../model/query/parse-session-query.ts";
import type { SessionQuery } from "../model/query/session-query.ts";
import { asksTexts, type RankOfText, TEXT_RANKS } from "../model/query/text-rank.ts";
import { printable } from "../model/text.ts";
import type { FileDiagnostic } from "../store/catalog.ts";
import { openFileMemory } from "../store/index/open-file-memory.ts";
import { listSessions } from "../store/listing.ts";
import { searchTexts, type TextWork } from "../store/search-texts.ts";
import { TooSlowError, withinTime } from "../store/time-limit.ts";
import type { ListOptions } from "./list.ts";

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

export const tooSlow = (query: string) => new QueryError(query, "this pattern takes too long");

/** Names and first messages are short: a pattern that takes longer would never come back. ms */
const PATTERN_LIMIT_MS = 2000;

export type MatchOptions = Omit<ListOptions, "json" | "limit">;

export const NEAR_ONLY = "Nothing matches exactly: similar names and first messages.\n";

/** The rows of a list, and what could not be read. */
export interface MatchingSessions {
  readonly query: SessionQuery;
  readonly rows: readonly ListRow[];
  /** Nothing matches exactly: these have similar names and first messages. */
  readonly isNear: boolean;
  readonly diagnostics: readonly FileDiagnostic[];
}

/** The sessions in scope that match a query, in the order asked for. Throws QueryError. */
export async function matchingSessions(options: MatchOptions): Promise<MatchingSessions> {
  const query = parseSessionQuery(options.query, options.now);
  if (query.error !== undefined) throw new QueryError(options.query, query.error);
  const { sessions, diagnostics, ...there } = readSessions(options);
  const rankOfText = query.terms.some(asksTexts) ? await ranksOf(options, there) : () => TEXT_RANKS.none;
  const view: ListView = {
    query,
    sort: options.sort,
    scope: options.all ? { kind: "all" } : { kind: "folder", cwd: options.cwd },
    namedOnly: options.named,
    emptyOnly: options.empty,
    includeInternal: options.includeInternal,
  };
  const context = { now: options.now, rankOfText };
  return { query, diagnostics, ...arranged(options.query, sessions, view, context) };
}

/** What matches, or else what comes near it. Throws QueryError. */
function arranged(
  typed: string,
  ...[sessions, view, context]: Parameters<typeof arrangeSessions>
): Pick<MatchingSessions, "rows" | "isNear"> {
  const arrange = () => {
    const exact = arrangeSessions(sessions, view, context);
    const near = exact.length === 0 ? arrangeNear(sessions, view, context) : [];
    const isNear = near.length > 0;
    return { rows: isNear ? near : exact, isNear };
  };
  if (!view.query.terms.some(({ kind }) => kind === "pattern")) return arrange();
  try {
    return withinTime(PATTERN_LIMIT_MS, arrange);
  } catch (error) {
    throw error instanceof TooSlowError ? tooSlow(typed) : error;
  }
}

async function ranksOf(
  { query, cacheDirectory, onProgress }: MatchOptions,
  there: Pick<TextWork, "files" | "complete">,
): Promise<RankOfText> {
  const { rankOf, error } = await searchTexts(query, { ...there, directory: cacheDirectory, onProgress });
  if (error !== undefined) throw new QueryError(query, error);
  return rankOf;
}

function readSessions(options: MatchOptions) {
  const isWanted = options.all
    ? undefined
    : (header: { cwd?: string | undefined }) => sameFolder(header.cwd ?? "", options.cwd);
  const sessions: SessionDigest[] = [];
  const files: FileFacts[] = [];
  const diagnostics: FileDiagnostic[] = [];
  let complete: readonly string[] = [];
  // Whatever is wrong with the index, the list is complete; who searches in it is told.
  const memory = openFileMemory(options.cacheDirectory, () => undefined);
  for (const batch of listSessions(options, { isWanted, memory })) {
    for (const session of batch.sessions) sessions.push(session);
    for (const file of batch.files) files.push(file);
    for (const diagnostic of batch.diagnostics) diagnostics.push(diagnostic);
    // Who reads one folder only does not know which files of the others are sessions.
    if (options.all) complete = batch.complete;
  }
  memory?.close();
  return { sessions, files, complete, diagnostics };
}
