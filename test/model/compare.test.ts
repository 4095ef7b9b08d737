import { describe, expect, it } from "vitest";
import { divergence, totalsOf } from "../../src/model/compare.ts";
import { continuePoint } from "../../src/model/continue-point.ts";
import { shapeOf } from "../../src/model/tree-shape.ts";
import { assistant, entriesOf, entry, user } from "../support/entries.ts";
import { digestsOf } from "../support/outline.ts";

const FORKED = [user("q", null), assistant("a", "q"), user("b", "a"), user("c", "a"), assistant("d", "c")];

describe("comparing", () => {
  const shape = shapeOf(digestsOf(FORKED));

  it("starts at the last entry that both sides have in common", () => {
    expect(divergence(shape, 2, 4)).toEqual({ ancestor: 1, sides: [[2], [3, 4]] });
  });

  it("has an empty side where one entry lies on the way to the other", () => {
    expect(divergence(shape, 4, 1)).toEqual({ ancestor: 1, sides: [[3, 4], []] });
  });

  it("has no common entry between two roots", () => {
    const roots = shapeOf(digestsOf([user("a", null), user("b", null)]));
    expect(divergence(roots, 0, 1)).toEqual({ ancestor: -1, sides: [[0], [1]] });
  });

  it("adds up messages, tools, files, tokens and cost", () => {
    const usage = {
      input: 10,
      output: 5,
      cacheRead: 2,
      cacheWrite: 1,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.25 },
    };
    const call = (id: string, name: string, path: string) => ({
      type: "toolCall",
      id,
      name,
      arguments: { path },
    });
    const entries = entriesOf(
      user("u", null),
      entry("message", "a", "u", 2, {
        message: {
          role: "assistant",
          content: [call("1", "read", "x"), call("2", "edit", "y"), call("3", "read", "x")],
          usage,
        },
      }),
      entry("usage", "g", "a", 3, { usage: { ...usage, totalTokens: 100 } }),
      entry("strange", "s", "g", 4, { usage: 7 }),
    );
    expect(totalsOf(entries)).toEqual({
      questions: 1,
      answers: 1,
      tools: [
        ["read", 2],
        ["edit", 1],
      ],
      filesRead: ["x"],
      filesChanged: ["y"],
      tokens: 118,
      cost: 0.5,
    });
  });
});

describe("going on", () => {
  const point = (objects: readonly object[], chosen: string) => {
    const digests = digestsOf(objects);
    return continuePoint(
      digests,
      shapeOf(digests),
      digests.findIndex(({ id }) => id === chosen),
    );
  };

  it("from an answer means at the answer", () => {
    expect(point(FORKED, "a")).toEqual({
      entryId: "a",
      handsBackText: false,
      isLeaf: false,
      isShadowed: false,
    });
  });

  it("from a message of the person means before it", () => {
    expect(point(FORKED, "c")).toEqual({
      entryId: "a",
      handsBackText: true,
      isLeaf: false,
      isShadowed: false,
    });
    expect(point(FORKED, "q")).toEqual({
      entryId: null,
      handsBackText: true,
      isLeaf: false,
      isShadowed: false,
    });
  });

  it("from a message of an extension means before it", () => {
    const custom = entry("custom_message", "x", "a", 9, { customType: "t", content: "c", display: true });
    expect(point([...FORKED, custom], "x")).toEqual({
      entryId: "a",
      handsBackText: true,
      isLeaf: false,
      isShadowed: false,
    });
  });

  it("from the leaf writes nothing, also where only labels and names came after it", () => {
    expect(point(FORKED, "d")).toEqual({
      entryId: "d",
      handsBackText: false,
      isLeaf: true,
      isShadowed: false,
    });
    const label = entry("label", "l", "d", 9, { targetId: "q", label: "x" });
    const name = entry("session_info", "n", "l", 9, { name: "x" });
    expect(point([...FORKED, label, name], "d")).toEqual({
      entryId: "n",
      handsBackText: false,
      isLeaf: true,
      isShadowed: false,
    });
  });

  it("from an entry whose id a later one has is told apart", () => {
    const twice = [user("q", null), assistant("a", "q"), assistant("a", "q", 5), user("b", "q", 6)];
    const digests = digestsOf(twice);
    expect([1, 2].map((index) => continuePoint(digests, shapeOf(digests), index).isShadowed)).toEqual([
      true,
      false,
    ]);
  });

  it("from before a change of model is not where the conversation stands", () => {
    const model = entry("model_change", "m", "d", 9, { provider: "p", modelId: "m" });
    expect(point([...FORKED, model], "d").isLeaf).toBe(false);
  });
});
