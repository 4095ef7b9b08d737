import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { branchesOf } from "../../src/model/branches.ts";
import { connectors, foldState, outlineOf, rowNear } from "../../src/model/outline.ts";
import {
  allSegments,
  nextWanted,
  segmentEnd,
  segmentStart,
  siblingBranch,
} from "../../src/model/outline-moves.ts";
import { GrowingShape, shapeOf } from "../../src/model/tree-shape.ts";
import { assistant, entry, user } from "../support/entries.ts";
import { digestsOf, outlineFor, rowsOf, type SeenThrough } from "../support/outline.ts";

/** A question with two answers; the later one is in use and forks once more. */
const FORKED = [
  user("q", null, 1),
  assistant("old", "q", 2),
  user("old2", "old", 3),
  assistant("new", "q", 4),
  user("new2", "new", 5),
  assistant("x", "new2", 6),
  assistant("y", "new2", 7),
];
const rows = (objects: readonly object[], seen?: SeenThrough) => {
  const digests = digestsOf(objects);
  return rowsOf(digests, outlineFor(digests, seen));
};

describe("indentation", () => {
  it("does not grow along a chain", () => {
    expect(rows([user("a", null), assistant("b", "a"), user("c", "b")])).toEqual(["•a", "•b", "•c"]);
  });

  it("grows at a branch, and once more for the generation after it; the branch in use comes first", () => {
    expect(rows(FORKED)).toEqual([
      "•q",
      "├⊟ •new",
      "│     •new2",
      "│     ├─ •y",
      "│     └─ x",
      "└⊟ old",
      "      old2",
    ]);
  });

  it("orders the branches that are not in use by age, oldest first", () => {
    const objects = [user("q", null), user("late", "q", 9), user("early", "q", 2), user("leaf", "q", 5)];
    expect(rows(objects)).toEqual(["•q", "├─ •leaf", "├─ early", "└─ late"]);
  });

  it("keeps connectors together below the last child of a branch", () => {
    const objects = [
      user("q", null, 1),
      user("a", "q", 2),
      user("b", "q", 3),
      user("b1", "b", 4),
      user("b2", "b", 5),
      user("b2x", "b2", 6),
      user("a1", "a", 7),
    ];
    expect(rows(objects)).toEqual([
      "•q",
      "├⊟ •a",
      "│     •a1",
      "└⊟ b",
      "   ├─ b1",
      "   └⊟ b2",
      "         b2x",
    ]);
  });

  it("gives several roots no connector, and their children a step", () => {
    expect(rows([user("a", null, 1), user("a1", "a", 2), user("b", null, 3), user("b1", "b", 4)])).toEqual([
      "•b",
      "   •b1",
      "a",
      "   a1",
    ]);
  });
});

describe("filters", () => {
  it("attach what hangs below a hidden entry to its nearest shown ancestor", () => {
    expect(rows(FORKED, { filter: "user-only" })).toEqual(["•q", "├─ •new2", "└─ old2"]);
  });

  it.each([
    ["default", ["q", "a", "result"]],
    ["no-tools", ["q", "a"]],
    ["user-only", ["q"]],
    ["labeled-only", ["a"]],
    ["all", ["model", "q", "calls", "a", "result", "label"]],
  ] as const)("%s lets through %j", (filter, ids) => {
    const call = { type: "toolCall", id: "c", name: "ls", arguments: {} };
    const objects = [
      entry("model_change", "model", null, 0, { provider: "p", modelId: "m" }),
      user("q", "model"),
      entry("message", "calls", "q", 2, { message: { role: "assistant", content: [call] } }),
      assistant("a", "calls", 3),
      entry("message", "result", "a", 4, {
        message: { role: "toolResult", toolCallId: "c", toolName: "ls", content: [], isError: false },
      }),
      entry("label", "label", "result", 5, { targetId: "a", label: "here" }),
    ];
    expect(rows(objects, { filter }).map((row) => row.replace(/[^a-z]/g, ""))).toEqual(ids);
  });

  it("show an answer that only calls tools where it failed or is the leaf", () => {
    const call = { type: "toolCall", id: "c", name: "ls", arguments: {} };
    const calls = (id: string, parentId: string, stopReason: string) =>
      entry("message", id, parentId, 2, { message: { role: "assistant", content: [call], stopReason } });
    const objects = [
      user("q", null),
      calls("plain", "q", "toolUse"),
      calls("broken", "plain", "aborted"),
      calls("leaf", "broken", "toolUse"),
    ];
    expect(rows(objects)).toEqual(["•q", "•broken", "•leaf"]);
  });

  it("lend the selection to the nearest shown ancestor, and to the first row where there is none", () => {
    const digests = digestsOf(FORKED);
    const users = outlineFor(digests, { filter: "user-only" });
    expect(digests[users.rows[rowNear(users, 6)] ?? -1]?.id).toBe("new2");
    const late = digestsOf([assistant("a", null), user("b", "a")]);
    expect(rowNear(outlineFor(late, { filter: "user-only" }), 0)).toBe(0);
    expect(rowNear(outlineFor(late, { filter: "labeled-only" }), 0)).toBe(-1);
  });
});

describe("folds", () => {
  it("hide what is below, and say how much that is", () => {
    const digests = digestsOf(FORKED);
    const outline = outlineFor(digests, { folded: ["new"] });
    expect(rowsOf(digests, outline)).toEqual(["•q", "├⊞ •new", "└⊟ old", "      old2"]);
    expect(outline.hidden.get(3)).toEqual({ entries: 3, matches: 0 });
  });

  it("are for roots and for siblings that have something below them", () => {
    const digests = digestsOf(FORKED);
    const outline = outlineFor(digests);
    const states = digests.map((_, index) => foldState(outline, index));
    expect(states).toEqual(["open", "open", "none", "open", "none", "none", "none"]);
  });

  it("of all branches leave the trunk and its first fork", () => {
    const digests = digestsOf(FORKED);
    const folded = [...allSegments(outlineFor(digests))].map((index) => digests[index]?.id ?? "");
    expect(rows(FORKED, { folded })).toEqual(["•q", "├⊞ •new", "└⊞ old"]);
  });
});

describe("a search", () => {
  it("leaves matches and the ways to them", () => {
    const digests = digestsOf(FORKED);
    const outline = outlineFor(digests, { matches: ["y", "old2"] });
    expect(rowsOf(digests, outline)).toEqual([
      "•q",
      "├⊟ •new",
      "│     •new2",
      "│     •y",
      "└⊟ old",
      "      old2",
    ]);
    expect(Array.from(outline.rows, (index) => outline.isMatch[index])).toEqual([0, 0, 0, 1, 0, 1]);
  });

  it("keeps folds, and counts the matches in them", () => {
    const digests = digestsOf(FORKED);
    const outline = outlineFor(digests, { matches: ["x", "y", "old2"], folded: ["new"] });
    expect(rowsOf(digests, outline)).toEqual(["•q", "├⊞ •new", "└⊟ old", "      old2"]);
    expect(outline.hidden.get(3)).toEqual({ entries: 3, matches: 2 });
  });

  it("finds nothing that the filter hides", () => {
    expect(rows(FORKED, { matches: ["old"], filter: "user-only" })).toEqual([]);
  });
});

describe("moving about", () => {
  const digests = digestsOf(FORKED);
  const outline = outlineFor(digests);
  const id = (index: number) => digests[index]?.id;
  const [q, old, old2, fresh, new2, x, y] = [0, 1, 2, 3, 4, 5, 6] as const;

  it("goes to the start of the segment, then to the one it branched off", () => {
    expect([y, new2, fresh, q].map((from) => id(segmentStart(outline, from)))).toEqual([
      "new",
      "new",
      "q",
      "q",
    ]);
  });

  it("goes down to the next segment, or to the end of the branch", () => {
    expect([q, fresh, new2, old, old2].map((from) => id(segmentEnd(outline, from)))).toEqual([
      "new",
      "y",
      "y",
      "old2",
      "old2",
    ]);
  });

  it("goes round the sibling branches, from anywhere in one", () => {
    expect(id(siblingBranch(outline, fresh, 1))).toBe("old");
    expect(id(siblingBranch(outline, old2, 1))).toBe("new");
    expect(id(siblingBranch(outline, x, -1))).toBe("y");
    expect(id(siblingBranch(outline, q, 1))).toBe("q");
  });

  it("goes round to the next entry that is wanted, and stays where none is", () => {
    const isUser = (index: number) => digests[index]?.kind === "user";
    expect(id(nextWanted(outline, old2, 1, isUser))).toBe("q");
    expect(id(nextWanted(outline, q, -1, isUser))).toBe("old2");
    expect(id(nextWanted(outline, q, 1, () => false))).toBe("q");
  });
});

it("the branch overview names each leaf once, the one in use first, then the newest", () => {
  const digests = digestsOf(FORKED);
  const lines = branchesOf(outlineFor(digests), digests);
  expect(lines.map(({ leaf, forksAt, length }) => [digests[leaf]?.id, digests[forksAt]?.id, length])).toEqual(
    [
      ["y", "new2", 1],
      ["x", "new2", 1],
      ["old2", "q", 2],
    ],
  );
});

describe("odd shapes", () => {
  it.each([
    ["a cycle", [user("a", "b"), user("b", "a")], ["•a", "•b"]],
    ["a cycle beside a tree", [user("r", null), user("a", "b", 2), user("b", "a", 3)], ["•a", "   •b", "r"]],
    ["an entry that is its own parent", [user("a", "a"), user("b", "a")], ["•a", "•b"]],
    ["an orphan", [user("a", null), user("b", "gone", 2)], ["•b", "a"]],
    [
      "two entries with one id",
      [user("a", null), user("b", "a", 2), user("b", "a", 3), user("c", "b", 4)],
      ["•a", "├⊟ •b", "│     •c", "└─ b"],
    ],
    [
      "an entry without an id",
      [user("a", null), { type: "message", message: { role: "user", content: "x" } }],
      ["•a", expect.stringMatching(/^•[0-9a-f]{8}$/)],
    ],
    [
      "a label on nothing",
      [user("a", null), entry("label", "l", "a", 2, { targetId: "gone", label: "x" })],
      ["•a"],
    ],
    ["no entry at all", [], []],
    ["only what the filter hides", [entry("custom", "c", null, 1, { customType: "t" })], []],
    [
      "a type that nobody knows",
      [user("a", null), entry("plan_step", "p", "a", 2, { goal: "x" })],
      ["•a", "•p"],
    ],
    [
      "times out of order",
      [user("q", null, 9), user("b", "q", 5), user("a", "q", 3), user("leaf", "q", 1)],
      ["•q", "├─ •leaf", "├─ a", "└─ b"],
    ],
    [
      "no times",
      [
        { ...user("q", null), timestamp: undefined },
        { ...user("a", "q"), timestamp: "never" },
        user("b", "q"),
      ],
      ["•q", "├─ •b", "└─ a"],
    ],
  ] as const)("%s is shown", (_, objects, expected) => {
    expect(rows([...objects])).toEqual(expected);
  });

  it("a version 1 file is a chain", () => {
    const old = (content: string) => ({ type: "message", message: { role: "user", content } });
    const digests = digestsOf([old("one"), old("two"), old("three")], 1);
    expect(Array.from(outlineFor(digests).rows, (index) => digests[index]?.text)).toEqual([
      "one",
      "two",
      "three",
    ]);
  });

  it("an exit record on an old entry leaves the conversation in sight, as another branch", () => {
    const objects = [
      user("q", null, 1),
      assistant("a", "q", 2),
      user("more", "a", 3),
      entry("custom", "exit", "q", 4, { customType: "exit" }),
    ];
    expect(rows(objects)).toEqual(["•q", "a", "more"]);
    const digests = digestsOf(objects);
    expect(branchesOf(outlineFor(digests), digests).map(({ leaf }) => digests[leaf]?.id)).toEqual(["more"]);
  });
});

it("the shape of a session that grows is the shape of what it has become", () => {
  const id = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h");
  const entries = fc.array(
    fc.record({ id, parentId: fc.option(id), time: fc.option(fc.nat(9), { nil: undefined }) }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(entries, fc.array(fc.nat(12), { maxLength: 4 }), (all, cuts) => {
      const growing = new GrowingShape();
      for (const cut of [...cuts].sort((a, b) => a - b)) growing.of(all.slice(0, cut));
      expect(growing.of(all)).toEqual(shapeOf(all));
    }),
    { numRuns: 2000 },
  );
});

it("the memory of an outworn outline holds the next one as if it were new", () => {
  const digests = digestsOf(FORKED);
  const shape = shapeOf(digests);
  const view = (shown: readonly number[], folded: readonly number[], matches?: readonly number[]) => ({
    shown: Uint8Array.from(digests, (_, index) => (shown.includes(index) ? 1 : 0)),
    folded: new Set(folded),
    matches:
      matches === undefined
        ? undefined
        : Uint8Array.from(digests, (_, index) => (matches.includes(index) ? 1 : 0)),
  });
  const views = [
    view([0, 1, 2, 3, 4, 5, 6], []),
    view([0, 4, 6], []),
    view([0, 1, 2, 3, 4, 5, 6], [3], [5]),
    view([2, 3], []),
  ];
  for (const first of views) {
    for (const second of views) {
      const fresh = outlineOf(shape, second);
      const again = outlineOf(shape, second, outlineOf(shape, first));
      expect(rowsOf(digests, again)).toEqual(rowsOf(digests, fresh));
      expect(Array.from(again.rowOf)).toEqual(Array.from(fresh.rowOf));
      expect(Array.from(again.childCounts)).toEqual(Array.from(fresh.childCounts));
    }
  }
});

describe("large trees", () => {
  const plain = (count: number, parentOf: (index: number) => number) => {
    const shape = shapeOf(
      Array.from({ length: count }, (_, index) => ({
        id: `e${index}`,
        parentId: index === 0 ? null : `e${parentOf(index)}`,
        time: index,
      })),
    );
    const shown = new Uint8Array(count).fill(1);
    return outlineOf(shape, { shown, folded: new Set(), matches: undefined });
  };

  it("a chain 200,000 deep is one column", () => {
    const outline = plain(200_000, (index) => index - 1);
    expect(outline.rows.length).toBe(200_000);
    expect(outline.depths[199_999]).toBe(0);
    expect(segmentEnd(outline, 0)).toBe(199_999);
    expect(segmentStart(outline, 199_999)).toBe(0);
  });

  it("a node with 50,000 children is one level", () => {
    const outline = plain(50_000, () => 0);
    expect(outline.rows[1]).toBe(49_999);
    expect(connectors(outline, 49_998, 0)).toBe("└─ ");
    expect(siblingBranch(outline, 49_999, 1)).toBe(1);
  });

  it("forks 50,000 deep cost no more than the steps in view", () => {
    // Each odd entry is a dead end beside the way on.
    const outline = plain(100_000, (index) => (index % 2 === 0 ? index - 2 : index - 1));
    const deepest = 99_998;
    const depth = outline.depths[deepest] ?? 0;
    expect(depth).toBeGreaterThan(49_000);
    expect(connectors(outline, deepest, depth - 10)).toHaveLength(30);
  });
});
