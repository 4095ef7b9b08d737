import { describe, expect, it } from "vitest";
import type { IndexedCall } from "../../src/model/index-text.ts";
import { SearchedEntry } from "../../src/model/query/match-entry.ts";
import { parseSessionQuery } from "../../src/model/query/parse-session-query.ts";
import { TEXT_RANKS } from "../../src/model/query/text-rank.ts";

/** How well an entry that makes some calls meets a query of one term. */
function rank(query: string, ...calls: readonly IndexedCall[]) {
  const entry = new SearchedEntry({
    speaker: "assistant",
    talk: "",
    calls,
    files: [],
    model: undefined,
    failed: false,
  });
  const [term] = parseSessionQuery(query, 0).terms;
  return entry.rank(term ?? expect.unreachable());
}

describe("the calls of an entry", () => {
  const calls = [
    { tool: "bash", text: "npm run build" },
    { tool: "bash", text: "git status" },
  ] as const;

  it("are each found, a phrase over tool and arguments too", () => {
    for (const query of ["build", "status", '"run build"', '"bash git"'])
      expect([query, rank(query, ...calls)]).toEqual([query, TEXT_RANKS.toolWord]);
    expect(rank("buil", ...calls)).toBe(TEXT_RANKS.toolPrefix);
    expect(rank("re:run\\s", ...calls)).toBe(TEXT_RANKS.toolWord);
  });

  it("hold no phrase, and no pattern, that goes on from one to the next", () => {
    expect(rank('"build bash"', ...calls)).toBe(TEXT_RANKS.none);
    expect(rank("re:build\\s+bash", ...calls)).toBe(TEXT_RANKS.none);
  });
});
