import { useRef } from "react";
import { anchoredTop, viewportTop } from "../parts/viewport.ts";
import type { MarkRow } from "./rows.ts";
import type { BookmarksState } from "./state.ts";

/** The first row in view. What comes or goes above the selected row does not move it on the screen. */
export function useMarkTop(
  rows: readonly MarkRow[],
  selected: number,
  height: number,
  { line, scope }: BookmarksState,
): number {
  const last = useRef({ top: 0, selected: 0, key: "", view: "" });
  const key = rows[selected]?.key ?? "";
  const view = `${line.text}\0${scope}`;
  const { current: before } = last;
  const isAnchored = before.key === key && before.view === view;
  const held = isAnchored ? anchoredTop(before.top, before.selected, selected) : before.top;
  const top = viewportTop(held, selected, height, rows.length);
  last.current = { top, selected, key, view };
  return top;
}
