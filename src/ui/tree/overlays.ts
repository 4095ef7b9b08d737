import { continuePoint } from "../../model/continue-point.ts";
import { unfoldedFor } from "../../model/outline-moves.ts";
import { obstacleTo, type TreeContext } from "./context.ts";
import { chooseWay } from "./continue-actions.ts";
import { choicesOf } from "./continue-menu.tsx";
import type { TreeAction } from "./keys.ts";
import { NO_OVERLAY, type TreeOverlay } from "./state.ts";

/**
 * What a key does while something covers the tree, or the pane has the focus. False when it is not meant for that:
 * then it does what it always does.
 */
export function overlayKey(context: TreeContext, action: TreeAction | undefined): boolean {
  const { overlay, focus } = context.live.current;
  switch (overlay.kind) {
    case "none":
      return focus === "pane" && paneKey(context, action);
    case "help":
    case "problems":
    case "comparison":
      pageKey(context, overlay, action);
      return true;
    case "branches":
      branchKey(context, overlay, action);
      return true;
    case "menu":
      menuKey(context, overlay, action);
      return true;
    case "label":
    case "note":
    case "rename":
    case "writing":
      return true;
  }
}

/** How far a key moves, in rows of a page of `height`. */
function stepOf(action: TreeAction | undefined, height: number): number | undefined {
  const steps: Partial<Record<TreeAction, number>> = {
    up: -1,
    down: 1,
    pageUp: -height,
    pageDown: height,
    first: Number.NEGATIVE_INFINITY,
    last: Number.POSITIVE_INFINITY,
  };
  return action === undefined ? undefined : steps[action];
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));

type Page = Extract<TreeOverlay, { readonly top: number }>;

function pageKey(context: TreeContext, overlay: Page, action: TreeAction | undefined): void {
  const step = stepOf(action, context.height);
  if (step !== undefined) {
    const top = clamp(overlay.top + step, context.latestTop());
    context.dispatch({ type: "overlay", overlay: { ...overlay, top } });
  } else if (CLOSING.has(action ?? "up") || action === overlay.kind) {
    context.dispatch({ type: "overlay", overlay: NO_OVERLAY });
  }
}

const CLOSING: ReadonlySet<TreeAction> = new Set(["leave", "choose", "compare"]);

function branchKey(
  { dispatch, branches, look, live, height }: TreeContext,
  overlay: Extract<TreeOverlay, { kind: "branches" }>,
  action: TreeAction | undefined,
): void {
  const lines = branches();
  const step = stepOf(action, height);
  if (step !== undefined) {
    const selected = clamp(overlay.selected + step, lines.length - 1);
    dispatch({ type: "overlay", overlay: { ...overlay, selected } });
    return;
  }
  if (action !== "leave" && action !== "branches" && action !== "choose") return;
  dispatch({ type: "overlay", overlay: NO_OVERLAY });
  const leaf = lines[overlay.selected]?.leaf;
  if (action !== "choose" || leaf === undefined) return;
  // What hides the leaf gives way.
  const { shape, selected } = look();
  dispatch({ type: "clearSearch", selected });
  if (live.current.filter !== "default") dispatch({ type: "filter", filter: "default" });
  dispatch({ type: "fold", entries: unfoldedFor(live.current.folded, shape, leaf) });
  dispatch({ type: "select", entry: leaf });
}

function menuKey(
  context: TreeContext,
  overlay: Extract<TreeOverlay, { kind: "menu" }>,
  action: TreeAction | undefined,
): void {
  const { entries, shape } = context.look();
  const point = continuePoint(entries, shape, overlay.entry);
  const choices = choicesOf(obstacleTo(context.document.getSnapshot().header, point) === undefined);
  const choice = choices[overlay.selected];
  if (action === "leave") context.dispatch({ type: "overlay", overlay: NO_OVERLAY });
  else if (action === "choose" && choice !== undefined) chooseWay(context, overlay.entry, choice);
  else if (action === "up" || action === "down") {
    const selected = (overlay.selected + (action === "up" ? -1 : 1) + choices.length) % choices.length;
    context.dispatch({ type: "overlay", overlay: { ...overlay, selected } });
  }
}

function paneKey(context: TreeContext, action: TreeAction | undefined): boolean {
  const { dispatch, paneTop, layout } = context;
  const step = stepOf(action, layout().paneHeight - 2);
  if (action === "leave" || action === "choose") dispatch({ type: "toggle", what: "focus" });
  else if (step !== undefined) {
    const top = step === Number.POSITIVE_INFINITY ? Number.MAX_SAFE_INTEGER : Math.max(0, paneTop() + step);
    dispatch({ type: "scrollPane", top });
  } else return false;
  return true;
}
