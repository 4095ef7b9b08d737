import { isMarginal } from "../../model/continue-point.ts";
import { type DigestLabel, digestLabels, type EntryDigest } from "../../model/entry-digest.ts";
import { type Outline, outlineOf, rowNear } from "../../model/outline.ts";
import { shownBy, type TreeFilter } from "../../model/tree-filter.ts";
import { GrowingShape, type TreeShape } from "../../model/tree-shape.ts";
import { remembered } from "../parts/remembered.ts";
import type { TreeState } from "./state.ts";

/** What of a session is on the screen in a state. */
export interface TreeView {
  readonly entries: readonly EntryDigest[];
  readonly shape: TreeShape;
  readonly labels: ReadonlyMap<string, DigestLabel>;
  readonly outline: Outline;
  /** Row of the selection; -1 without rows. */
  readonly row: number;
  /** Entry of the selection; -1 without rows. */
  readonly selected: number;
}

export type LookAt = (entries: readonly EntryDigest[], state: TreeState) => TreeView;

/** Makes views, each part anew only when something has changed that it depends on. */
export function makeView(): LookAt {
  const growing = new GrowingShape();
  const shape = remembered((entries: readonly EntryDigest[]) => growing.of(entries));
  const labels = remembered(digestLabels);
  const shown = remembered(shownBy);
  // The one before the last is on no screen and in no key's hands any more.
  let [last, outworn]: (Outline | undefined)[] = [];
  const outline = remembered(
    (of: TreeShape, visible: Uint8Array, folded: ReadonlySet<number>, matches: Uint8Array | undefined) => {
      const next = outlineOf(of, { shown: visible, folded, matches }, outworn);
      outworn = last;
      last = next;
      return next;
    },
  );
  return (entries, state) => {
    const parts = { entries, shape: shape(entries), labels: labels(entries) };
    const visible = shown(state.filter, entries, parts.labels, parts.shape.leaf);
    const rows = outline(parts.shape, visible, state.folded, state.found?.matches);
    const row = selectedRow(rows, state);
    return { ...parts, outline: rows, row, selected: rows.rows[row] ?? -1 };
  };
}

/** The outline with nothing folded away and nothing searched for. */
export function wholeOutline({ entries, shape, labels }: TreeView, filter: TreeFilter): Outline {
  const shown = shownBy(filter, entries, labels, shape.leaf);
  return outlineOf(shape, { shown, folded: new Set(), matches: undefined });
}

function selectedRow(outline: Outline, state: TreeState): number {
  const wanted = state.wanted ?? outline.shape.leaf;
  return state.followsSearch && outline.isSearch ? matchFrom(outline, wanted) : rowNear(outline, wanted);
}

/** The row of the first match from an entry on, going round; near the entry where nothing matches. */
function matchFrom(outline: Outline, entry: number): number {
  const { rows, isMatch, shape } = outline;
  const place = shape.places[entry] ?? -1;
  let first = -1;
  for (let row = 0; row < rows.length; row++) {
    const candidate = rows[row] ?? -1;
    if (isMatch[candidate] !== 1) continue;
    if ((shape.places[candidate] ?? -1) >= place) return row;
    if (first === -1) first = row;
  }
  return first === -1 ? rowNear(outline, entry) : first;
}

/** Where the selection stands among the matches, folded ones included: `position` from 1, 0 for on none of them. */
export function matchCount({ outline, selected }: TreeView): {
  readonly position: number;
  readonly total: number;
} {
  let [total, position] = [0, 0];
  for (const entry of outline.shape.order) {
    if (outline.isMatch[entry] !== 1) continue;
    total++;
    if (entry === selected) position = total;
  }
  return { position, total };
}

/** Where the leaf is marked. */
export interface LeafMark {
  /** The entry whose row carries the mark; -1 for none. */
  readonly row: number;
  /** How many entries of the conversation, hidden here, lie between it and the leaf. */
  readonly on: number;
}

export function leafMark({ entries, outline }: Pick<TreeView, "entries" | "outline">): LeafMark {
  const { parents, leaf } = outline.shape;
  const row = leaf === -1 ? -1 : (outline.rows[rowNear(outline, leaf)] ?? -1);
  let on = 0;
  for (let at = leaf; at !== -1 && at !== row; at = parents[at] ?? -1) if (!isMarginal(entries[at])) on++;
  return { row, on };
}
