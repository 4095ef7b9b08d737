import type { SessionDigest, SessionLabel } from "./digest.ts";

/** A label, and the session that it stands in. */
export interface LabelRow {
  readonly session: SessionDigest;
  readonly label: SessionLabel;
}

/** What stands in place of an entry that a label names but the file does not hold. */
export const ENTRY_MISSING = "(the session holds no such entry)";

/** All labels of some sessions, newest first; those that do not tell their time come last. */
export function labelRows(sessions: readonly SessionDigest[]): readonly LabelRow[] {
  const rows: LabelRow[] = [];
  for (const session of sessions) for (const label of session.labels) rows.push({ session, label });
  return rows.sort(newestFirst);
}

function newestFirst({ label: a }: LabelRow, { label: b }: LabelRow): number {
  if (a.time === b.time) return 0;
  if (a.time === undefined) return 1;
  return b.time === undefined ? -1 : b.time - a.time;
}
