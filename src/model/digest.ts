/** One session as one row of a list (behaviour of the agents' listing: one row per file). */
export interface SessionDigest {
  /** The file, links resolved: the identity of a session. */
  readonly path: string;
  readonly id: string;
  /** The folder the session ran in, as its header writes it; empty when no header says. */
  readonly cwd: string;
  /** The latest name, trimmed; undefined when never given or cleared. */
  readonly name: string | undefined;
  /** ms since 1970: the header's time, else the file's. */
  readonly created: number;
  /** ms since 1970: the latest user or assistant message, else `created`. */
  readonly modified: number;
  /** ms since 1970: the last entry that is neither a name nor a label, else `modified`. */
  readonly active: number;
  readonly messageCount: number;
  /** Text of the first user message that has text, at most FIRST_MESSAGE_LIMIT code units; empty when there is none. */
  readonly firstMessage: string;
  /** A generated one-line description that still fits the conversation. */
  readonly summary: string | undefined;
  /** The labels on its entries, in the order in which they were set. */
  readonly labels: readonly SessionLabel[];
  /** Nobody has said anything in it: no user message, not even one without text, and no line that may have been one. */
  readonly isEmpty: boolean;
  readonly parentSession: string | undefined;
  readonly internal: boolean;
  readonly workflow: WorkflowLink | undefined;
  /** The agent whose store holds the file; undefined when the store does not tell. */
  readonly agent: string | undefined;
  /** True when the file has entries but no valid header: it can be read, never written to. */
  readonly damaged: boolean;
  /** Number of lines that could not be read. */
  readonly damagedLines: number;
  /** Bytes. */
  readonly size: number;
}

/** A label as it stands on an entry of a session. */
export interface SessionLabel {
  /** The entry that carries it. Nothing says that there is one. */
  readonly entryId: string;
  /** Trimmed, not empty, at most LABEL_LIMIT code units. */
  readonly text: string;
  /** ms since 1970: when it was set; undefined when that is not told. */
  readonly time: number | undefined;
}

/** The stage of a workflow that owns an internal session (specification: SessionHeader). */
export interface WorkflowLink {
  readonly runId: string;
  readonly stageId: string;
  readonly stageName: string;
}

export const FIRST_MESSAGE_LIMIT = 4096;
/** More than any terminal shows of a label: code units. */
export const LABEL_LIMIT = 400;

/** A session counts as live for so long after its last entry: ms. */
const LIVE_MS = 60_000;

/** Whether somebody is at work in a session: it grew within the last minute. `now` is in ms since 1970. */
export function isLive({ active }: SessionDigest, now: number): boolean {
  return Math.abs(now - active) < LIVE_MS;
}
