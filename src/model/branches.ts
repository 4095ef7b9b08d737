import type { EntryDigest } from "./entry-digest.ts";
import { type Outline, siblingCount } from "./outline.ts";

/** One branch as one line: what ends in a leaf. Entries are meant by their index. */
export interface BranchLine {
  readonly leaf: number;
  /** The entry it forks from; -1 for a branch that starts with a root. */
  readonly forksAt: number;
  /** Shown entries since the fork. */
  readonly length: number;
  /** ms since 1970 of its last entry. */
  readonly time: number | undefined;
  /** Whether the conversation stands on it. */
  readonly isActive: boolean;
}

/** The branches of a tree without folds: the one in use first, then the newest. Linear in the number of entries. */
export function branchesOf(outline: Outline, entries: readonly EntryDigest[]): readonly BranchLine[] {
  const lines: BranchLine[] = [];
  for (const leaf of outline.rows) {
    if ((outline.childCounts[leaf] ?? 0) > 0) continue;
    let [start, length] = [leaf, 1];
    while (siblingCount(outline, start) < 2 && outline.parents[start] !== -1) {
      start = outline.parents[start] ?? -1;
      length++;
    }
    lines.push({
      leaf,
      forksAt: outline.parents[start] ?? -1,
      length,
      time: entries[leaf]?.time,
      isActive: outline.shape.active[leaf] === 1,
    });
  }
  return lines.sort((a, b) => Number(b.isActive) - Number(a.isActive) || (b.time ?? 0) - (a.time ?? 0));
}
