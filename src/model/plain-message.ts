import type { SessionMessageEntry } from "./entry.ts";

/*
 * Nearly all bytes of a session are messages of three kinds in the form that the agents write. Asking a schema about
 * each takes as long as parsing it; these checks take a tenth of that. They accept nothing that the schema refuses;
 * what they do not accept, the schema is asked about.
 */

type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a message entry of the person, the model or a tool, in its usual form. */
export function isPlainMessage(value: unknown): value is SessionMessageEntry {
  if (!isFields(value) || value.type !== "message") return false;
  const { id, parentId, timestamp, message } = value;
  if (typeof id !== "string" || (typeof parentId !== "string" && parentId !== null)) return false;
  if (typeof timestamp !== "string" || !isFields(message) || !isAbsentOr(message.timestamp, isNumber))
    return false;
  switch (message.role) {
    case "user":
      return typeof message.content === "string" || isEvery(message.content, isSpoken);
    case "assistant":
      return isAssistant(message);
    case "toolResult":
      return isToolResult(message);
    default:
      return false;
  }
}

function isAssistant({ content, api, provider, model, usage, stopReason, errorMessage }: Fields): boolean {
  return (
    isEvery(content, isSaid) &&
    isAbsentOr(api, isText) &&
    isAbsentOr(provider, isText) &&
    isAbsentOr(model, isText) &&
    isAbsentOr(errorMessage, isText) &&
    isAbsentOr(stopReason, isStopReason) &&
    isAbsentOr(usage, isUsage)
  );
}

function isToolResult({ toolCallId, toolName, content, isError }: Fields): boolean {
  return isText(toolCallId) && isText(toolName) && typeof isError === "boolean" && isEvery(content, isSpoken);
}

function isSpoken({ type, text, data, mimeType }: Fields): boolean {
  return type === "text" ? isText(text) : type === "image" && isText(data) && isText(mimeType);
}

function isSaid(block: Fields): boolean {
  switch (block.type) {
    case "text":
      return isText(block.text);
    case "thinking":
      return isText(block.thinking);
    case "toolCall":
      return isText(block.id) && isText(block.name) && isFields(block.arguments);
    default:
      return false;
  }
}

function isUsage(usage: unknown): boolean {
  if (!isFields(usage)) return false;
  const { input, output, cacheRead, cacheWrite, totalTokens, cost } = usage;
  const counts = isNumber(input) && isNumber(output) && isNumber(cacheRead) && isNumber(cacheWrite);
  return counts && isAbsentOr(totalTokens, isNumber) && isAbsentOr(cost, isCost);
}

function isCost(cost: unknown): boolean {
  if (!isFields(cost)) return false;
  const { input, output, cacheRead, cacheWrite, total } = cost;
  return (
    isNumber(input) && isNumber(output) && isNumber(cacheRead) && isNumber(cacheWrite) && isNumber(total)
  );
}

const STOP_REASONS: ReadonlySet<unknown> = new Set(["stop", "length", "toolUse", "error", "aborted"]);
const isStopReason = (value: unknown) => STOP_REASONS.has(value);
const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isAbsentOr(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value);
}

function isEvery(blocks: unknown, is: (block: Fields) => boolean): boolean {
  if (!Array.isArray(blocks)) return false;
  for (const block of blocks) if (!isFields(block) || !is(block)) return false;
  return true;
}
