import type { BranchLine } from "../../model/branches.ts";
import type { ContinuePoint } from "../../model/continue-point.ts";
import type { ContinueResult, SessionDocument } from "../../store/document.ts";
import type { TreeLayout } from "./pane.ts";
import type { TreeEvent, TreeState } from "./state.ts";
import type { TreeView } from "./view.ts";

/** What the actions of the tree work with: the state as it is now, not as it was last drawn. */
export interface TreeContext {
  readonly document: SessionDocument;
  readonly live: { readonly current: TreeState };
  readonly dispatch: (event: TreeEvent) => void;
  readonly look: () => TreeView;
  readonly layout: () => TreeLayout;
  /** First line shown of the pane. */
  readonly paneTop: () => number;
  readonly branches: () => readonly BranchLine[];
  /** The most that the page over the tree can be scrolled: lines. */
  readonly latestTop: () => number;
  readonly height: number;
  readonly otherFolder: (cwd: string) => string | undefined;
  readonly command: (path: string, entryId: string) => string;
  /** False when the text is too long for the clipboard. */
  readonly copy: (text: string) => boolean;
  readonly onResume: (session: ContinueResult, cwd: string) => void;
  readonly onLeave: () => void;
}

/** Why nothing can be written to go on from an entry; undefined when it can. */
export function obstacleTo(header: unknown, { isShadowed }: ContinuePoint): string | undefined {
  if (header === undefined) return NO_HEADER;
  return isShadowed ? "A later entry has the same id: an agent would go on from that one." : undefined;
}

export const NO_HEADER = "This file has no valid header: it can be read, not written to.";
