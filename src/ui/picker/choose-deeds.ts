import type { SessionDigest } from "../../model/digest.ts";
import { type PickerContext, say } from "./context.ts";
import { selectionIn } from "./state.ts";

/** What choosing leads to. */
export interface ChooseTargets {
  /** The folder for a session that names none. */
  readonly cwd: string;
  readonly directoryExists: (path: string) => boolean;
  readonly onChoose: (session: SessionDigest, cwd: string) => void;
  readonly onTree: (session: SessionDigest, entryId?: string) => void;
}

/** The selected session, from now on whatever else comes; undefined where it is not on disk any more. */
export function pinSelected(
  context: Pick<PickerContext, "rows" | "live" | "dispatch" | "catalog">,
  fileExists: (path: string) => boolean,
): SessionDigest | undefined {
  const { rows, live, dispatch, catalog } = context;
  const index = selectionIn(rows(), live.current);
  const session = rows()[index]?.session;
  if (session === undefined) return undefined;
  dispatch({ type: "pin", path: session.path, index });
  if (fileExists(session.path)) return session;
  catalog.reread();
  dispatch({ type: "message", message: "This session's file is gone." });
  return undefined;
}

/** Resumes the selected session, in its folder; where that is gone, after a question. */
export function choose(context: PickerContext, { cwd, directoryExists, onChoose }: ChooseTargets): void {
  const session = context.pinned();
  if (session === undefined) return;
  if (session.cwd !== "" && !directoryExists(session.cwd))
    context.dispatch({ type: "overlay", overlay: { kind: "missingFolder", session } });
  else onChoose(session, session.cwd === "" ? cwd : session.cwd);
}

/** Opens the tree of the selected session, at the hit that is shown of it. */
export function openTree(context: PickerContext, { onTree }: ChooseTargets): void {
  const session = context.pinned();
  if (session === undefined) return;
  const hit = context.hits.shownIn(session.path, context.live.current.line.text);
  if (hit === undefined) onTree(session);
  else onTree(session, hit.entryId);
}

/** Looks for what has changed on disk. */
export function reread(context: PickerContext): void {
  say(context, "");
  context.catalog.reread();
}
