import { labelsOf } from "./labels.ts";
import type { SessionEntry } from "./session-entry.ts";
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
  const copied: SessionEntry[] = [];
  let parentId: string | null = null;
  for (const entry of branchPath(entriesById(entries), leafId)) {
    if (entry.type === "label") continue;
    // What hung below a label now hangs below the entry before it.
    copied.push(entry.parentId === parentId ? entry : { ...entry, parentId });
    parentId = entry.id;
  }
  return [...copied, ...carriedLabels(entries, copied, newId)];
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
