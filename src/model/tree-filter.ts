import type { EntryDigest, EntryKind } from "./entry-digest.ts";

/** The filters of the tree, in the order in which a key goes through them. */
export const TREE_FILTERS = ["default", "no-tools", "user-only", "labeled-only", "all"] as const;
export type TreeFilter = (typeof TREE_FILTERS)[number];

export function isTreeFilter(name: unknown): name is TreeFilter {
  return TREE_FILTERS.some((filter) => filter === name);
}

/** What is bookkeeping rather than conversation. */
const BOOKKEEPING: ReadonlySet<EntryKind> = new Set([
  "label",
  "custom",
  "model",
  "thinking",
  "contextWindow",
  "name",
  "usage",
]);

/** Whether a filter lets an entry through. An answer that only calls tools is shown by its results, unless it is the leaf. */
function passesFilter(
  filter: TreeFilter,
  { kind }: EntryDigest,
  isLabelled: boolean,
  isLeaf: boolean,
): boolean {
  switch (filter) {
    case "all":
      return true;
    case "labeled-only":
      return isLabelled;
    case "user-only":
      return kind === "user";
    case "no-tools":
      return kind !== "toolResult" && isConversation(kind, isLeaf);
    case "default":
      return isConversation(kind, isLeaf);
  }
}

/** 1 for each entry that a filter lets through. */
export function shownBy(
  filter: TreeFilter,
  entries: readonly EntryDigest[],
  labels: ReadonlyMap<string, unknown>,
  leaf: number,
): Uint8Array {
  const shown = new Uint8Array(entries.length);
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    if (entry !== undefined && passesFilter(filter, entry, labels.has(entry.id), index === leaf))
      shown[index] = 1;
  }
  return shown;
}

function isConversation(kind: EntryKind, isLeaf: boolean): boolean {
  return !BOOKKEEPING.has(kind) && (kind !== "calls" || isLeaf);
}
