import { useRef, useState } from "react";
import type { CatalogSnapshot } from "../../store/catalog.ts";
import { type Arrange, type Arrangement, type ArrangerOptions, makeArranger } from "./arranger.ts";
import { type PickerState, selectionIn } from "./state.ts";
import type { TextAnswer } from "./text-search.ts";

/** What is drawn of the list. */
export interface DrawnList {
  readonly arrangement: Arrangement;
  /** Index of the selected row. */
  readonly selected: number;
}

export interface ArrangementOptions extends ArrangerOptions {
  /** False while nothing is drawn: then nothing is arranged either. */
  readonly isActive: boolean;
}

/**
 * The rows for a state. For the moment in which the texts are about to answer a new query the list stays as it was
 * drawn before: it changes once, not twice.
 */
export function useArrangement(
  options: ArrangementOptions,
  snapshot: CatalogSnapshot,
  state: PickerState,
  answer: TextAnswer,
): { readonly arrange: Arrange; readonly drawn: DrawnList; readonly isHeld: boolean } {
  const [arrange] = useState(() => makeArranger(options));
  const last = useRef<DrawnList | undefined>(undefined);
  const isHeld = answer.isHeld && state.selected === undefined;
  const before = options.isActive && !isHeld ? undefined : last.current;
  const drawn = before ?? drawnFor(arrange(snapshot, state, answer), state);
  last.current = drawn;
  return { arrange, drawn, isHeld };
}

function drawnFor(arrangement: Arrangement, state: PickerState): DrawnList {
  return { arrangement, selected: selectionIn(arrangement.rows, state) };
}
