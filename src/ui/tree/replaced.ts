import type { EntryDigest } from "../../model/entry-digest.ts";
import { type Comparison, NO_OVERLAY, type TreeOverlay, type TreeState } from "./state.ts";

type Entries = readonly EntryDigest[];
/** Where an entry is now; undefined when it is not there any more. */
type Find = (entry: number) => number | undefined;

/**
 * The state of the tree when its file was replaced, as the agents do when they bring an old file up to date: selection,
 * folds, marks and dialogs go on with the same entries, wherever these are now.
 */
export function afterReplacement(state: TreeState, before: Entries, after: Entries): TreeState {
  const find = finder(before, after);
  const overlay = movedOverlay(state.overlay, find);
  const isLost = overlay.kind === "none" && state.overlay.kind !== "none";
  return {
    ...state,
    wanted: state.wanted === undefined ? undefined : nearest(state.wanted, before, find),
    folded: new Set([...state.folded].map(find).filter((entry) => entry !== undefined)),
    marked: state.marked === undefined ? undefined : find(state.marked),
    // Places of matches in the old file; the search is asked again.
    found: undefined,
    overlay,
    message: isLost ? "The file was replaced, and does not hold this entry any more." : state.message,
  };
}

/** By id; an entry whose id was made up gets another one when it is written, but keeps its place and its text. */
function finder(before: Entries, after: Entries): Find {
  const indexes = new Map(after.map(({ id }, index) => [id, index]));
  return (entry) => {
    const old = before[entry];
    if (old === undefined) return undefined;
    const atPlace = after[entry];
    const isAlike = atPlace?.kind === old.kind && atPlace.text === old.text;
    return indexes.get(old.id) ?? (isAlike ? entry : undefined);
  };
}

/** The entry or the nearest one above it that is still there; undefined, which follows the leaf, where none is. */
function nearest(entry: number, before: Entries, find: Find): number | undefined {
  const indexes = new Map(before.map(({ id }, index) => [id, index]));
  const seen = new Set<number>();
  let at: number | undefined = entry;
  while (at !== undefined && !seen.has(at)) {
    const found = find(at);
    if (found !== undefined) return found;
    seen.add(at);
    at = indexes.get(before[at]?.parentId ?? "");
  }
  return undefined;
}

function movedOverlay(overlay: TreeOverlay, find: Find): TreeOverlay {
  switch (overlay.kind) {
    case "menu":
    case "note":
    case "label": {
      const entry = find(overlay.entry);
      return entry === undefined ? NO_OVERLAY : { ...overlay, entry };
    }
    case "comparison": {
      const comparison = movedComparison(overlay.comparison, find);
      return comparison === undefined ? NO_OVERLAY : { ...overlay, comparison };
    }
    default:
      return overlay;
  }
}

function movedComparison({ entries, sides, ...rest }: Comparison, find: Find): Comparison | undefined {
  const [left, right] = entries.map(find);
  const [ofLeft, ofRight] = sides.map((side) => side.map(find));
  const ancestor = rest.ancestor === -1 ? -1 : find(rest.ancestor);
  if (left === undefined || right === undefined || ancestor === undefined) return undefined;
  if (!isWhole(ofLeft) || !isWhole(ofRight)) return undefined;
  return { ...rest, ancestor, entries: [left, right], sides: [ofLeft, ofRight] };
}

function isWhole(side: readonly (number | undefined)[] | undefined): side is readonly number[] {
  return side?.every((entry) => entry !== undefined) ?? false;
}
