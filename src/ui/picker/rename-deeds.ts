import type { SessionDigest } from "../../model/digest.ts";
import { type EditedLine, lineOf } from "../parts/line.ts";
import { NAME_STAYS, newName } from "../parts/new-name.ts";
import { type PickerContext, say } from "./context.ts";
import { NO_OVERLAY } from "./state.ts";

/** Opens the editor with the name that the selected session has. */
export function startRename(context: PickerContext): void {
  const session = context.pinned();
  if (session === undefined) return;
  const line = lineOf(session.name ?? "");
  if (session.damaged) say(context, "This file has no valid header: it can be read, not written to.");
  else context.dispatch({ type: "overlay", overlay: { kind: "rename", session, line } });
}

/** Gives the session the name that was typed. What was typed stays when it could not be written. */
export function submitRename(context: PickerContext, session: SessionDigest, line: EditedLine): void {
  const { dispatch, commands, catalog } = context;
  const name = newName(line, session.name ?? "");
  if (name === undefined) {
    dispatch({ type: "overlay", overlay: NO_OVERLAY });
    say(context, NAME_STAYS);
    return;
  }
  dispatch({ type: "overlay", overlay: { kind: "working", what: "Writing the name…", canStop: false } });
  commands.rename(session.path, name).then(
    () => {
      catalog.reread();
      context.enter.hold();
      dispatch({ type: "overlay", overlay: NO_OVERLAY });
      say(context, name === "" ? "Name removed." : "Renamed.");
    },
    (error: Error) => {
      catalog.reread();
      dispatch({ type: "overlay", overlay: { kind: "rename", session, line } });
      say(context, error.message);
    },
  );
}
