import type { ListRow } from "../../model/arrange.ts";
import type { SessionDigest } from "../../model/digest.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { SessionCommands } from "../../store/session-commands.ts";
import type { SelectedHits } from "./selected-hits.ts";
import type { PickerEvent, PickerState } from "./state.ts";
import type { HeldEnter } from "./use-held-enter.ts";

/** What the deeds of the picker work with: the state as it is now, not as it was last drawn. */
export interface PickerContext {
  readonly catalog: Catalog;
  readonly commands: SessionCommands;
  readonly live: { readonly current: PickerState };
  readonly dispatch: (event: PickerEvent) => void;
  readonly rows: () => readonly ListRow[];
  /** The selected session, from now on whatever else comes; undefined where it is not on disk any more. */
  readonly pinned: () => SessionDigest | undefined;
  /** Paths of the sessions in use, when treeline runs inside an agent. */
  readonly runningSessions: readonly string[];
  /** The hits of the selected session. */
  readonly hits: SelectedHits;
  readonly enter: HeldEnter;
  /** False when the text is too long for the clipboard. */
  readonly copy: (text: string) => boolean;
}

/** Shows a sentence in the line above the keys. */
export function say({ dispatch }: PickerContext, message: string): void {
  dispatch({ type: "message", message });
}
