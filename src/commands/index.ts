/** What the program does without an interface: loaded only where it is asked for. */

export { findSession, newestSession, SessionNotFoundError } from "../store/find-session.ts";
export { labelEntry } from "../store/label.ts";
export { renameSession } from "../store/rename.ts";
export { SessionError } from "../store/session-errors.ts";
export { continueAt } from "./continue.ts";
export { labels } from "./labels.ts";
export { list, QueryError } from "./list.ts";
export { treeJson, treePlain } from "./tree.ts";
