import type { AgentMessage } from "../model/message.ts";
import { UnknownEntryError } from "./session-errors.ts";
import { SessionView } from "./session-view.ts";

/** Content of a custom message: a text, or text and images. */
export type CustomContent = Extract<AgentMessage, { role: "custom" }>["content"];

/**
 * All that can be added to a session, and the moves that decide where (specification: Appending, Tree Navigation).
 * How an entry reaches the disk is the business of who extends this.
 */
export abstract class SessionAppends extends SessionView {
  /** The session's file, if it has one: errors name it. */
  abstract getSessionFile(): string | undefined;

  /** Adds one entry below the leaf and makes it the leaf. Returns its id. */
  protected abstract append(fields: Readonly<Record<string, unknown>> & { readonly type: string }): string;

  /** Adds a message below the leaf. Like all appends it returns the entry's id and throws AppendError. */
  appendMessage(message: AgentMessage): string {
    return this.append({ type: "message", message });
  }

  /** Records a choice of thinking level (specification: ThinkingLevelChangeEntry). */
  appendThinkingLevelChange(thinkingLevel: string): string {
    return this.append({ type: "thinking_level_change", thinkingLevel });
  }

  /** `contextWindow` counts tokens. */
  appendContextWindowChange(contextWindow: number): string {
    return this.append({ type: "context_window_change", contextWindow });
  }

  /** Records a choice of model (specification: ModelChangeEntry). */
  appendModelChange(provider: string, modelId: string): string {
    return this.append({ type: "model_change", provider, modelId });
  }

  /**
   * Adds a boundary of verbatim lines. `firstKeptEntryId` is null when no message before it is kept;
   * `tokensBefore` counts tokens (specification: CompactionEntry).
   */
  appendCompaction(
    compactedText: string,
    firstKeptEntryId: string | null,
    tokensBefore: number,
    details: Readonly<Record<string, unknown>>,
  ): string {
    return this.append({
      type: "compaction",
      summary: compactedText,
      firstKeptEntryId,
      tokensBefore,
      details,
    });
  }

  /** State of an extension; never part of the context. */
  appendCustomEntry(customType: string, data?: unknown): string {
    return this.append({ type: "custom", customType, data });
  }

  /** Sets the name; an empty one clears it. */
  appendSessionInfo(name: string): string {
    return this.append({ type: "session_info", name: name.trim() });
  }

  /** A message of an extension, part of the context. */
  appendCustomMessageEntry(
    customType: string,
    content: CustomContent,
    display: boolean,
    details?: unknown,
  ): string {
    return this.append({ type: "custom_message", customType, content, display, details });
  }

  /** Labels an entry; undefined or an empty label clears it. Throws UnknownEntryError. */
  appendLabelChange(targetId: string, label: string | undefined): string {
    this.requireEntry(targetId);
    const text = label?.trim();
    return this.append({
      type: "label",
      targetId,
      ...(text === undefined || text === "" ? {} : { label: text }),
    });
  }

  /** Goes back to an entry: the next one will hang below it. Nothing is written. Throws UnknownEntryError. */
  branch(entryId: string): void {
    this.requireEntry(entryId);
    this.leafId = entryId;
  }

  /** Goes back before the first entry: the next one will be a root. */
  resetLeaf(): void {
    this.leafId = null;
  }

  /**
   * Goes back to an entry, or before the first one, and leaves a summary of what was left there. Returns the id of
   * the summary. Throws UnknownEntryError.
   */
  branchWithSummary(entryId: string | null, summary: string, details?: unknown, fromHook?: boolean): string {
    if (entryId !== null) this.requireEntry(entryId);
    const left = this.leafId;
    const fields = { type: "branch_summary", fromId: left ?? "root", summary, details, fromHook };
    this.leafId = entryId;
    try {
      return this.append(fields);
    } catch (error) {
      this.leafId = left;
      throw error;
    }
  }

  protected requireEntry(entryId: string): void {
    if (!this.byId.has(entryId)) throw new UnknownEntryError(entryId, this.getSessionFile());
  }
}
