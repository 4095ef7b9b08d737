import { age } from "../model/age.ts";
import type { SessionDigest } from "../model/digest.ts";
import type { SessionQuery } from "../model/query/session-query.ts";
import { snippetWithin } from "../model/query/snippet-within.ts";
import { cut, printable, printableJson, width } from "../model/text.ts";
import { sessionTitle } from "../model/title.ts";
import { allHits } from "../store/index/hits-search.ts";
import type { EntryHit, SessionHits } from "../store/text-index.ts";
import { TooSlowError } from "../store/time-limit.ts";
import { complaint, isoTime } from "./list.ts";
import { type MatchOptions, matchingSessions, NEAR_ONLY, tooSlow } from "./matching-sessions.ts";

export interface SearchOptions extends MatchOptions {
  readonly json: boolean;
  /** The most hits; undefined for all. */
  readonly limit: number | undefined;
  /** Columns of the terminal, or of what stands in for one. */
  readonly columns: number;
}

export interface SearchOutput {
  readonly stdout: string;
  /** What could not be read, and what was left out. */
  readonly stderr: string;
}

/** A session, and what in it matches; without an entry where only its name, folder or id does. */
interface FoundHit {
  readonly session: SessionDigest;
  readonly hit: EntryHit | undefined;
}

/**
 * `treeline search`: the entries that match, as text or as JSON; the best session first, and in it the best entry.
 * Throws QueryError.
 */
export async function search(options: SearchOptions): Promise<SearchOutput> {
  const { query, rows, isNear, diagnostics } = await matchingSessions(options);
  const found: FoundHit[] = [];
  let isCut = false;
  for (const { session } of rows) {
    if (options.limit !== undefined && found.length >= options.limit) {
      isCut = true;
      break;
    }
    for (const hit of bestFirst(session.path, query, options.query)) found.push({ session, hit });
  }
  const shown = found.slice(0, options.limit);
  const left = isCut || shown.length < found.length;
  const more = left ? `There is more: this is the limit of ${options.limit}.\n` : "";
  const stdout = options.json ? json(shown) : text(shown, options);
  const nothing = options.json || rows.length > 0 ? "" : "Nothing matches.\n";
  const notes = nothing + (isNear ? NEAR_ONLY : "") + (options.json ? "" : more);
  return { stdout, stderr: diagnostics.map(complaint).join("") + notes };
}

/** The entries of a session that match, the best one first, the others in the order of the file. */
function bestFirst(path: string, query: SessionQuery, typed: string): readonly (EntryHit | undefined)[] {
  const { hits, best } = hitsIn(path, query, typed);
  const first = hits[best];
  return first === undefined ? [undefined] : [first, ...hits.filter((_, index) => index !== best)];
}

function hitsIn(path: string, query: SessionQuery, typed: string): SessionHits {
  try {
    return allHits(path, query);
  } catch (error) {
    if (error instanceof TooSlowError) throw tooSlow(typed);
    // It was there a moment ago.
    return { hits: [], best: -1 };
  }
}

function json(found: readonly FoundHit[]): string {
  const hits = found.map(({ session, hit }) => ({
    session: session.path,
    id: session.id,
    title: sessionTitle(session),
    cwd: session.cwd,
    entry: hit?.entryId ?? null,
    role: hit?.speaker ?? null,
    time: hit?.time === undefined ? null : isoTime(hit.time),
    snippet: hit?.snippet.text ?? null,
    abandoned: hit?.isAbandoned ?? false,
  }));
  return `${printableJson(JSON.stringify(hits, null, 2))}\n`;
}

const SPEAKER_COLUMNS = 10;
const LEAST_SNIPPET = 20;

/** A line for each session, and below it one for each entry. */
function text(found: readonly FoundHit[], { now, columns }: SearchOptions): string {
  let lines = "";
  let last: SessionDigest | undefined;
  for (const { session, hit } of found) {
    if (session !== last) lines += `${last === undefined ? "" : "\n"}${sessionLine(session, now, columns)}\n`;
    last = session;
    if (hit !== undefined) lines += `${hitLine(hit, columns)}\n`;
  }
  return lines;
}

function sessionLine(session: SessionDigest, now: number, columns: number): string {
  const facts = `${age(session.modified, now)}  ${printable(session.id).slice(0, 8)}  ${printable(session.cwd)}`;
  const title = cut(sessionTitle(session), Math.max(LEAST_SNIPPET, columns - width(facts) - 2));
  return `${title}  ${facts}`;
}

function hitLine({ entryId, speaker, snippet, isAbandoned }: EntryHit, columns: number): string {
  const who = cut(speaker, SPEAKER_COLUMNS).padEnd(SPEAKER_COLUMNS);
  const where = `  ${printable(entryId).slice(0, 8).padEnd(8)}  ${who}  `;
  const branch = isAbandoned ? " (abandoned branch)" : "";
  return (
    where + snippetWithin(snippet, Math.max(LEAST_SNIPPET, columns - width(where + branch))).text + branch
  );
}
