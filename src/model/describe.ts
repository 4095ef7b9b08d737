import { type EntryDigest, type EntryKind, ROW_TEXT_LIMIT } from "./entry-digest.ts";
import { parseTime, textOf } from "./fact.ts";
import type { AssistantMessage, StoredMessage } from "./message.ts";
import { isForeign, type KnownSessionEntry, type SessionEntry } from "./session-entry.ts";
import { printable } from "./text.ts";
import { describeToolCall } from "./tool-call.ts";

/** What is known of the tool calls so far, by call id: results are described by their calls. */
export type CallDescriptions = ReadonlyMap<string, string>;

type Description = Pick<EntryDigest, "kind" | "text" | "failed">;

/** An entry as one row of a tree. */
export function digestEntry(entry: SessionEntry, calls: CallDescriptions): EntryDigest {
  const { kind, text, failed } = isForeign(entry) ? describeForeign(entry) : describeKnown(entry, calls);
  const known = isForeign(entry) ? undefined : entry;
  return {
    id: entry.id,
    parentId: entry.parentId,
    kind,
    text: oneLine(text),
    time: timeOf(entry),
    failed,
    label:
      known?.type === "label"
        ? { targetId: known.targetId, text: printable(known.label?.trim() ?? "") }
        : undefined,
    name: known?.type === "session_info" ? printable(known.name?.trim() ?? "") : undefined,
  };
}

function timeOf(entry: SessionEntry): number | undefined {
  const own = typeof entry.timestamp === "string" ? parseTime(entry.timestamp) : undefined;
  if (own !== undefined || isForeign(entry) || entry.type !== "message") return own;
  return entry.message.timestamp;
}

/** The calls of an answer, as later results will be described by them. */
export function callsOf(entry: SessionEntry): readonly (readonly [id: string, description: string])[] {
  if (isForeign(entry) || entry.type !== "message" || entry.message.role !== "assistant") return [];
  const calls: (readonly [string, string])[] = [];
  for (const block of entry.message.content) {
    if (block.type === "toolCall")
      calls.push([block.id, oneLine(describeToolCall(block.name, block.arguments))]);
  }
  return calls;
}

/** Long texts are cut before they are cleaned: a row shows their beginning only. */
function oneLine(text: string): string {
  if (text.length <= ROW_TEXT_LIMIT) return printable(text);
  let cut = "";
  // A text may begin with a screen of nothing.
  for (let length = 2 * ROW_TEXT_LIMIT; cut === "" && length < 2 * MOST_NOTHING; length *= 4)
    cut = printable(text.slice(0, length)).slice(0, ROW_TEXT_LIMIT).toWellFormed();
  // A piece of a string keeps the whole of it in memory; a row must not hold on to a tool's output.
  return JSON.parse(JSON.stringify(cut));
}

/** A text that begins with so many code units of nothing has an empty row. */
const MOST_NOTHING = 64 << 10;

const described = (kind: EntryKind, text: string, failed = false): Description => ({ kind, text, failed });

function describeKnown(entry: KnownSessionEntry, calls: CallDescriptions): Description {
  switch (entry.type) {
    case "message":
      return describeMessage(entry.message, calls);
    case "custom_message":
      return described("customMessage", `[${entry.customType}]: ${contentText(entry.content)}`);
    case "compaction":
      return described("compaction", `[compaction: ${thousands(entry.tokensBefore)} tokens]`);
    case "context_compaction":
      return described("compaction", "[retired compaction]");
    case "branch_summary":
      return described("branchSummary", `[branch summary]: ${entry.summary}`);
    case "label":
      return described("label", `[label: ${entry.label?.trim() || "(cleared)"}]`);
    case "custom":
      return described("custom", `[custom: ${entry.customType}]`);
    case "model_change":
      return described("model", `[model: ${entry.modelId}]`);
    case "thinking_level_change":
      return described("thinking", `[thinking: ${entry.thinkingLevel}]`);
    case "context_window_change":
      return described("contextWindow", `[context window: ${thousands(entry.contextWindow)} tokens]`);
    case "session_info":
      return described("name", `[name: ${entry.name?.trim() || "(cleared)"}]`);
    case "session_summary":
      return described("other", `[session summary]: ${entry.summary}`);
    case "usage":
      return described("usage", `[usage: ${thousands(entry.usage.totalTokens)} tokens]`);
    case "context_edit":
      return described("other", `[context edit: ${entry.targetId}]`);
  }
}

function describeMessage(message: StoredMessage, calls: CallDescriptions): Description {
  switch (message.role) {
    case "user":
      return described("user", contentText(message.content));
    case "assistant":
      return describeAssistant(message);
    case "toolResult":
      return described(
        "toolResult",
        `[${calls.get(message.toolCallId) ?? message.toolName}]`,
        message.isError,
      );
    case "bashExecution":
      return described(
        "bash",
        `[bash]: ${message.command}`,
        (message.exitCode ?? 0) !== 0 || message.cancelled,
      );
    case "custom":
      return described("customMessage", `[${message.customType}]: ${contentText(message.content)}`);
    case "branchSummary":
      return described("branchSummary", `[branch summary]: ${message.summary}`);
    case "compactionSummary":
      return described("compaction", `[compaction: ${thousands(message.tokensBefore)} tokens]`);
    case "system":
      return described("other", "[system]");
  }
}

function describeAssistant(message: AssistantMessage): Description {
  const failed = message.stopReason === "error" || message.stopReason === "aborted";
  const text = textOf(message.content).trim();
  if (text !== "") return described("assistant", text, failed);
  const calls: string[] = [];
  for (const block of message.content) {
    if (block.type === "toolCall") calls.push(`[${describeToolCall(block.name, block.arguments)}]`);
  }
  if (failed) {
    const reason = message.errorMessage ?? (message.stopReason === "aborted" ? "aborted" : "failed");
    return described("assistant", [`(${reason})`, ...calls].join(" "), true);
  }
  if (calls.length > 0) return described("calls", calls.join(" "));
  const thought = message.content.find((block) => block.type === "thinking");
  return described("assistant", thought === undefined ? "(no content)" : `(thinking) ${thought.thinking}`);
}

/** An entry nobody knows: its type, and what it holds. */
function describeForeign(entry: SessionEntry): Description {
  const { type, id: _id, parentId: _parentId, timestamp: _timestamp, ...fields } = entry;
  const text = Object.keys(fields).length === 0 ? "" : ` ${JSON.stringify(fields)}`;
  return described("other", `[${type}]${text}`);
}

/** The text of what was said; images by their kind. */
function contentText(content: Parameters<typeof textOf>[0]): string {
  const text = textOf(content);
  if (text.trim() !== "") return text;
  const images = Array.isArray(content) ? content.filter((block) => block?.type === "image").length : 0;
  return images === 0 ? "(empty)" : images === 1 ? "[image]" : `[${images} images]`;
}

/** `51k`, `820`; `?` where nobody counted. */
function thousands(count: number | undefined): string {
  if (count === undefined) return "?";
  return count < 1000 ? String(count) : `${Math.round(count / 1000)}k`;
}
