import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { branchedEntries } from "../../src/model/branched.ts";
import { buildSessionContext } from "../../src/model/context.ts";
import { labelsOf } from "../../src/model/labels.ts";
import type { SessionEntry } from "../../src/model/session-entry.ts";
import { branchPath, buildTree, entriesById, leafOf, type SessionTreeNode } from "../../src/model/tree.ts";
import { assistant, entriesOf, entriesOfAll, entry, user } from "../support/entries.ts";

/** `a(b c(d))`: a tree in one line. */
function shape(nodes: readonly SessionTreeNode[]): string {
  return nodes
    .map(({ entry: { id }, children }) => (children.length === 0 ? id : `${id}(${shape(children)})`))
    .join(" ");
}

function idsIn(roots: readonly SessionTreeNode[]): SessionEntry[] {
  const found: SessionEntry[] = [];
  const waiting = [...roots];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node.entry);
    for (const child of node.children) waiting.push(child);
  }
  return found;
}

const label = (id: string, parentId: string | null, targetId: string, text?: string | null) =>
  entry("label", id, parentId, 9, { targetId, ...(text === undefined ? {} : { label: text }) });

describe("the tree", () => {
  it("hangs entries below their parents, children ordered by time", () => {
    expect(shape(buildTree(entriesOf(user("a", null), user("late", "a", 9), user("early", "a", 3))))).toBe(
      "a(early late)",
    );
  });

  it("makes several roots of several entries without a parent", () => {
    expect(shape(buildTree(entriesOf(user("a", null, 1), user("b", null, 2))))).toBe("a b");
  });

  it.each([
    [
      "does not exist",
      entriesOf(user("a", null, 1), user("orphan", "gone", 2), user("below", "orphan", 3)),
      "a orphan(below)",
    ],
    ["is the entry itself", entriesOf(user("a", "a", 1), user("b", "a", 2)), "a(b)"],
    ["is in a cycle", entriesOf(user("a", null, 1), user("x", "y", 2), user("y", "x", 3)), "a x(y)"],
  ])("makes a root of an entry whose parent %s", (_, entries, expected) => {
    expect(shape(buildTree(entries))).toBe(expected);
  });

  it("keeps both of two entries with one id; the later one is found by it", () => {
    const entries = entriesOf(
      user("a", null, 1),
      user("twin", "a", 2, "first"),
      user("twin", "a", 3, "second"),
      user("c", "twin", 4),
    );
    expect(shape(buildTree(entries))).toBe("a(twin twin(c))");
    expect(entriesById(entries).get("twin")).toBe(entries[2]);
  });

  it("keeps an entry without a time behind the one before it in the file", () => {
    const untimed = { ...user("untimed", "a"), timestamp: undefined };
    expect(shape(buildTree(entriesOf(user("a", null), user("b", "a", 5), untimed, user("c", "a", 4))))).toBe(
      "a(c b untimed)",
    );
  });

  it("holds every entry of any file exactly once, and every way to a root ends", () => {
    const id = fc.constantFrom("a", "b", "c", "d", "e", "f");
    const one = fc.record({
      id,
      parentId: fc.oneof(id, fc.constant(null), fc.constant("gone")),
      minute: fc.nat(50),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 40 }), (all) => {
        const entries = entriesOf(...all.map(({ id, parentId, minute }) => user(id, parentId, minute)));
        const found = idsIn(buildTree(entries));
        expect(found).toHaveLength(entries.length);
        expect(new Set(found)).toEqual(new Set(entries));
        for (const { id } of entries) expect(branchPath(entriesById(entries), id).at(-1)?.id).toBe(id);
        expect(() => buildSessionContext(entries)).not.toThrow();
      }),
    );
  });

  it("takes well under a second for a chain of 200,000 and for 100,000 children of one parent", () => {
    const chain = entriesOfAll(
      Array.from({ length: 200_000 }, (_, i) => user(`e${i}`, i === 0 ? null : `e${i - 1}`)),
    );
    const children = Array.from({ length: 100_000 }, (_, i) => user(`c${i}`, "root", i % 60));
    const wide = entriesOfAll([user("root", null), ...children]);
    const timed = <Result>(work: () => Result): Result => {
      const start = performance.now();
      const result = work();
      expect(performance.now() - start).toBeLessThan(1000);
      return result;
    };
    expect(timed(() => buildTree(chain))).toHaveLength(1);
    expect(timed(() => branchPath(entriesById(chain), "e199999"))).toHaveLength(200_000);
    expect(timed(() => buildSessionContext(chain)).messages).toHaveLength(200_000);
    expect(timed(() => buildTree(wide))[0]?.children).toHaveLength(100_000);
  });
});

describe("the leaf", () => {
  it("is the last entry of the file, whatever it is", () => {
    expect(leafOf(entriesOf(user("a", null), label("l", "a", "a", "x")))?.id).toBe("l");
    expect(leafOf([])).toBeNull();
  });
});

describe("labels", () => {
  it("are the latest of each target in the order of the file", () => {
    const labels = labelsOf(
      entriesOf(user("a", null), label("1", "a", "a", "old"), label("2", "1", "a", " new ")),
    );
    expect(labels.get("a")).toEqual({ text: "new", timestamp: "2026-05-01T10:09:00.000Z" });
  });

  it.each([[undefined], [null], [""], ["  "]])("are cleared by %j", (text) => {
    expect(
      labelsOf(entriesOf(user("a", null), label("1", "a", "a", "x"), label("2", "1", "a", text))).size,
    ).toBe(0);
  });
});

describe("a branched session", () => {
  const entries = entriesOf(
    user("a", null),
    label("l1", "a", "a", "start"),
    assistant("b", "l1"),
    user("other", "a"),
    label("l2", "other", "other", "elsewhere"),
    label("l3", "l2", "b", "mark"),
    user("c", "b"),
  );
  let next = 0;
  const branched = branchedEntries(entries, "c", () => `new${next++}`);

  it("holds the way to the leaf without labels, each entry below the one before", () => {
    expect(branched.slice(0, 3).map(({ id, parentId }) => [id, parentId])).toEqual([
      ["a", null],
      ["b", "a"],
      ["c", "b"],
    ]);
  });

  it("ends with one label entry for each label that its entries still carry, time and text kept", () => {
    expect(branched.slice(3)).toEqual([
      {
        type: "label",
        id: "new0",
        parentId: "c",
        timestamp: "2026-05-01T10:09:00.000Z",
        targetId: "a",
        label: "start",
      },
      {
        type: "label",
        id: "new1",
        parentId: "new0",
        timestamp: "2026-05-01T10:09:00.000Z",
        targetId: "b",
        label: "mark",
      },
    ]);
  });
});
