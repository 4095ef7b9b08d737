import { labelsOf } from "./labels.ts";
import { isForeign, type SessionEntry } from "./session-entry.ts";
import { branchPath, entriesById } from "./tree.ts";

/**
 * The entries of a new session that holds one branch: the way from the root to `leafId` without its label
 * entries, then one new label entry for each label that these entries still carry, chained at the end. Empty when
 * there is no such leaf. `newId` makes an id that is not among those it is given.
 */
export function branchedEntries(
  entries: readonly SessionEntry[],
  leafId: string,
  newId: (taken: ReadonlySet<string>) => string,
): readonly SessionEntry[] {
  const path = branchPath(entriesById(entries), leafId);
  const next = keptSuccessors(path);
  const copied: SessionEntry[] = [];
  let parentId: string | null = null;
  for (const entry of path) {
    if (entry.type === "label") continue;
    copied.push(relinked(entry, parentId, next));
    parentId = entry.id;
  }
  return [...copied, ...carriedLabels(entries, copied, newId)];
}

/** For each label on the way the entry that comes after it: what was kept from the label on is kept from there. */
function keptSuccessors(path: readonly SessionEntry[]): ReadonlyMap<string, string> {
  const successors = new Map<string, string>();
  let following: string | undefined;
  for (const entry of path.toReversed()) {
    if (entry.type !== "label") following = entry.id;
    else if (following !== undefined) successors.set(entry.id, following);
  }
  return successors;
}

/** What hung below a label hangs below the entry before it; what a compaction kept, it keeps. */
function relinked(
  entry: SessionEntry,
  parentId: string | null,
  next: ReadonlyMap<string, string>,
): SessionEntry {
  const moved = entry.parentId === parentId ? entry : { ...entry, parentId };
  if (isForeign(moved) || moved.type !== "compaction" || typeof moved.firstKeptEntryId !== "string")
    return moved;
  const firstKeptEntryId = next.get(moved.firstKeptEntryId);
  return firstKeptEntryId === undefined ? moved : { ...moved, firstKeptEntryId };
}

function carriedLabels(
  entries: readonly SessionEntry[],
  copied: readonly SessionEntry[],
  newId: (taken: ReadonlySet<string>) => string,
): readonly SessionEntry[] {
  const taken = new Set(copied.map(({ id }) => id));
  const targets = new Set(taken);
  let parentId = copied.at(-1)?.id ?? null;
  const carried: SessionEntry[] = [];
  for (const [targetId, { text, timestamp }] of labelsOf(entries)) {
    if (!targets.has(targetId)) continue;
    const id = newId(taken);
    taken.add(id);
    carried.push({ type: "label", id, parentId, timestamp, targetId, label: text });
    parentId = id;
  }
  return carried;
}
