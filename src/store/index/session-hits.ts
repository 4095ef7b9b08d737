import { entryTime } from "../../model/entry-time.ts";
import { type IndexText, indexText } from "../../model/index-text.ts";
import { type JsonRecord, makePlacer } from "../../model/migrate.ts";
import { SearchedEntry, shownTerms } from "../../model/query/match-entry.ts";
import type { SessionQuery, SessionTerm, TextField } from "../../model/query/session-query.ts";
import { type Snippet, snippetOf } from "../../model/query/snippet.ts";
import { cut, printable } from "../../model/text.ts";
import type { EntryHit, SessionHits } from "../text-index.ts";
import { entryLines } from "./entry-lines.ts";
import { formatVersion } from "./format-version.ts";

/** More than this nobody steps through; what is best is looked for among all of them. */
const MOST_HITS = 2000;
const SNIPPET_COLUMNS = 200;
const SPEAKER_COLUMNS = 20;
/** More than fits into a snippet: code units. */
const LONGEST_SHOWN = 2000;

interface Candidate {
  readonly hit: EntryHit;
  readonly score: number;
}

/**
 * The entries of a session that hold something of a query, in the order of the file. It yields now and then, so that
 * whoever asked may go on to something else. Throws what reading throws.
 */
export function* sessionHits(path: string, query: SessionQuery): Generator<void, SessionHits> {
  const terms = shownTerms(query);
  const parents = new Map<string, string | null>();
  const place = makePlacer(formatVersion(path) < 2, () => new Set(parents.keys()));
  const found: Candidate[] = [];
  let last: string | undefined;
  let count = 0;
  for (const { record, id, parentId } of entryLines(path)) {
    const placed = place(record ?? { type: "", id, parentId }, count++);
    const entryId = String(placed.id);
    parents.set(entryId, typeof placed.parentId === "string" ? placed.parentId : null);
    last = entryId;
    const candidate = record === undefined ? undefined : candidateIn(record, entryId, query, terms);
    if (candidate !== undefined && found.length < MOST_HITS) found.push(candidate);
    yield;
  }
  const isActive = pathTo(last, parents);
  const hits = found.map(({ hit }) => ({ ...hit, isAbandoned: !isActive.has(hit.entryId) }));
  return { hits, best: bestOf(found) };
}

function candidateIn(
  record: JsonRecord,
  entryId: string,
  query: SessionQuery,
  terms: readonly SessionTerm[],
): Candidate | undefined {
  const text = indexText(record);
  const entry = new SearchedEntry(text);
  let score = 0;
  let matched = 0;
  for (const term of terms) {
    const rank = entry.rank(term);
    if (rank > 0) matched++;
    score += rank;
  }
  if (matched === 0) return undefined;
  const snippet = snippetIn(text, query);
  return {
    // Everything that is asked for in one entry is better than the best of half of it.
    score: matched * 100 + score,
    hit: {
      entryId: record.type === "label" && typeof record.targetId === "string" ? record.targetId : entryId,
      speaker: cut(printable(text.speaker), SPEAKER_COLUMNS),
      time: entryTime(record),
      snippet,
      isAbandoned: false,
    },
  };
}

/** Of what was said, else of the call that matches, else of all calls. */
function snippetIn({ speaker, talk, calls, model, failed }: IndexText, query: SessionQuery): Snippet {
  const fields: readonly TextField[] = speaker === "name" || speaker === "label" ? [speaker] : [];
  const said = snippetOf(talk, query, SNIPPET_COLUMNS, ...fields);
  if (said !== undefined) return said;
  const lines = calls.map(({ tool, text }) => `${tool}: ${text}`);
  for (const line of lines) {
    const snippet = snippetOf(line, query, SNIPPET_COLUMNS, "tool", "file");
    if (snippet !== undefined) return snippet;
  }
  const all = lines.join("; ") || talk || (model ?? "") || (failed ? "error" : "");
  return { text: cut(printable(all.slice(0, LONGEST_SHOWN)), SNIPPET_COLUMNS), ranges: [] };
}

function bestOf(found: readonly Candidate[]): number {
  let best = found.length === 0 ? -1 : 0;
  for (const [index, { score }] of found.entries()) if (score > (found[best]?.score ?? 0)) best = index;
  return best;
}

/** The entries from the root to the last one: the conversation as it stands. A cycle of parents ends it. */
function pathTo(last: string | undefined, parents: ReadonlyMap<string, string | null>): ReadonlySet<string> {
  const path = new Set<string>();
  for (
    let at: string | null | undefined = last;
    typeof at === "string" && !path.has(at);
    at = parents.get(at)
  )
    path.add(at);
  return path;
}
