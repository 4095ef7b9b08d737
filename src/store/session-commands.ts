import type { DeletionCandidate, DeletionReport, DeletionRequest, RestoreReport } from "./delete-sessions.ts";
import type { Trashed } from "./trashed.ts";

/** What the interface does to whole sessions; none of it holds up the keyboard. Refused with a sentence. */
export interface SessionCommands {
  /** Gives a session a name; an empty one takes the name away. */
  rename(path: string, name: string): Promise<void>;
  /** What deleting would do: where each file would go, and what it is at this moment. Changes nothing. */
  examine(paths: readonly string[]): Promise<readonly DeletionCandidate[]>;
  delete(
    request: DeletionRequest,
    onProgress: (done: number, total: number) => void,
  ): Promise<DeletionReport>;
  /** Of a deletion that is going on, what was not begun is left alone. */
  stop(): void;
  /** Brings back what was deleted. */
  restore(trashed: readonly Trashed[]): Promise<RestoreReport>;
  close(): void;
}
