import { textOf } from "./fact.ts";
import type { StoredMessage } from "./message.ts";
import { isForeign, type KnownSessionEntry, type SessionEntry } from "./session-entry.ts";

/** Everything of an entry that a person may search for: all that was said, thought, called and answered. */
export function entryText(entry: SessionEntry): string {
  if (isForeign(entry)) return JSON.stringify(entry);
  return knownText(entry);
}

/** What somebody who copies an entry wants: what was said, not what was thought and called beside it. */
export function copyText(entry: SessionEntry): string {
  if (!isForeign(entry) && entry.type === "custom_message") return textOf(entry.content);
  if (isForeign(entry) || entry.type !== "message") return entryText(entry);
  const { message } = entry;
  if (message.role === "bashExecution") return message.command;
  return ("content" in message && textOf(message.content)) || entryText(entry).trimEnd();
}

function knownText(entry: KnownSessionEntry): string {
  switch (entry.type) {
    case "message":
      return messageText(entry.message);
    case "custom_message":
      return `${entry.customType}\n${contentText(entry.content)}`;
    case "compaction":
    case "branch_summary":
    case "session_summary":
      return entry.summary;
    case "label":
      return entry.label ?? "";
    case "custom":
      return entry.data === undefined
        ? entry.customType
        : `${entry.customType}\n${JSON.stringify(entry.data)}`;
    case "model_change":
      return `${entry.provider}/${entry.modelId}`;
    case "thinking_level_change":
      return entry.thinkingLevel;
    case "context_window_change":
      return String(entry.contextWindow);
    case "session_info":
      return entry.name ?? "";
    case "context_compaction":
    case "usage":
    case "context_edit":
      return JSON.stringify(entry);
  }
}

function messageText(message: StoredMessage): string {
  switch (message.role) {
    case "user":
      return contentText(message.content);
    case "assistant":
      return [contentText(message.content), message.errorMessage ?? ""].join("\n");
    case "toolResult":
      return `${message.toolName}\n${contentText(message.content)}`;
    case "bashExecution":
      return `${message.command}\n${message.output}`;
    case "custom":
      return `${message.customType}\n${contentText(message.content)}`;
    case "branchSummary":
    case "compactionSummary":
      return message.summary;
    case "system":
      return JSON.stringify(message.sections ?? "");
  }
}

type Block = { readonly type: string; readonly [field: string]: unknown };

function contentText(content: string | readonly Block[]): string {
  if (typeof content === "string") return content;
  const texts: string[] = [];
  for (const block of content) {
    if (block.type === "text") texts.push(String(block.text));
    else if (block.type === "thinking") texts.push(String(block.thinking));
    else if (block.type === "toolCall") texts.push(String(block.name), argumentText(block.arguments));
  }
  return texts.join("\n");
}

/** Texts as they are, so that what stands in a file or command is found as it was written. */
function argumentText(args: unknown): string {
  if (typeof args !== "object" || args === null) return "";
  return Object.values(args)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join("\n");
}
