import { divergence } from "../../model/compare.ts";
import { sessionName } from "../../model/entry-digest.ts";
import { grouped } from "../../model/numbers.ts";
import { type EditedLine, lineOf } from "../parts/line.ts";
import { NAME_STAYS, newName } from "../parts/new-name.ts";
import { NO_HEADER, type TreeContext } from "./context.ts";
import { NO_OVERLAY } from "./state.ts";

/** The actions that ask the session for something, change it, or leave it. */
export function deeds(context: TreeContext) {
  const { document, live, dispatch, look } = context;
  const say = (message: string) => dispatch({ type: "message", message });
  return {
    choose: () => {
      const { line, isSearchLeft, followsSearch } = live.current;
      const { selected } = look();
      if (line.text.trim() !== "" && !isSearchLeft) {
        if (followsSearch && selected !== -1) dispatch({ type: "select", entry: selected });
        dispatch({ type: "leaveSearch" });
      } else if (selected !== -1) openMenu(context, selected);
    },
    leave: () => {
      if (live.current.line.text === "") context.onLeave();
      else dispatch({ type: "clearSearch", selected: look().selected });
    },
    rename: () => {
      const { header, entries } = document.getSnapshot();
      if (header === undefined) return say(NO_HEADER);
      dispatch({ type: "overlay", overlay: { kind: "rename", line: lineOf(sessionName(entries)) } });
    },
    copy: () => copyEntry(context, look().selected),
    compare: () => compare(context),
    editLabel: () => {
      const { entries, labels, selected } = look();
      const entry = entries[selected];
      if (entry === undefined) return;
      if (document.getSnapshot().header === undefined) return say(NO_HEADER);
      const text = labels.get(entry.id)?.text ?? "";
      dispatch({
        type: "overlay",
        overlay: { kind: "label", entry: selected, line: lineOf(text) },
      });
    },
  };
}

/** The menu is there at once, so that the next key is its own; when the file changed is told when it is known. */
function openMenu({ document, dispatch }: TreeContext, entry: number): void {
  dispatch({ type: "overlay", overlay: { kind: "menu", entry, selected: 0, changed: undefined } });
  document.fileState().then(
    ({ changed }) => dispatch({ type: "fileState", changed }),
    () => {},
  );
}

export const TOO_LONG = "The text is too long for the clipboard of this terminal. Nothing was copied.";

/** Copies what an entry says. */
export function copyEntry({ document, dispatch, copy }: TreeContext, entry: number): void {
  if (entry === -1) return;
  document.copyText(entry).then(
    (text) => {
      const message = copy(text) ? `Copied ${grouped(text.length)} characters.` : TOO_LONG;
      dispatch({ type: "message", message });
    },
    (error: Error) => dispatch({ type: "message", message: error.message }),
  );
}

/** The first entry is marked; the second one is compared with it. */
function compare({ document, live, dispatch, look }: TreeContext): void {
  const { shape, selected } = look();
  const { marked } = live.current;
  if (selected === -1) return;
  if (marked === undefined || marked === selected) {
    dispatch({ type: "mark", entry: marked === undefined ? selected : undefined });
    return;
  }
  const comparison = {
    ...divergence(shape, marked, selected),
    entries: [marked, selected],
    totals: undefined,
  } as const;
  dispatch({ type: "overlay", overlay: { kind: "comparison", comparison, top: 0 } });
  const [first, second] = comparison.sides;
  Promise.all([document.totals(first), document.totals(second)]).then(
    (totals) => dispatch({ type: "totals", of: comparison.entries, totals }),
    (error: Error) => dispatch({ type: "message", message: error.message }),
  );
}

/** Gives the session a name. What was typed stays when it could not be written. */
export function submitName({ document, dispatch }: TreeContext, line: EditedLine): void {
  const name = newName(line, sessionName(document.getSnapshot().entries));
  if (name === undefined) {
    dispatch({ type: "overlay", overlay: NO_OVERLAY });
    dispatch({ type: "message", message: NAME_STAYS });
    return;
  }
  dispatch({ type: "overlay", overlay: { kind: "writing" } });
  document.rename(name).then(
    () => {
      dispatch({ type: "overlay", overlay: NO_OVERLAY });
      dispatch({ type: "message", message: name === "" ? "Name removed." : "Renamed." });
    },
    (error: Error) => {
      dispatch({ type: "overlay", overlay: { kind: "rename", line } });
      dispatch({ type: "message", message: error.message });
    },
  );
}

/** Sets a label. What was typed stays when it could not be written. */
export function submitLabel(
  { document, dispatch, look }: TreeContext,
  entry: number,
  line: EditedLine,
): void {
  const { entries, labels } = look();
  const digest = entries[entry];
  if (digest === undefined) return;
  if (line.text.trim() === (labels.get(digest.id)?.text ?? "")) {
    dispatch({ type: "overlay", overlay: NO_OVERLAY });
    dispatch({ type: "message", message: "The label stays as it was." });
    return;
  }
  dispatch({ type: "overlay", overlay: { kind: "writing" } });
  document.label(digest.id, line.text).then(
    () => {
      dispatch({ type: "overlay", overlay: NO_OVERLAY });
      dispatch({ type: "message", message: line.text.trim() === "" ? "Label removed." : "Label set." });
    },
    (error: Error) => {
      dispatch({ type: "overlay", overlay: { kind: "label", entry, line } });
      dispatch({ type: "message", message: error.message });
    },
  );
}
