import { describe, expect, it } from "vitest";
import { buildContextEntries, buildSessionContext } from "../../src/model/context.ts";
import { assistant, entriesOf, entry, user } from "../support/entries.ts";

const compaction = (id: string, parentId: string, fields: object = {}) =>
  entry("compaction", id, parentId, 8, {
    summary: `lines of ${id}`,
    tokensBefore: 10,
    details: { strategy: "verbatim-lines" },
    ...fields,
  });
const TALK = [user("a", null), assistant("b", "a"), user("c", "b"), assistant("d", "c")];
const contextIds = (...objects: object[]) => buildContextEntries(entriesOf(...objects)).map(({ id }) => id);

describe("without an active boundary", () => {
  it("messages, custom messages and branch summaries are emitted as they are", () => {
    const { messages } = buildSessionContext(
      entriesOf(
        ...TALK,
        entry("custom_message", "e", "d", 5, {
          customType: "x",
          content: "injected",
          display: false,
          details: { n: 1 },
        }),
        entry("branch_summary", "f", "e", 6, { fromId: "z", summary: "left" }),
      ),
    );
    expect(messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
      "custom",
      "branchSummary",
    ]);
    expect(messages[4]).toMatchObject({
      customType: "x",
      content: "injected",
      display: false,
      details: { n: 1 },
    });
    expect(messages[5]).toEqual({
      role: "branchSummary",
      summary: "left",
      fromId: "z",
      timestamp: Date.UTC(2026, 4, 1, 10, 6),
    });
  });

  it.each([
    ["a compaction without details", compaction("k", "d", { details: undefined, firstKeptEntryId: "d" })],
    [
      "a compaction of another strategy",
      compaction("k", "d", { details: { strategy: "summary" }, firstKeptEntryId: "d" }),
    ],
    [
      "a context_compaction",
      entry("context_compaction", "k", "d", 8, { deletedTargets: [{ kind: "entry", entryId: "a" }] }),
    ],
    ["a custom entry", entry("custom", "k", "d", 8, { customType: "x", data: 1 })],
    ["a context_edit", entry("context_edit", "k", "d", 8, { targetId: "a", replacement: "" })],
    [
      "a usage entry",
      entry("usage", "k", "d", 8, { kind: "x", usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 } }),
    ],
    ["a session_summary", entry("session_summary", "k", "d", 8, { summary: "s", summarizedThroughId: "d" })],
    [
      "a historical compactionSummary message",
      entry("message", "k", "d", 8, { message: { role: "compactionSummary", summary: "s" } }),
    ],
    [
      "a system message",
      entry("message", "k", "d", 8, { message: { role: "system", sections: [], toolsAdded: ["x"] } }),
    ],
    [
      "a message of a role nobody knows",
      entry("message", "k", "d", 8, { message: { role: "moderator", content: "x" } }),
    ],
    ["an entry of a type nobody knows", entry("progress", "k", "d", 8)],
  ])("%s is inert", (_, inert) => {
    expect(contextIds(...TALK, inert, user("e", "k"))).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("keeps bash executions that are excluded from the context as messages", () => {
    const bash = {
      role: "bashExecution",
      command: "ls",
      output: "",
      exitCode: 0,
      cancelled: false,
      truncated: false,
      excludeFromContext: true,
    };
    expect(
      buildSessionContext(entriesOf(entry("message", "a", null, 1, { message: bash }))).messages,
    ).toEqual([bash]);
  });

  it("holds nothing of other branches", () => {
    expect(contextIds(...TALK, user("other", "a"))).toEqual(["a", "other"]);
  });
});

describe("with an active boundary", () => {
  it.each([
    ["a string: from that entry on", "c", ["k", "c", "d", "e"]],
    ["null: nothing from before", null, ["k", "e"]],
    ["absent: nothing from before", undefined, ["k", "e"]],
    ["unknown: nothing from before", "gone", ["k", "e"]],
    ["on no part of this branch: nothing from before", "other", ["k", "e"]],
  ])("firstKeptEntryId is %s", (_, firstKeptEntryId, expected) => {
    expect(
      contextIds(user("other", null), ...TALK, compaction("k", "d", { firstKeptEntryId }), user("e", "k")),
    ).toEqual(expected);
  });

  it("the boundary is a visible custom message with the durable text", () => {
    const { messages } = buildSessionContext(
      entriesOf(...TALK, compaction("k", "d", { firstKeptEntryId: null })),
    );
    expect(messages).toEqual([
      {
        role: "custom",
        customType: "compaction",
        content: "lines of k",
        display: true,
        timestamp: Date.UTC(2026, 4, 1, 10, 8),
      },
    ]);
  });

  it("the latest on the branch counts, and retired ones after it do not", () => {
    const first = compaction("k1", "d", { firstKeptEntryId: "c" });
    const second = compaction("k2", "e", { firstKeptEntryId: "e" });
    const retired = compaction("k3", "k2", { details: {}, firstKeptEntryId: "a" });
    expect(contextIds(...TALK, first, user("e", "k1"), second, retired, user("f", "k3"))).toEqual([
      "k2",
      "e",
      "f",
    ]);
  });

  it("on another branch does not count", () => {
    expect(contextIds(...TALK, compaction("k", "d", { firstKeptEntryId: null }), user("e", "d"))).toEqual([
      "a",
      "b",
      "c",
      "d",
      "e",
    ]);
  });
});

describe("settings", () => {
  const entries = entriesOf(
    entry("thinking_level_change", "1", null, 1, { thinkingLevel: "high" }),
    entry("context_window_change", "2", "1", 1, { contextWindow: 1_000_000 }),
    entry("model_change", "3", "2", 1, { provider: "openai", modelId: "gpt" }),
    user("4", "3"),
    entry("thinking_level_change", "5", "4", 1, { thinkingLevel: "low" }),
    assistant("6", "5"),
  );

  it("are replayed along the branch, the model also from who answered", () => {
    expect(buildSessionContext(entries)).toMatchObject({
      thinkingLevel: "low",
      contextWindow: 1_000_000,
      model: { provider: "anthropic", modelId: "sonnet" },
    });
    expect(buildSessionContext(entries, "4")).toMatchObject({
      thinkingLevel: "high",
      model: { provider: "openai", modelId: "gpt" },
    });
  });

  it("have defaults before anything was set", () => {
    expect(buildSessionContext(entries, null)).toEqual({
      messages: [],
      thinkingLevel: "off",
      model: null,
      contextWindow: undefined,
    });
  });
});
