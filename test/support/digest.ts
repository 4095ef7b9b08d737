import type { SessionDigest } from "../../src/model/digest.ts";
import { SearchedSession } from "../../src/model/query/searched-session.ts";

/** A session for tests, with what matters to them. */
export function sample(fields: Partial<SessionDigest> = {}): SessionDigest {
  return {
    path: "/s/a.jsonl",
    id: "a",
    cwd: "/w",
    name: undefined,
    created: 1000,
    modified: 1000,
    // Long ago, whatever a test takes for now.
    active: -1e9,
    messageCount: 2,
    firstMessage: "hello",
    summary: undefined,
    labels: [],
    isEmpty: false,
    parentSession: undefined,
    internal: false,
    workflow: undefined,
    agent: "atomic",
    damaged: false,
    damagedLines: 0,
    size: 100,
    ...fields,
  };
}

/** The session at a path, to be asked for how well its texts meet a query. */
export const searchedAt = (path: string) => new SearchedSession(sample({ path }));
