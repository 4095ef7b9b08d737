import { unfoldedFor } from "../../model/outline-moves.ts";
import { shownBy } from "../../model/tree-filter.ts";
import type { TreeEvent, TreeState } from "./state.ts";
import type { TreeView } from "./view.ts";

/**
 * What leads to the entry that the tree was opened at, once its session is read: out of the folds that hide it, and
 * through another filter where the one it began with hides it. What was searched for or selected meanwhile stays.
 */
export function eventsToStartAt(
  entryId: string,
  { entries, shape, labels }: TreeView,
  state: TreeState,
  firstFilter: TreeState["filter"],
): readonly TreeEvent[] {
  if (state.line.text !== "" || state.wanted !== undefined || entries.length === 0) return [];
  // Of several with one id the later one counts, as everywhere.
  const entry = entries.findLastIndex(({ id }) => id === entryId);
  if (entry === -1) return [{ type: "message", message: `This session holds no entry ${entryId}.` }];
  const events: TreeEvent[] = [
    { type: "fold", entries: unfoldedFor(state.folded, shape, entry) },
    { type: "select", entry },
  ];
  const isHidden = shownBy(state.filter, entries, labels, shape.leaf)[entry] !== 1;
  if (isHidden && state.filter === firstFilter) events.push({ type: "filter", filter: "all" });
  return events;
}
