import { isActiveCompaction } from "./context.ts";
import type { AssistantMessage, StoredMessage, Usage } from "./message.ts";
import { byteSize, grouped } from "./numbers.ts";
import { isForeign, type KnownSessionEntry, type SessionEntry } from "./session-entry.ts";

/** A part of an entry as a person reads it. Texts are foreign and may have many lines. */
export interface EntrySection {
  readonly kind: "text" | "thinking" | "call" | "fact" | "error";
  readonly text: string;
}

/** An entry in full, in parts. */
export function sectionsOf(entry: SessionEntry): readonly EntrySection[] {
  return isForeign(entry) ? [text(json(entry))] : knownSections(entry);
}

/** An entry as JSON on several lines, fields in the order of the file. */
export function rawJson(entry: SessionEntry): string {
  return json(entry);
}

const json = (value: unknown) => JSON.stringify(value, null, 2) ?? "";
const text = (content: string): EntrySection => ({ kind: "text", text: content });
const fact = (content: string): EntrySection => ({ kind: "fact", text: content });

function knownSections(entry: KnownSessionEntry): readonly EntrySection[] {
  switch (entry.type) {
    case "message":
      return messageSections(entry.message);
    case "custom_message":
      return [
        fact(entry.display ? entry.customType : `${entry.customType}, not displayed`),
        ...spoken(entry.content),
      ];
    case "compaction":
      return [...compactionFacts(entry), ...usageFacts(entry.usage), text(entry.summary)];
    case "branch_summary":
      return [
        fact(`left ${entry.fromId}`),
        ...fileFacts(entry.details),
        ...usageFacts(entry.usage),
        text(entry.summary),
      ];
    case "label":
      return [
        fact(`on ${entry.targetId}`),
        entry.label?.trim() ? text(entry.label) : fact("clears the label"),
      ];
    case "model_change":
      return [fact(`${entry.provider}/${entry.modelId}`)];
    case "thinking_level_change":
      return [fact(`thinking level ${entry.thinkingLevel}`)];
    case "context_window_change":
      return [fact(`${grouped(entry.contextWindow)} tokens`)];
    case "session_info":
      return [entry.name?.trim() ? text(entry.name) : fact("clears the name")];
    case "session_summary":
      return [fact(`through ${entry.summarizedThroughId}`), ...usageFacts(entry.usage), text(entry.summary)];
    case "custom":
      return [fact(entry.customType), text(json(entry.data))];
    case "usage":
      return usageFacts(entry.usage);
    case "context_compaction":
    case "context_edit":
      return [text(json(entry))];
  }
}

function messageSections(message: StoredMessage): readonly EntrySection[] {
  switch (message.role) {
    case "user":
      return spoken(message.content);
    case "assistant":
      return assistantSections(message);
    case "toolResult":
      return [
        message.isError
          ? { kind: "error", text: `${message.toolName} failed` }
          : fact(`result of ${message.toolName}`),
        ...spoken(message.content),
      ];
    case "bashExecution":
      return [{ kind: "call", text: `$ ${message.command}` }, ...bashFacts(message), text(message.output)];
    case "custom":
      return [fact(message.customType), ...spoken(message.content)];
    case "branchSummary":
      return [fact(`left ${message.fromId}`), text(message.summary)];
    case "compactionSummary":
      return [fact("retired compaction"), text(message.summary)];
    case "system":
      return [text(json(message))];
  }
}

function assistantSections(message: AssistantMessage): readonly EntrySection[] {
  const sections: EntrySection[] = [];
  const model = [message.provider, message.model].filter((part) => part !== undefined).join("/");
  if (model !== "") sections.push(fact(model));
  sections.push(...usageFacts(message.usage));
  for (const block of message.content) {
    if (block.type === "text") sections.push(text(block.text));
    else if (block.type === "thinking") sections.push({ kind: "thinking", text: block.thinking });
    else sections.push({ kind: "call", text: [block.name, ...argumentLines(block.arguments)].join("\n") });
  }
  if (message.errorMessage !== undefined) sections.push({ kind: "error", text: message.errorMessage });
  else if (message.stopReason === "aborted" || message.stopReason === "length")
    sections.push({
      kind: "error",
      text: message.stopReason === "aborted" ? "aborted" : "cut off: too long",
    });
  return sections;
}

/** `name: value`; a value of several lines stands below its name. */
function argumentLines(args: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(args).map(([name, value]) => {
    const shown = typeof value === "string" ? value : json(value);
    return shown.includes("\n") ? `${name}:\n${shown}` : `${name}: ${shown}`;
  });
}

type Spoken = Extract<StoredMessage, { role: "user" }>["content"];

function spoken(content: Spoken): readonly EntrySection[] {
  if (typeof content === "string") return [text(content)];
  return content.map((block) =>
    block.type === "text"
      ? text(block.text)
      : fact(`[${block.mimeType} ${byteSize((block.data.length * 3) / 4)}]`),
  );
}

function bashFacts(message: Extract<StoredMessage, { role: "bashExecution" }>): readonly EntrySection[] {
  const facts = [
    message.cancelled ? "cancelled" : `exit code ${message.exitCode ?? "unknown"}`,
    message.truncated ? "output truncated" : "",
    message.fullOutputPath === undefined ? "" : `whole output in ${message.fullOutputPath}`,
    message.excludeFromContext === true ? "withheld from the model" : "",
  ];
  return [fact(facts.filter((one) => one !== "").join(" · "))];
}

function compactionFacts(entry: Extract<KnownSessionEntry, { type: "compaction" }>): readonly EntrySection[] {
  const stats = isRecord(entry.details) && isRecord(entry.details.stats) ? entry.details.stats : {};
  const number = (name: string) => (typeof stats[name] === "number" ? grouped(stats[name]) : "?");
  const before = entry.tokensBefore === undefined ? number("tokensBefore") : grouped(entry.tokensBefore);
  if (!isActiveCompaction(entry))
    return [fact("retired compaction: it does not change the context"), fact(`${before} tokens before`)];
  return [
    fact(`${before} tokens before, ${number("tokensAfter")} after`),
    fact(`${number("linesKept")} of ${number("linesBefore")} lines kept`),
    fact(
      typeof entry.firstKeptEntryId === "string"
        ? `messages kept from ${entry.firstKeptEntryId}`
        : "no earlier message kept",
    ),
  ];
}

function fileFacts(details: unknown): readonly EntrySection[] {
  if (!isRecord(details)) return [];
  const list = (name: string, title: string) => {
    const paths = details[name];
    return Array.isArray(paths) && paths.length > 0 ? [fact(`${title} ${paths.join(", ")}`)] : [];
  };
  return [...list("readFiles", "read"), ...list("modifiedFiles", "modified")];
}

function usageFacts(usage: Usage | undefined): readonly EntrySection[] {
  if (usage === undefined) return [];
  const cached = usage.cacheRead + usage.cacheWrite;
  const parts = [
    `${grouped(usage.input)} tokens in`,
    `${grouped(usage.output)} out`,
    cached === 0 ? "" : `${grouped(cached)} cached`,
    usage.cost === undefined ? "" : `$${usage.cost.total.toFixed(4)}`,
  ];
  return [fact(parts.filter((part) => part !== "").join(" · "))];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
