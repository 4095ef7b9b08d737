import { describe, expect, it } from "vitest";
import {
  deletionFacts,
  destinationWords,
  orphanWords,
  sizeWords,
} from "../../src/model/deletion-question.ts";
import { sample } from "../support/digest.ts";

const NOW = 1_000_000;

describe("the facts of a deletion", () => {
  const root = sample({ path: "/s/root", messageCount: 30, size: 2000, active: NOW - 59_000 });
  const fork = sample({ path: "/s/fork", parentSession: "/s/root", messageCount: 7, size: 500 });
  const other = sample({ path: "/s/other", parentSession: "/s/root" });
  const grandchild = sample({ path: "/s/grandchild", parentSession: "/s/fork" });
  const all = [root, fork, other, grandchild, sample({ path: "/s/alone" })];

  it("are totals, how many are live, and how many that stay lose their parent", () => {
    expect(deletionFacts([root], all, NOW)).toEqual({
      count: 1,
      messages: 30,
      bytes: 2000,
      live: 1,
      orphans: 2,
    });
    // A fork that is deleted too loses nothing.
    expect(deletionFacts([root, fork], all, NOW)).toEqual({
      count: 2,
      messages: 37,
      bytes: 2500,
      live: 1,
      orphans: 2,
    });
    expect(deletionFacts(all, all, NOW).orphans).toBe(0);
  });

  it("count no session that names itself as its parent", () => {
    const own = sample({ path: "/s/own", parentSession: "/s/own" });
    expect(deletionFacts([own], [own], NOW).orphans).toBe(0);
  });

  it("are said in numbers that agree with their words", () => {
    expect(sizeWords({ messages: 1, bytes: 500 })).toBe("1 message, 500 bytes");
    expect(sizeWords({ messages: 12_345, bytes: 3 << 20 })).toBe("12,345 messages, 3.0 MB");
    expect([0, 1, 2].map(orphanWords)).toEqual([
      undefined,
      "1 fork would lose its parent",
      "2 forks would lose their parent",
    ]);
  });
});

it("where a file goes is said beforehand, and never that it is erased where it would not be", () => {
  expect(destinationWords({ kind: "trash" })).toBe("goes to the trash");
  expect(destinationWords({ kind: "command", command: "trash-put" })).toBe(
    "is handed to the command trash-put",
  );
  expect(destinationWords({ kind: "none", reason: "/t is no folder", removable: true })).toBe(
    "can only be removed for good: /t is no folder",
  );
  expect(destinationWords({ kind: "none", reason: "/s cannot be written to", removable: false })).toBe(
    "cannot be deleted: /s cannot be written to",
  );
});
