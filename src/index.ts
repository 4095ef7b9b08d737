/** The library: schemas, types and pure functions for the session files of Atomic and pi. */
export type { SessionDigest, WorkflowLink } from "./model/digest.ts";
export * from "./model/entry.ts";
export { type LineDiagnostic, type LineValue, type ParsedLine, parseLine } from "./model/line.ts";
export * from "./model/message.ts";
