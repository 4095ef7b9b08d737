import { buildSessionContext, type SessionContext } from "../model/context.ts";
import type { SessionHeader } from "../model/entry.ts";
import { labelsOf } from "../model/labels.ts";
import { isForeign, type SessionEntry } from "../model/session-entry.ts";
import {
  branchPath,
  buildTree,
  childrenOf,
  entriesById,
  leafOf,
  type SessionTreeNode,
} from "../model/tree.ts";

/** A session in memory: its header, its entries, and where in their tree the conversation stands. */
export class SessionView {
  protected header: SessionHeader;
  protected entries: SessionEntry[] = [];
  protected byId = new Map<string, SessionEntry>();
  protected leafId: string | null = null;

  constructor(header: SessionHeader) {
    this.header = header;
  }

  /** The entry that the next one will hang below; null before any entry. */
  getLeafId(): string | null {
    return this.leafId;
  }

  /** The entry at which the conversation stands. */
  getLeafEntry(): SessionEntry | undefined {
    return this.leafId === null ? undefined : this.byId.get(this.leafId);
  }

  /** Of several entries with one id the latest in the file. */
  getEntry(id: string): SessionEntry | undefined {
    return this.byId.get(id);
  }

  /** The entries from the root to `fromId`, or to the leaf. */
  getBranch(fromId?: string): SessionEntry[] {
    return [...branchPath(this.byId, fromId ?? this.leafId)];
  }

  /** The roots with everything below them. */
  getTree(): SessionTreeNode[] {
    return [...buildTree(this.entries)];
  }

  /** The entries directly below one, oldest first. */
  getChildren(parentId: string): SessionEntry[] {
    return [...childrenOf(this.entries, parentId)];
  }

  /** The label on an entry (specification: LabelEntry). */
  getLabel(id: string): string | undefined {
    return labelsOf(this.entries).get(id)?.text;
  }

  /** What the agent's model sees from the leaf. */
  buildSessionContext(): SessionContext {
    return buildSessionContext(this.entries, this.leafId);
  }

  /** All entries in the order of the file, without the header. */
  getEntries(): SessionEntry[] {
    return [...this.entries];
  }

  /** The first line of the file (specification: SessionHeader). */
  getHeader(): SessionHeader {
    return this.header;
  }

  /** The latest name; undefined when there is none or it was cleared (specification: SessionInfoEntry). */
  getSessionName(): string | undefined {
    const latest = this.entries.findLast((entry) => !isForeign(entry) && entry.type === "session_info");
    if (latest === undefined || isForeign(latest) || latest.type !== "session_info") return undefined;
    const name = latest.name?.trim() ?? "";
    return name === "" ? undefined : name;
  }

  /** A UUID, or what was given when it was made. */
  getSessionId(): string {
    return this.header.id;
  }

  /** Takes these entries for all there are; their last one is the leaf. */
  protected hold(entries: readonly SessionEntry[]): void {
    this.entries = [...entries];
    this.byId = new Map(entriesById(entries));
    this.leafId = leafOf(entries)?.id ?? null;
  }
}
