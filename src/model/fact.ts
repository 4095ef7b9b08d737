import { LABEL_LIMIT, type SessionLabel, type WorkflowLink } from "./digest.ts";
import type { ForeignEntry, KnownEntry, LabelEntry, SessionHeader } from "./entry.ts";
import type { LineValue } from "./line.ts";

/**
 * What one line says about its session's row in a list. A line can be turned into its fact either from the
 * parsed entry (`factOf`) or straight from its bytes (`skimLine`), and both say the same.
 */
export type DigestFact =
  | { readonly kind: "header"; readonly header: SessionHeader }
  | {
      readonly kind: "talk";
      readonly role: "user" | "assistant";
      readonly id: string | undefined;
      /** ms since 1970; undefined when neither the message nor the entry has a time. */
      readonly time: number | undefined;
      /** The text of a user message, when it was asked for. */
      readonly text: string | undefined;
    }
  | { readonly kind: "message" }
  | { readonly kind: "name"; readonly name: string }
  /** An empty text clears the label. */
  | { readonly kind: "label"; readonly label: SessionLabel }
  | { readonly kind: "summary"; readonly summary: string; readonly throughId: string }
  | { readonly kind: "branchSummary" }
  | { readonly kind: "entry" };

export const MESSAGE_FACT: DigestFact = { kind: "message" };
export const BRANCH_SUMMARY_FACT: DigestFact = { kind: "branchSummary" };
export const ENTRY_FACT: DigestFact = { kind: "entry" };

/** The fact that a parsed line value stands for; undefined for a value that is no entry of a session. */
export function factOf(value: LineValue): DigestFact | undefined {
  if (value.kind === "header") return { kind: "header", header: value.header };
  if (value.kind === "foreign") return factOfForeign(value.entry);
  return factOfKnown(value.entry);
}

function factOfKnown(entry: KnownEntry): DigestFact {
  switch (entry.type) {
    case "message": {
      const { message } = entry;
      if (message.role !== "user" && message.role !== "assistant") return MESSAGE_FACT;
      return {
        kind: "talk",
        role: message.role,
        id: entry.id,
        time: talkTime(message.timestamp, entry.timestamp),
        text: message.role === "user" ? textOf(message.content) : undefined,
      };
    }
    case "session_info":
      return { kind: "name", name: (entry.name ?? "").trim() };
    case "label":
      return { kind: "label", label: labelOf(entry) };
    case "session_summary":
      return { kind: "summary", summary: entry.summary, throughId: entry.summarizedThroughId };
    case "branch_summary":
      return BRANCH_SUMMARY_FACT;
    default:
      return ENTRY_FACT;
  }
}

function labelOf({ targetId, label, timestamp }: LabelEntry): SessionLabel {
  const text = label?.trim() ?? "";
  return {
    entryId: targetId,
    // A piece cut from a long text keeps the whole of it in memory.
    text:
      text.length <= LABEL_LIMIT
        ? text
        : JSON.parse(JSON.stringify(text.slice(0, LABEL_LIMIT).toWellFormed())),
    time: parseTime(timestamp),
  };
}

function factOfForeign(entry: ForeignEntry): DigestFact | undefined {
  const id = typeof entry.id === "string" ? entry.id : undefined;
  const timestamp = typeof entry.timestamp === "string" ? entry.timestamp : undefined;
  // Lines of other programs' logs have a type too; an entry of a session also has an id and a time.
  if (entry.type !== "message") return id !== undefined && timestamp !== undefined ? ENTRY_FACT : undefined;
  const message = entry.message;
  if (!isRecord(message) || (message.role !== "user" && message.role !== "assistant")) return MESSAGE_FACT;
  return {
    kind: "talk",
    role: message.role,
    id,
    time: talkTime(message.timestamp, timestamp),
    text: message.role === "user" ? textOf(message.content) : undefined,
  };
}

/** The last ms that a JavaScript date can name. */
const LATEST_TIME = 8.64e15;

/** The time of a user or assistant message in ms: its own, else its entry's. */
export function talkTime(ofMessage: unknown, ofEntry: string | undefined): number | undefined {
  // A number that no calendar has, say of nanoseconds, would stay the newest for ever.
  if (typeof ofMessage === "number" && Math.abs(ofMessage) <= LATEST_TIME) return ofMessage;
  return parseTime(ofEntry);
}

/** An ISO time in ms since 1970; undefined when it is missing or no time. */
export function parseTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** The text of a message's content, its text blocks joined; whatever else it holds is left out. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts: string[] = [];
  for (const block of content) {
    if (isRecord(block) && block.type === "text" && typeof block.text === "string") texts.push(block.text);
  }
  return texts.join("\n");
}

/**
 * The workflow stage that owns a session (specification: SessionHeader): only when `internal` is exactly `true`
 * and run id, stage id and stage name are all strings that are not blank.
 */
export function workflowOf(header: SessionHeader): WorkflowLink | undefined {
  const { internal, workflow } = header;
  if (internal !== true || !isRecord(workflow)) return undefined;
  const { runId, stageId, stageName } = workflow;
  if (!isFilled(runId) || !isFilled(stageId) || !isFilled(stageName)) return undefined;
  return { runId, stageId, stageName };
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
