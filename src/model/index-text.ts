import { textOf } from "./fact.ts";
import type { JsonRecord } from "./migrate.ts";

/** A call of a tool, or a command of the person's own. */
export interface IndexedCall {
  readonly tool: string;
  /** Command, paths and whatever else is short among its arguments. */
  readonly text: string;
}

/** What of an entry can be searched. Foreign text. */
export interface IndexText {
  /** Who said it, or what it is. */
  readonly speaker: string;
  /** What was said, or a summary, a label or a name. */
  readonly talk: string;
  readonly calls: readonly IndexedCall[];
  /** Files that were read, written or edited. */
  readonly files: readonly string[];
  readonly model: string | undefined;
  /** An answer ended in an error, or a tool or command failed. */
  readonly failed: boolean;
}

const NOTHING: IndexText = {
  speaker: "",
  talk: "",
  calls: [],
  files: [],
  model: undefined,
  failed: false,
};

/** What of a record of a file can be searched, whatever version and schema it follows. */
export function indexText(record: JsonRecord): IndexText {
  switch (record.type) {
    case "message":
      return isRecord(record.message) ? messageText(record.message) : NOTHING;
    case "custom_message":
      return talk(text(record.customType) || "custom", textOf(record.content));
    case "compaction":
      return talk("compaction", text(record.summary));
    case "branch_summary":
      return talk("branch summary", text(record.summary));
    case "session_summary":
      return talk("summary", text(record.summary));
    case "label":
      return talk("label", text(record.label));
    case "session_info":
      return talk("name", text(record.name));
    case "model_change":
      return { ...NOTHING, speaker: "model", model: modelOf(record.provider, record.modelId) };
    default:
      return NOTHING;
  }
}

function messageText(message: JsonRecord): IndexText {
  switch (message.role) {
    case "user":
      return talk("user", textOf(message.content));
    case "assistant":
      return assistantText(message);
    case "toolResult":
      return message.isError === true ? { ...NOTHING, speaker: "tool", failed: true } : NOTHING;
    case "bashExecution": {
      const exitCode = typeof message.exitCode === "number" ? message.exitCode : 0;
      const calls = [{ tool: "bash", text: text(message.command) }];
      return { ...NOTHING, speaker: "bash", calls, failed: exitCode !== 0 };
    }
    case "custom":
    case "hookMessage":
      return talk(text(message.customType) || "custom", textOf(message.content));
    case "branchSummary":
      return talk("branch summary", text(message.summary));
    case "compactionSummary":
      return talk("compaction", text(message.summary));
    default:
      return NOTHING;
  }
}

function assistantText(message: JsonRecord): IndexText {
  const calls: IndexedCall[] = [];
  const files: string[] = [];
  for (const block of Array.isArray(message.content) ? message.content : []) {
    if (!isRecord(block) || block.type !== "toolCall") continue;
    const args = isRecord(block.arguments) ? block.arguments : {};
    const tool = text(block.name);
    calls.push({ tool, text: argumentText(args) });
    const file = FILE_TOOLS.has(tool) ? text(args.path) || text(args.file_path) : "";
    if (file !== "") files.push(file);
  }
  const said = textOf(message.content);
  const error = text(message.errorMessage);
  return {
    speaker: "assistant",
    talk: error === "" ? said : `${said}\n${error}`,
    calls,
    files,
    model: modelOf(message.provider, message.model),
    failed: message.stopReason === "error",
  };
}

const FILE_TOOLS: ReadonlySet<string> = new Set(["read", "write", "edit", "multiedit", "multi_edit"]);
/** What a file should contain is not what somebody remembers of a call. */
const CONTENTS = new Set(["content", "oldText", "newText", "old_string", "new_string", "edits", "patch"]);
/** Longer arguments are contents too: code units. */
const LONGEST_ARGUMENT = 4000;

function argumentText(args: JsonRecord): string {
  const texts: string[] = [];
  for (const [name, value] of Object.entries(args)) {
    if (CONTENTS.has(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === "string") texts.push(one.slice(0, LONGEST_ARGUMENT));
    }
  }
  return texts.join("\n");
}

const talk = (speaker: string, said: string): IndexText => ({ ...NOTHING, speaker, talk: said });
const text = (value: unknown): string => (typeof value === "string" ? value : "");

function modelOf(provider: unknown, model: unknown): string | undefined {
  return typeof model === "string" ? `${text(provider)}/${model}` : undefined;
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null;
}
