import { useRef } from "react";
import type { ListRow } from "../../model/arrange.ts";
import { anchoredTop, viewportTop } from "../parts/viewport.ts";
import type { PickerState } from "./state.ts";

/** The first row of the list in view. What comes or goes above the selected row does not move it on the screen. */
export function useListTop(
  rows: readonly ListRow[],
  selected: number,
  height: number,
  { line, scope, sort, namedOnly, emptyOnly }: PickerState,
): number {
  const last = useRef({ top: 0, selected: 0, path: "", view: "" });
  const path = rows[selected]?.session.path ?? "";
  const view = `${line.text}\0${scope}\0${sort}\0${namedOnly}\0${emptyOnly}`;
  const { current: before } = last;
  const isAnchored = before.path === path && before.view === view;
  const held = isAnchored ? anchoredTop(before.top, before.selected, selected) : before.top;
  const top = viewportTop(held, selected, height, rows.length);
  last.current = { top, selected, path, view };
  return top;
}
