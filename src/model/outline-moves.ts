import { type Outline, siblingCount } from "./outline.ts";
import type { TreeShape } from "./tree-shape.ts";

/** Where a segment of a branch begins: at a root or at one of several siblings. */
function startsSegment(outline: Outline, entry: number): boolean {
  return outline.parents[entry] === -1 || siblingCount(outline, entry) > 1;
}

/** The start of the segment that an entry is in; of a start, the start before it. */
export function segmentStart(outline: Outline, entry: number): number {
  let at = outline.parents[entry] ?? -1;
  if (at === -1) return entry;
  while (!startsSegment(outline, at)) at = outline.parents[at] ?? -1;
  // The segment's own start comes first; from there the way goes on to the one it branched off.
  return at;
}

/** Down the branch: the start of the next segment, or the end of the branch. */
export function segmentEnd(outline: Outline, entry: number): number {
  const start = outline.rowOf[entry] ?? -1;
  let last = entry;
  for (let row = start + 1; row < outline.rows.length; row++) {
    const next = outline.rows[row] ?? -1;
    // The first row below is always a child; anything else belongs to another branch.
    if (outline.parents[next] !== last) break;
    last = next;
    if (siblingCount(outline, next) > 1) break;
  }
  return last;
}

/**
 * The next (`step` 1) or previous (-1) sibling branch: of the entry itself where it has siblings, else of the
 * segment it is in. Goes round; without siblings the entry stays.
 */
export function siblingBranch(outline: Outline, entry: number, step: 1 | -1): number {
  let start = entry;
  while (!startsSegment(outline, start)) start = outline.parents[start] ?? -1;
  const siblings = outline.rows.filter((other) => outline.parents[other] === outline.parents[start]);
  if (siblings.length < 2) return entry;
  const index = siblings.indexOf(start);
  return siblings[(index + step + siblings.length) % siblings.length] ?? entry;
}

/** The next (`step` 1) or previous (-1) row whose entry is wanted, going round; the entry itself where none is. */
export function nextWanted(
  outline: Outline,
  entry: number,
  step: 1 | -1,
  isWanted: (entry: number) => boolean,
): number {
  const { rows } = outline;
  const start = outline.rowOf[entry] ?? -1;
  for (let way = 1; way <= rows.length; way++) {
    const candidate = rows[(start + step * way + rows.length * 2) % rows.length] ?? -1;
    if (candidate !== -1 && isWanted(candidate)) return candidate;
  }
  return entry;
}

/** Every segment that branches off: with all of them folded the trunk and its first fork remain. */
export function allSegments(outline: Outline): ReadonlySet<number> {
  const segments = new Set<number>();
  for (let entry = 0; entry < outline.parents.length; entry++) {
    if ((outline.childCounts[entry] ?? 0) > 0 && siblingCount(outline, entry) > 1) segments.add(entry);
  }
  return segments;
}

/** The next (`step` 1) or previous (-1) entry that a search found, in folds too, going round; undefined without one. */
export function nextMatch({ shape, isMatch }: Outline, entry: number, step: 1 | -1): number | undefined {
  const { order, places } = shape;
  const start = places[entry] ?? -1;
  for (let way = 1; way <= order.length; way++) {
    const candidate = order[(start + step * way + order.length * 2) % order.length] ?? -1;
    if (isMatch[candidate] === 1) return candidate;
  }
  return undefined;
}

/** The folds without those that hide an entry. */
export function unfoldedFor(
  folded: ReadonlySet<number>,
  { parents }: TreeShape,
  entry: number,
): ReadonlySet<number> {
  const rest = new Set(folded);
  for (let at = parents[entry] ?? -1; at !== -1; at = parents[at] ?? -1) rest.delete(at);
  return rest.size === folded.size ? folded : rest;
}
