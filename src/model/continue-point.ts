import type { EntryDigest, EntryKind } from "./entry-digest.ts";
import type { TreeShape } from "./tree-shape.ts";

/** What going on from an entry means for its file. */
export interface ContinuePoint {
  /** The entry below which the conversation goes on; null for before the first one. */
  readonly entryId: string | null;
  /** The chosen message is not part of it: its text is handed back for editing. */
  readonly handsBackText: boolean;
  /** The conversation stands there already: nothing has to be written. */
  readonly isLeaf: boolean;
  /** A later entry has the same id, so that a file cannot name this one: nobody can go on from it. */
  readonly isShadowed: boolean;
}

/** What may follow the leaf of a conversation without moving it: none of these changes the context. */
const MARGINAL: ReadonlySet<EntryKind> = new Set(["label", "name", "custom", "usage"]);

/** Whether an entry stands beside the conversation: it changes nothing of what the model sees. */
export function isMarginal(entry: EntryDigest | undefined): boolean {
  return entry !== undefined && MARGINAL.has(entry.kind);
}

/**
 * Where the conversation goes on when an entry is chosen: at the entry, but before a message of the person or of an
 * extension. Where it stands there already, `entryId` is the last entry of the file, whatever that is.
 */
export function continuePoint(
  entries: readonly EntryDigest[],
  { parents, leaf }: TreeShape,
  chosen: number,
): ContinuePoint {
  const kind = entries[chosen]?.kind;
  const handsBackText = kind === "user" || kind === "customMessage";
  const target = handsBackText ? (parents[chosen] ?? -1) : chosen;
  let end = leaf;
  while (end !== -1 && end !== target && isMarginal(entries[end])) end = parents[end] ?? -1;
  const isLeaf = end === target;
  const entryId = entries[isLeaf ? leaf : target]?.id ?? null;
  const isShadowed = !isLeaf && target !== -1 && entries.findLastIndex(({ id }) => id === entryId) !== target;
  return { entryId, handsBackText, isLeaf, isShadowed };
}
