import type { KeyPress } from "../keymap.ts";
import { paste } from "../parts/line.ts";
import { lineAfter } from "../parts/line-keys.ts";
import type { PickerContext } from "./context.ts";
import { confirmDelete, confirmErase } from "./delete-deeds.ts";
import type { PickerAction } from "./keys.ts";
import { chooseMarks, MARK_CHOICES } from "./mark-deeds.ts";
import { submitRename } from "./rename-deeds.ts";
import { NO_OVERLAY, type Overlay } from "./state.ts";

/** How far the page in place of the list can be scrolled. */
export interface PageScroll {
  readonly context: PickerContext;
  /** The most that the page can be scrolled: lines. */
  readonly latestPageTop: () => number;
  /** Lines of the list. */
  readonly height: number;
}

/** A key while something covers the list. */
export function onOverlayPress(
  press: KeyPress,
  action: PickerAction | undefined,
  overlay: Overlay,
  scroll: PageScroll,
): void {
  const { context } = scroll;
  switch (overlay.kind) {
    case "rename":
    case "erase":
      if (!editLine(press, overlay, context) && overlay.kind === "erase") pageKey(action, overlay, scroll);
      break;
    case "marks":
      menuKey(action, overlay.selected, context);
      break;
    case "delete":
      // A text that ends with a line break is no answer.
      if (action === "choose" && !isBehindText(press)) confirmDelete(context, overlay.question);
      else if (action !== "choose") pageKey(action, overlay, scroll);
      break;
    case "report":
      pageKey(action === "choose" ? "leave" : action, overlay, scroll);
      break;
    case "help":
    case "problems":
    case "missingFolder":
      pageKey(action, overlay, scroll);
      break;
    case "working":
      if (action === "leave" && overlay.canStop) stopWorking(context, overlay.what);
      break;
    case "none":
  }
}

/** What is pasted while a line is edited. */
export function onOverlayPaste(text: string, overlay: Overlay, { dispatch }: PickerContext): void {
  if (overlay.kind !== "rename" && overlay.kind !== "erase") return;
  dispatch({ type: "overlay", overlay: { ...overlay, line: paste(overlay.line, text) } });
}

/** Of what goes on the rest is left alone; the next time the key leaves. */
export function stopWorking({ commands, dispatch }: PickerContext, what: string): void {
  commands.stop();
  dispatch({ type: "overlay", overlay: { kind: "working", what, canStop: false } });
}

const isBehindText = (press: KeyPress) => press.kind === "key" && press.isBehindText === true;

/** False when the key does not edit. */
function editLine(
  press: KeyPress,
  overlay: Extract<Overlay, { kind: "rename" | "erase" }>,
  context: PickerContext,
): boolean {
  const name = press.kind === "key" ? press.name : undefined;
  const line = lineAfter(overlay.line, press);
  if (name === "escape") close(context);
  else if (name === "enter" && overlay.kind === "rename")
    submitRename(context, overlay.session, overlay.line);
  else if (name === "enter" && overlay.kind === "erase")
    confirmErase(context, overlay.question, overlay.line.text);
  else if (line !== undefined) context.dispatch({ type: "overlay", overlay: { ...overlay, line } });
  else return false;
  return true;
}

function menuKey(action: PickerAction | undefined, selected: number, context: PickerContext): void {
  const count = MARK_CHOICES.length;
  const select = (index: number) =>
    context.dispatch({ type: "overlay", overlay: { kind: "marks", selected: (index + count) % count } });
  if (action === "leave" || action === "marks") close(context);
  else if (action === "up") select(selected - 1);
  else if (action === "down") select(selected + 1);
  else if (action === "choose") {
    const choice = MARK_CHOICES[selected];
    if (choice !== undefined) chooseMarks(context, choice);
  }
}

/** Pages are scrolled, and left with Escape or the key that opened them. */
function pageKey(
  action: PickerAction | undefined,
  { kind }: Overlay,
  { context, latestPageTop, height }: PageScroll,
): void {
  const scroll = (by: number) => context.dispatch({ type: "scroll", by, latest: latestPageTop() });
  const isOpener = action === kind && kind !== "delete";
  if (action === "leave" || isOpener) close(context);
  else if (action === "up") scroll(-1);
  else if (action === "down") scroll(1);
  else if (action === "pageUp") scroll(-height);
  else if (action === "pageDown") scroll(height);
  else if (action === "first") scroll(Number.NEGATIVE_INFINITY);
  else if (action === "last") scroll(Number.POSITIVE_INFINITY);
}

function close({ dispatch }: PickerContext): void {
  dispatch({ type: "overlay", overlay: NO_OVERLAY });
}
