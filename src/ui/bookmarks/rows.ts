import type { SessionDigest } from "../../model/digest.ts";
import { roleWord } from "../../model/entry-digest.ts";
import { ENTRY_MISSING, type LabelRow, labelRows } from "../../model/label-rows.ts";
import { fold } from "../../model/query/fold.ts";
import { type FoldedText, holdsAll } from "../../model/query/highlight.ts";
import { parseQuery, type Query } from "../../model/query/parse.ts";
import { recentSessions } from "../../model/sessions-in-view.ts";
import { printable } from "../../model/text.ts";
import { sessionTitle } from "../../model/title.ts";
import { TooSlowError } from "../../store/time-limit.ts";
import { guarded } from "../parts/guarded.ts";
import { remembered } from "../parts/remembered.ts";
import type { PreviewMap } from "./previews.ts";
import type { BookmarksState } from "./state.ts";

/** A labelled entry as it is drawn and searched: every text is printable. */
export interface MarkRow {
  /** Identity of the row: the session's path and the entry's id. */
  readonly key: string;
  readonly session: SessionDigest;
  readonly entryId: string;
  readonly label: string;
  /** What the entry says; undefined until that was read. */
  readonly words: string | undefined;
  readonly title: string;
  /** ms since 1970 */
  readonly time: number | undefined;
}

/** The rows to show and the query that chose them. */
export interface MarkArrangement {
  readonly query: Query;
  /** All labels in scope. */
  readonly total: number;
  readonly rows: readonly MarkRow[];
  /** The sessions of all labels in scope, those with the newest labels first. */
  readonly sessions: readonly SessionDigest[];
}

export interface MarkArrangerOptions {
  readonly cwd: string;
  readonly includeInternal: boolean;
}

export type ArrangeMarks = (
  sessions: readonly SessionDigest[],
  previews: PreviewMap,
  state: Pick<BookmarksState, "line" | "scope">,
) => MarkArrangement;

/** Arranges labels for a state, each step anew only when something has changed that it depends on. */
export function makeMarkArranger({ cwd, includeInternal }: MarkArrangerOptions): ArrangeMarks {
  const inScope = remembered((sessions: readonly SessionDigest[], scope: BookmarksState["scope"]) => {
    const labels = labelRows(
      recentSessions(
        sessions.filter((session) => session.labels.length > 0),
        { scope: scope === "all" ? { kind: "all" } : { kind: "folder", cwd }, includeInternal },
      ),
    );
    return { labels, sessions: [...new Set(labels.map(({ session }) => session))] };
  });
  const drawable = remembered(markRows);
  const parsed = remembered(parseQuery);
  const matching = remembered(matchingRows);
  return (sessions, previews, { line, scope }) => {
    const found = inScope(sessions, scope);
    const rows = drawable(found.labels, previews);
    return { ...matching(rows, parsed(line.text)), total: rows.length, sessions: found.sessions };
  };
}

function markRows(labels: readonly LabelRow[], previews: PreviewMap): readonly MarkRow[] {
  const titles = new Map<SessionDigest, string>();
  return labels.map(({ session, label }) => {
    const title = titles.get(session) ?? sessionTitle(session);
    titles.set(session, title);
    const { entryId, text, time } = label;
    const preview = previews.get(session.path)?.bookmarks.get(entryId);
    const words =
      preview?.kind === undefined ? ENTRY_MISSING : roleWord({ kind: preview.kind }) + preview.text;
    return {
      key: `${session.path}\0${entryId}`,
      session,
      entryId,
      label: printable(text),
      words: preview === undefined ? undefined : words,
      title,
      time,
    };
  });
}

function matchingRows(rows: readonly MarkRow[], query: Query): Pick<MarkArrangement, "query" | "rows"> {
  if (query.terms.length === 0 && query.error === undefined) return { query, rows };
  try {
    return { query, rows: guarded(query, () => rows.filter((row) => holdsAll(query, textsOf(row)))) };
  } catch (error) {
    if (!(error instanceof TooSlowError)) throw error;
    return { query: { ...query, error: "this pattern takes too long" }, rows: [] };
  }
}

const foldedTexts = new WeakMap<MarkRow, readonly FoldedText[]>();

function textsOf(row: MarkRow): readonly FoldedText[] {
  const known = foldedTexts.get(row);
  if (known !== undefined) return known;
  const texts = [row.label, row.words ?? "", row.title].map((text) => ({ text, folded: fold(text) }));
  foldedTexts.set(row, texts);
  return texts;
}
