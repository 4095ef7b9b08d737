import type { ListRow } from "../../model/arrange.ts";
import type { SessionDigest } from "../../model/digest.ts";
import { byModified } from "../../model/threads.ts";

/** The sessions that are marked, by their paths. They stay marked whatever the list shows. */
export type Marks = ReadonlySet<string>;

export const NO_MARKS: Marks = new Set();

/** Marks a session, or takes its mark away. */
export function toggled(marks: Marks, path: string): Marks {
  const next = new Set(marks);
  if (!next.delete(path)) next.add(path);
  return next;
}

/** Marks all rows, beside what is marked already. */
export function withAll(marks: Marks, rows: readonly ListRow[]): Marks {
  return new Set([...marks, ...rows.map(({ session }) => session.path)]);
}

/** Of the rows those are marked that were not, and the other way round; what is not among them stays as it is. */
export function inverted(marks: Marks, rows: readonly ListRow[]): Marks {
  const next = new Set(marks);
  for (const { session } of rows) if (!next.delete(session.path)) next.add(session.path);
  return next;
}

/** How many of the marked sessions are still there. */
export function markedCount(marks: Marks, sessions: readonly SessionDigest[]): number {
  let count = 0;
  if (marks.size > 0) for (const { path } of sessions) if (marks.has(path)) count++;
  return count;
}

/** The marked sessions that are still there, newest first. */
export function markedSessions(marks: Marks, sessions: readonly SessionDigest[]): readonly SessionDigest[] {
  return marks.size === 0 ? [] : sessions.filter(({ path }) => marks.has(path)).sort(byModified);
}
