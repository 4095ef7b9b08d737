import { useRef } from "react";
import { anchoredTop, viewportTop } from "./viewport.ts";

export interface ListPlace {
  /** Number of rows. */
  readonly count: number;
  /** Index of the selected row, and what it is known by. */
  readonly selected: number;
  readonly key: string | undefined;
  /** Rows in view. */
  readonly height: number;
  /** Tells one way to look at the list from another: query, scope, order. */
  readonly view: string;
}

/** The first row of a list in view. What comes or goes above the selected row does not move it on the screen. */
export function useListTop({ count, selected, key = "", height, view }: ListPlace): number {
  const last = useRef({ top: 0, selected: 0, key: "", view: "" });
  const { current: before } = last;
  const isAnchored = before.key === key && before.view === view;
  const held = isAnchored ? anchoredTop(before.top, before.selected, selected) : before.top;
  const top = viewportTop(held, selected, height, count);
  last.current = { top, selected, key, view };
  return top;
}
