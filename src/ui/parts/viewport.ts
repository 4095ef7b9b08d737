/**
 * The first row to draw, so that the selected one is visible, the list moves as little as possible and leaves
 * no room unused at its end.
 */
export function viewportTop(previousTop: number, selected: number, height: number, count: number): number {
  const latest = Math.max(0, count - height);
  const top = Math.min(previousTop, latest);
  if (selected < top) return selected;
  if (selected >= top + height) return Math.min(latest, selected - height + 1);
  return top;
}

/**
 * The first row to draw when rows have come or gone above the selected one: it stays on its line of the screen. At the
 * beginning of the list nothing is held, for there what is new is to be seen.
 */
export function anchoredTop(previousTop: number, previousSelected: number, selected: number): number {
  return previousTop === 0 ? 0 : Math.max(0, previousTop + selected - previousSelected);
}
