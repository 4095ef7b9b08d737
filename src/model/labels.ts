import { isForeign, type SessionEntry } from "./session-entry.ts";

/** A label as it stands on an entry. */
export interface EntryLabel {
  readonly text: string;
  /** ISO time at which it was set; undefined when the label entry has none. */
  readonly timestamp: string | undefined;
}

/**
 * The labels by the id of the entry they stand on. For each entry the latest label in the order of the file wins;
 * one without text clears it (specification: LabelEntry).
 */
export function labelsOf(entries: readonly SessionEntry[]): ReadonlyMap<string, EntryLabel> {
  const labels = new Map<string, EntryLabel>();
  for (const entry of entries) {
    if (isForeign(entry) || entry.type !== "label") continue;
    const text = entry.label?.trim() ?? "";
    if (text === "") labels.delete(entry.targetId);
    else labels.set(entry.targetId, { text, timestamp: entry.timestamp });
  }
  return labels;
}
