import { continuePoint } from "../../model/continue-point.ts";
import type { ContinueRequest } from "../../store/document.ts";
import { type EditedLine, EMPTY_LINE } from "../parts/line.ts";
import type { TreeContext } from "./context.ts";
import type { ContinueChoice } from "./continue-menu.tsx";
import { copyEntry, TOO_LONG } from "./deeds.ts";
import { NO_OVERLAY } from "./state.ts";

/** Does what was chosen in the menu of an entry. */
export function chooseWay(context: TreeContext, entry: number, choice: ContinueChoice): void {
  const { document, dispatch, look, copy } = context;
  const { entries, shape } = look();
  const id = entries[entry]?.id;
  dispatch({ type: "overlay", overlay: NO_OVERLAY });
  if (id === undefined) return;
  const { entryId, isLeaf } = continuePoint(entries, shape, entry);
  switch (choice) {
    case "cancel":
      break;
    case "copyText":
      copyEntry(context, entry);
      break;
    case "copyId":
      copy(id);
      dispatch({ type: "message", message: "Copied the id." });
      break;
    case "copyCommand":
      copy(context.command(document.getSnapshot().path, id));
      dispatch({ type: "message", message: "Copied the command." });
      break;
    case "newSession":
      continueFrom(context, entry, { where: "newSession", entryId });
      break;
    case "here":
      // Nothing is left where the conversation stands already, so there is nothing to note.
      if (isLeaf) continueFrom(context, entry, { where: "here", entryId, note: "" });
      else dispatch({ type: "overlay", overlay: { kind: "note", entry, line: EMPTY_LINE } });
  }
}

/** Goes on in this file, with a note for the branch that is left. */
export function submitNote(context: TreeContext, entry: number, line: EditedLine): void {
  const { entries, shape } = context.look();
  const { entryId } = continuePoint(entries, shape, entry);
  continueFrom(context, entry, { where: "here", entryId, note: line.text });
}

function continueFrom(context: TreeContext, entry: number, request: ContinueRequest): void {
  const { document, dispatch, look, copy, otherFolder, onResume } = context;
  const { entries, shape } = look();
  const { handsBackText } = continuePoint(entries, shape, entry);
  dispatch({ type: "overlay", overlay: { kind: "writing" } });
  const write = async () => {
    // First, so that nothing is written for a message whose text cannot be handed back.
    const text = handsBackText ? await document.copyText(entry) : undefined;
    if (text !== undefined && !copy(text)) throw new Error(`${TOO_LONG} Go on from the entry before it.`);
    const result = await document.continueFrom(request);
    const cwd = document.getSnapshot().header?.cwd ?? "";
    onResume(result, otherFolder(cwd) ?? cwd);
  };
  write().catch((error: Error) => {
    dispatch({ type: "overlay", overlay: NO_OVERLAY });
    dispatch({ type: "message", message: error.message });
  });
}
