import type { TreeShape } from "./tree-shape.ts";

/** What of a tree is to be seen. Entries are meant by their index in the file. */
export interface OutlineView {
  /** 1 for the entries that the filter lets through. */
  readonly shown: Uint8Array;
  readonly folded: ReadonlySet<number>;
  /** 1 for the entries that a search found, which may know fewer than there are; undefined without a search. */
  readonly matches: Uint8Array | undefined;
}

/**
 * A tree as rows from top to bottom. What hangs below a hidden entry hangs below its nearest shown ancestor; a
 * search leaves the entries that match and the ways to them. Arrays by entry hold -1 or 0 for what is not shown.
 */
export interface Outline {
  readonly shape: TreeShape;
  /** The entry of each row. */
  readonly rows: Int32Array;
  /** For each entry its row, -1 when it has none. */
  readonly rowOf: Int32Array;
  /** For each entry its nearest shown ancestor, -1 for none. */
  readonly parents: Int32Array;
  /** For each entry the number of shown entries directly below it, folded or not. */
  readonly childCounts: Int32Array;
  readonly rootCount: number;
  /** For each entry how many steps it is indented. */
  readonly depths: Int32Array;
  /** For each entry the nearest ancestor whose connector stands in the column of a gutter, -1 for none. */
  readonly gutters: Int32Array;
  /** 1 for the last of its siblings. */
  readonly isLast: Uint8Array;
  /** 1 for entries that the search found; all 0 without a search. */
  readonly isMatch: Uint8Array;
  /** Memory of a search: which entries lie on the way to a match. */
  readonly ways: Uint8Array | undefined;
  readonly isSearch: boolean;
  readonly folded: ReadonlySet<number>;
  /** For each folded entry that has a row: how many entries below it are hidden, and how many of them match. */
  readonly hidden: ReadonlyMap<number, HiddenCount>;
}

export interface HiddenCount {
  readonly entries: number;
  readonly matches: number;
}

/**
 * The rows of a tree. Linear in the number of entries: it is made anew between a key press and its frame. The memory
 * of `outworn`, an outline that nobody looks at any more, is used again.
 */
export function outlineOf(shape: TreeShape, view: OutlineView, outworn?: Outline): Outline {
  const memory = outworn?.parents.length === shape.order.length ? outworn : undefined;
  const isMatch = matchFlags(view, shape.order.length, memory);
  const ways = view.matches === undefined ? undefined : waysTo(shape, view.shown, isMatch, memory);
  const shown = ways ?? view.shown;
  const family = familyOf(shape, shown, memory);
  const { folded } = view;
  return {
    shape,
    ...family,
    ...indentation(shape, shown, family, memory),
    ...visibleRows(shape, shown, family.parents, folded, isMatch, memory),
    isMatch,
    ways: ways ?? memory?.ways,
    isSearch: view.matches !== undefined,
    folded,
  };
}

function matchFlags({ matches, shown }: OutlineView, count: number, memory: Outline | undefined): Uint8Array {
  const isMatch = memory?.isMatch.fill(0) ?? new Uint8Array(count);
  if (matches === undefined) return isMatch;
  for (let entry = 0; entry < count; entry++)
    if (matches[entry] === 1 && shown[entry] === 1) isMatch[entry] = 1;
  return isMatch;
}

/** The matches and every shown entry above one: children come after their parents, so going backwards is enough. */
function waysTo(
  { order, parents }: TreeShape,
  shown: Uint8Array,
  isMatch: Uint8Array,
  memory: Outline | undefined,
): Uint8Array {
  const ways = memory?.ways ?? new Uint8Array(shown.length);
  ways.set(isMatch);
  for (let place = order.length - 1; place >= 0; place--) {
    const entry = order[place] ?? 0;
    if (ways[entry] !== 1) continue;
    const parent = parents[entry] ?? -1;
    if (parent !== -1) ways[parent] = 1;
    // The way leads through what the filter hides, but that is not on it.
    if (shown[entry] !== 1) ways[entry] = 0;
  }
  return ways;
}

/** Who hangs below whom, of those that are shown. */
function familyOf({ order, parents: real }: TreeShape, shown: Uint8Array, memory: Outline | undefined) {
  const count = order.length;
  const parents = memory?.parents ?? new Int32Array(count);
  const childCounts = memory?.childCounts.fill(0) ?? new Int32Array(count);
  const lastChild = new Int32Array(count);
  const isLast = new Uint8Array(count);
  let [rootCount, lastRoot] = [0, -1];
  for (let place = 0; place < count; place++) {
    const entry = order[place] ?? 0;
    const parent = real[entry] ?? -1;
    const above = parent === -1 || shown[parent] === 1 ? parent : (parents[parent] ?? -1);
    parents[entry] = above;
    if (shown[entry] !== 1) continue;
    const before = above === -1 ? lastRoot : childCounts[above] === 0 ? -1 : (lastChild[above] ?? -1);
    if (before !== -1) isLast[before] = 0;
    isLast[entry] = 1;
    if (above === -1) {
      rootCount++;
      lastRoot = entry;
    } else {
      childCounts[above] = (childCounts[above] ?? 0) + 1;
      lastChild[above] = entry;
    }
  }
  return { parents, childCounts, rootCount, isLast };
}

/**
 * An entry is one step deeper than its parent where that has several children, and so is the first generation
 * after such a branch. Several roots count as a branch, but take no step themselves.
 */
function indentation({ order }: TreeShape, shown: Uint8Array, family: Siblings, memory: Outline | undefined) {
  const { parents } = family;
  const depths = memory?.depths.fill(0) ?? new Int32Array(order.length);
  const gutters = memory?.gutters ?? new Int32Array(order.length);
  for (let place = 0; place < order.length; place++) {
    const entry = order[place] ?? 0;
    const parent = parents[entry] ?? -1;
    if (parent === -1 || shown[entry] !== 1) {
      gutters[entry] = -1;
      continue;
    }
    const isBranch = siblingCount(family, parent) > 1;
    const isStep = isBranch || siblingCount(family, entry) > 1;
    depths[entry] = (depths[parent] ?? 0) + (isStep ? 1 : 0);
    gutters[entry] = isBranch && parents[parent] !== -1 ? parent : (gutters[parent] ?? -1);
  }
  return { depths, gutters };
}

type Siblings = Pick<Outline, "parents" | "childCounts" | "rootCount">;

/** How many shown entries hang where this one hangs, itself included. */
export function siblingCount({ parents, childCounts, rootCount }: Siblings, entry: number): number {
  const parent = parents[entry] ?? -1;
  return parent === -1 ? rootCount : (childCounts[parent] ?? 0);
}

function hasConnector(parents: Int32Array, siblings: number, entry: number): boolean {
  return siblings > 1 && parents[entry] !== -1;
}

function visibleRows(
  { order }: TreeShape,
  shown: Uint8Array,
  parents: Int32Array,
  folded: ReadonlySet<number>,
  isMatch: Uint8Array,
  memory: Outline | undefined,
) {
  const rows = memory === undefined ? new Int32Array(order.length) : new Int32Array(memory.rows.buffer);
  const rowOf = memory?.rowOf ?? new Int32Array(order.length);
  const hidden = new Map<number, { entries: number; matches: number }>();
  /** For each hidden entry the folded one that hides it. */
  const foldOf = new Map<number, number>();
  let length = 0;
  for (let place = 0; place < order.length; place++) {
    const entry = order[place] ?? 0;
    rowOf[entry] = -1;
    if (shown[entry] !== 1) continue;
    const parent = parents[entry] ?? -1;
    const fold =
      folded.size === 0 ? undefined : (foldOf.get(parent) ?? (folded.has(parent) ? parent : undefined));
    if (fold === undefined) {
      rowOf[entry] = length;
      rows[length++] = entry;
      continue;
    }
    foldOf.set(entry, fold);
    const counted = hidden.get(fold) ?? { entries: 0, matches: 0 };
    counted.entries++;
    counted.matches += isMatch[entry] ?? 0;
    hidden.set(fold, counted);
  }
  return { rows: rows.subarray(0, length), rowOf, hidden };
}

/** The row of an entry, or of its nearest ancestor that has one; the first row where none has. -1 without rows. */
export function rowNear(outline: Outline, entry: number): number {
  const { rows, rowOf, shape } = outline;
  for (let at = entry; at !== -1; at = shape.parents[at] ?? -1) {
    const row = rowOf[at] ?? -1;
    if (row !== -1) return row;
  }
  return rows.length === 0 ? -1 : firstRowBelow(outline, entry);
}

/** The first row that comes after an entry in the order of the tree, else the last row. */
function firstRowBelow({ rows, shape }: Outline, entry: number): number {
  const place = shape.places[entry] ?? -1;
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shape.places[rows[middle] ?? 0] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type FoldState = "none" | "open" | "folded";

/** Whether an entry can be folded: it has shown entries below it and is a root or one of several siblings. */
export function foldState(outline: Outline, entry: number): FoldState {
  if ((outline.childCounts[entry] ?? 0) === 0) return "none";
  if (outline.folded.has(entry)) return "folded";
  return outline.parents[entry] === -1 || siblingCount(outline, entry) > 1 ? "open" : "none";
}

/** Columns of one step of indentation. */
export const STEP = 3;

/**
 * What stands before an entry's text, three columns a step: gutters `│`, the connector `├─` or `└─`, and in it the
 * fold mark. Steps left of `firstStep` are left out, so that a deep tree costs no more than what is seen of it.
 */
export function connectors(outline: Outline, entry: number, firstStep: number): string {
  const depth = outline.depths[entry] ?? 0;
  const steps: string[] = Array.from({ length: Math.max(0, depth - firstStep) }, () => "   ");
  if (hasConnector(outline.parents, siblingCount(outline, entry), entry) && depth > firstStep) {
    const corner = outline.isLast[entry] === 1 ? "└" : "├";
    const state = foldState(outline, entry);
    steps[depth - 1 - firstStep] = `${corner}${state === "folded" ? "⊞" : state === "open" ? "⊟" : "─"} `;
  }
  let at = outline.gutters[entry] ?? -1;
  while (at !== -1) {
    const step = (outline.depths[at] ?? 0) - 1 - firstStep;
    if (step < 0) break;
    if (outline.isLast[at] !== 1) steps[step] = "│  ";
    at = outline.gutters[at] ?? -1;
  }
  return steps.join("");
}
