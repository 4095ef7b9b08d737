import { parseTime } from "./fact.ts";
import type { AgentMessage, StoredMessage } from "./message.ts";
import { isForeign, type KnownSessionEntry, type SessionEntry } from "./session-entry.ts";
import { branchPath, entriesById, leafOf } from "./tree.ts";

/** What an agent sends to its model when it goes on from a leaf (specification: Context Building). */
export interface SessionContext {
  readonly messages: readonly AgentMessage[];
  /** `off` until it is changed. */
  readonly thinkingLevel: string;
  /** Null until a model was chosen or has answered. */
  readonly model: { readonly provider: string; readonly modelId: string } | null;
  /** Tokens; undefined until a size was chosen. */
  readonly contextWindow: number | undefined;
}

type Compaction = KnownSessionEntry & { readonly type: "compaction" };

/** Whether a compaction is an active boundary: only one of verbatim lines is (specification: CompactionEntry). */
export function isActiveCompaction(entry: SessionEntry): entry is Compaction {
  if (isForeign(entry) || entry.type !== "compaction") return false;
  const { details } = entry;
  return (
    typeof details === "object" &&
    details !== null &&
    "strategy" in details &&
    details.strategy === "verbatim-lines"
  );
}

/**
 * The entries of a branch that become messages, in the order of their messages: the latest active boundary first,
 * then what it kept, then what came after it.
 */
export function buildContextEntries(
  entries: readonly SessionEntry[],
  leafId: string | null | undefined = undefined,
): readonly SessionEntry[] {
  return contextEntriesOf(pathTo(entries, leafId));
}

/** What the agent's model sees from a leaf: of `leafId`, or of the file's own leaf when it is left out. */
export function buildSessionContext(
  entries: readonly SessionEntry[],
  leafId: string | null | undefined = undefined,
): SessionContext {
  const path = pathTo(entries, leafId);
  const messages: AgentMessage[] = [];
  for (const entry of contextEntriesOf(path)) {
    const message = messageOf(entry);
    if (message !== undefined) messages.push(message);
  }
  return { messages, ...settingsOf(path) };
}

function pathTo(
  entries: readonly SessionEntry[],
  leafId: string | null | undefined,
): readonly SessionEntry[] {
  return branchPath(entriesById(entries), leafId === undefined ? (leafOf(entries)?.id ?? null) : leafId);
}

function contextEntriesOf(path: readonly SessionEntry[]): readonly SessionEntry[] {
  const boundary = path.findLastIndex(isActiveCompaction);
  const compaction = path[boundary];
  if (compaction === undefined || !isActiveCompaction(compaction)) return path.filter(isSpoken);
  const { firstKeptEntryId } = compaction;
  const before = path.slice(0, boundary);
  const firstKept =
    typeof firstKeptEntryId === "string" ? before.findIndex(({ id }) => id === firstKeptEntryId) : -1;
  const kept = firstKept === -1 ? [] : before.slice(firstKept).filter(isSpoken);
  return [compaction, ...kept, ...path.slice(boundary + 1).filter(isSpoken)];
}

/** Whether an entry has a message for the model; compactions are added by themselves. */
function isSpoken(entry: SessionEntry): boolean {
  return !isForeign(entry) && entry.type !== "compaction" && messageOf(entry) !== undefined;
}

function messageOf(entry: SessionEntry): AgentMessage | undefined {
  if (isForeign(entry)) return undefined;
  const timestamp = parseTime(entry.timestamp) ?? 0;
  switch (entry.type) {
    case "message":
      return isAgentMessage(entry.message) ? entry.message : undefined;
    case "custom_message": {
      const { customType, content, display, details } = entry;
      return { role: "custom", customType, content, display, details, timestamp };
    }
    case "branch_summary":
      return entry.summary === ""
        ? undefined
        : { role: "branchSummary", summary: entry.summary, fromId: entry.fromId, timestamp };
    case "compaction":
      return { role: "custom", customType: "compaction", content: entry.summary, display: true, timestamp };
    default:
      return undefined;
  }
}

/** `compactionSummary` is historical and inert; `system` tells about the agent, not the conversation. */
function isAgentMessage(message: StoredMessage): message is AgentMessage {
  return message.role !== "compactionSummary" && message.role !== "system";
}

function settingsOf(path: readonly SessionEntry[]): Omit<SessionContext, "messages"> {
  let thinkingLevel = "off";
  let model: SessionContext["model"] = null;
  let contextWindow: number | undefined;
  for (const entry of path) {
    if (isForeign(entry)) continue;
    if (entry.type === "thinking_level_change") thinkingLevel = entry.thinkingLevel;
    else if (entry.type === "context_window_change") contextWindow = entry.contextWindow;
    else if (entry.type === "model_change") model = { provider: entry.provider, modelId: entry.modelId };
    else if (entry.type === "message" && entry.message.role === "assistant")
      model = modelOf(entry.message) ?? model;
  }
  return { thinkingLevel, model, contextWindow };
}

function modelOf({
  provider,
  model,
}: {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
}) {
  return provider === undefined || model === undefined ? undefined : { provider, modelId: model };
}
