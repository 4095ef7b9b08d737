import { FIRST_MESSAGE_LIMIT, type SessionDigest } from "./digest.ts";
import type { SessionHeader } from "./entry.ts";
import { type DigestFact, parseTime, workflowOf } from "./fact.ts";
import { type LabelChain, standingLabels } from "./label-chain.ts";

/** A session's row in the making. Folding on from here is all that an append costs. */
export interface DigestState {
  readonly header: SessionHeader | undefined;
  readonly entries: number;
  readonly messageCount: number;
  readonly name: string | undefined;
  readonly firstMessage: string;
  readonly lastTalkTime: number | undefined;
  readonly lastTalkId: string | undefined;
  readonly summary: { readonly text: string; readonly throughId: string } | undefined;
  readonly labels: LabelChain | undefined;
  readonly hasUserMessage: boolean;
  readonly damagedLines: number;
}

export const EMPTY_DIGEST: DigestState = {
  header: undefined,
  entries: 0,
  messageCount: 0,
  name: undefined,
  firstMessage: "",
  lastTalkTime: undefined,
  lastTalkId: undefined,
  summary: undefined,
  labels: undefined,
  hasUserMessage: false,
  damagedLines: 0,
};

/** The state after one more fact. Of several headers the first counts. */
export function foldFact(state: DigestState, fact: DigestFact): DigestState {
  switch (fact.kind) {
    case "header":
      return state.header === undefined ? { ...state, header: fact.header } : state;
    case "talk":
      return foldTalk(state, fact);
    case "message":
      return { ...state, entries: state.entries + 1, messageCount: state.messageCount + 1 };
    case "name":
      return { ...state, entries: state.entries + 1, name: fact.name === "" ? undefined : fact.name };
    case "label":
      return { ...state, entries: state.entries + 1, labels: { ...fact.label, before: state.labels } };
    case "summary":
      return {
        ...state,
        entries: state.entries + 1,
        summary: { text: fact.summary, throughId: fact.throughId },
      };
    case "branchSummary":
      return { ...state, entries: state.entries + 1, summary: undefined };
    case "entry":
      return { ...state, entries: state.entries + 1 };
  }
}

function foldTalk(state: DigestState, fact: DigestFact & { kind: "talk" }): DigestState {
  const firstMessage =
    state.firstMessage === "" && fact.text !== undefined && fact.text.trim() !== ""
      ? fact.text.slice(0, FIRST_MESSAGE_LIMIT)
      : state.firstMessage;
  const later =
    fact.time !== undefined && (state.lastTalkTime === undefined || fact.time > state.lastTalkTime);
  return {
    ...state,
    entries: state.entries + 1,
    messageCount: state.messageCount + 1,
    firstMessage,
    lastTalkTime: later ? fact.time : state.lastTalkTime,
    lastTalkId: fact.id,
    hasUserMessage: state.hasUserMessage || fact.role === "user",
  };
}

/** The state after a line that could not be read. */
export function foldDamage(state: DigestState): DigestState {
  return { ...state, damagedLines: state.damagedLines + 1 };
}

/** Whether the file is a session at all: it has a header or at least one entry. */
export function isSession(state: DigestState): boolean {
  return state.header !== undefined || state.entries > 0;
}

/** What changes when a file changes. */
export interface FileStamp {
  /** Bytes. */
  readonly size: number;
  /** ms since 1970. */
  readonly mtime: number;
  /** ms since 1970: also tells of a change that left size and `mtime` as they were. */
  readonly ctime: number;
  readonly inode: number;
}

/** What is known of a file without reading it. */
export interface FileFacts extends FileStamp {
  readonly path: string;
  /** Name without folder and without `.jsonl`. */
  readonly baseName: string;
  readonly agent: string | undefined;
}

/** Whether nothing tells that a file has changed. */
export function sameFacts(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtime === b.mtime && a.ctime === b.ctime && a.inode === b.inode;
}

/**
 * The finished row. A session without a header takes id and time from its file's name. `lastTime` is when the last
 * line of those that count as activity was written, in ms, as far as one says.
 */
export function finishDigest(state: DigestState, file: FileFacts, lastTime?: number): SessionDigest {
  const { header } = state;
  const fromName = nameParts(file.baseName);
  const started = header === undefined ? fromName.time : parseTime(header.timestamp);
  const created = started ?? file.mtime;
  const workflow = header === undefined ? undefined : workflowOf(header);
  const modified = state.lastTalkTime ?? created;
  const summaryFits = state.summary !== undefined && state.summary.throughId === state.lastTalkId;
  return {
    path: file.path,
    id: header?.id ?? fromName.id,
    cwd: header?.cwd ?? "",
    name: state.name,
    created,
    modified,
    active: lastTime ?? modified,
    messageCount: state.messageCount,
    firstMessage: state.firstMessage,
    summary: summaryFits ? state.summary?.text : undefined,
    labels: standingLabels(state.labels),
    isEmpty: !state.hasUserMessage && state.damagedLines === 0,
    parentSession: header?.parentSession,
    internal: workflow !== undefined,
    workflow,
    agent: file.agent,
    damaged: header === undefined,
    damagedLines: state.damagedLines,
    size: file.size,
  };
}

const FILE_NAME = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z_(.+)$/;

/** Session id and start time (ms) that a file name `<time>_<id>` tells; another name is the id itself. */
export function nameParts(baseName: string): { readonly id: string; readonly time: number | undefined } {
  const match = FILE_NAME.exec(baseName);
  if (match === null) return { id: baseName, time: undefined };
  const [, day, hours, minutes, seconds, fraction, id] = match;
  return { id: id ?? baseName, time: parseTime(`${day}T${hours}:${minutes}:${seconds}.${fraction}Z`) };
}
