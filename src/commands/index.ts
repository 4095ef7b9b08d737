/** What the program does without an interface: loaded only where it is asked for. */

export { findSession, newestSession, SessionNotFoundError } from "../store/find-session.ts";
export { labelEntry } from "../store/label.ts";
export { renameSession } from "../store/rename.ts";
export { SessionError } from "../store/session-errors.ts";
export { continueAt } from "./continue.ts";
export { carryOutDeletion, planDeletion } from "./delete.ts";
export { clearIndex, indexStatus, rebuildIndex } from "./index-status.ts";
export { labels } from "./labels.ts";
export { list } from "./list.ts";
export { QueryError } from "./matching-sessions.ts";
export { listTrashed, NOTHING, restore, TrashedNotFoundError } from "./restore.ts";
export { search } from "./search.ts";
export { treeJson, treePlain } from "./tree.ts";
