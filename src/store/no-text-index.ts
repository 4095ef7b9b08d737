import type { TextIndex, TextIndexSnapshot, TextMatches } from "./text-index.ts";

const NOTHING_INDEXED: TextIndexSnapshot = { progress: { indexed: 0, total: 0 }, version: 0, note: "" };
const NO_MATCHES: TextMatches = { rankOf: () => 0, isComplete: true, error: undefined };

/** A text index that knows nothing: a query finds what the list itself says of the sessions. */
export const noTextIndex: TextIndex = {
  subscribe: () => () => {},
  getSnapshot: () => NOTHING_INDEXED,
  search: (_query, onMatches) => onMatches(NO_MATCHES),
  hits: async () => ({ hits: [], best: -1 }),
  close: () => {},
};
