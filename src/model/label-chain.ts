import type { SessionLabel } from "./digest.ts";

/**
 * The label entries of a file, the latest first. Each one leads to those before it, so that a state of reading shares
 * them with the states before and after it.
 */
export interface LabelChain extends SessionLabel {
  readonly before: LabelChain | undefined;
}

/** What most sessions have: one array for all of them. */
const NO_LABELS: readonly SessionLabel[] = [];

/**
 * The labels that stand, in the order in which they were set: of several on one entry the latest, and none where that
 * has no text (specification: LabelEntry).
 */
export function standingLabels(latest: LabelChain | undefined): readonly SessionLabel[] {
  if (latest === undefined) return NO_LABELS;
  const seen = new Set<string>();
  const labels: SessionLabel[] = [];
  for (let at: LabelChain | undefined = latest; at !== undefined; at = at.before) {
    const { entryId, text, time } = at;
    if (seen.has(entryId)) continue;
    seen.add(entryId);
    if (text !== "") labels.push({ entryId, text, time });
  }
  return labels.length === 0 ? NO_LABELS : labels.reverse();
}

/** The label entries of a chain, the earliest first. */
export function labelEntries(latest: LabelChain | undefined): readonly SessionLabel[] {
  const entries: SessionLabel[] = [];
  for (let at = latest; at !== undefined; at = at.before) {
    const { entryId, text, time } = at;
    entries.push({ entryId, text, time });
  }
  return entries.reverse();
}

/** The chain of label entries, the earliest first; undefined without any. */
export function labelChain(entries: readonly SessionLabel[]): LabelChain | undefined {
  let chain: LabelChain | undefined;
  for (const entry of entries) chain = { ...entry, before: chain };
  return chain;
}
