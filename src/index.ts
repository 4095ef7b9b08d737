/** The library: the session files of Atomic and pi, read, understood and written as the agents do. */
export { branchedEntries } from "./model/branched.ts";
export {
  buildContextEntries,
  buildSessionContext,
  isActiveCompaction,
  type SessionContext,
} from "./model/context.ts";
export type { SessionDigest, WorkflowLink } from "./model/digest.ts";
export * from "./model/entry.ts";
export { workflowOf } from "./model/fact.ts";
export { type EntryLabel, labelsOf } from "./model/labels.ts";
export { type LineDiagnostic, type LineValue, type ParsedLine, parseLine } from "./model/line.ts";
export * from "./model/message.ts";
export { CURRENT_VERSION, migrate, migrateToVersion2, migrateToVersion3 } from "./model/migrate.ts";
export {
  type EntryPlace,
  type ForeignSessionEntry,
  foreign,
  isForeign,
  type KnownSessionEntry,
  type SessionEntry,
} from "./model/session-entry.ts";
export { readSession, type SessionContent } from "./model/session-text.ts";
export { branchPath, buildTree, entriesById, leafOf, type SessionTreeNode } from "./model/tree.ts";
export type { CustomContent } from "./store/session-appends.ts";
export * from "./store/session-errors.ts";
export { appendAtLeaf, readSessionFile } from "./store/session-file.ts";
export type { NewSessionOptions } from "./store/session-header.ts";
export type { ListOptions, ListProgress, SessionInfo } from "./store/session-list.ts";
export { SessionManager } from "./store/session-manager.ts";
