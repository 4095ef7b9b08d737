import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LABEL_LIMIT } from "../../src/model/digest.ts";
import { type DigestState, EMPTY_DIGEST, finishDigest, foldFact } from "../../src/model/digest-fold.ts";
import { factOf } from "../../src/model/fact.ts";
import { labelsOf } from "../../src/model/labels.ts";
import { parseLine } from "../../src/model/line.ts";
import { assistant, entriesOf, entry, HEADER, user } from "../support/entries.ts";

const FILE = { path: "/s", baseName: "s", size: 1, mtime: 1, ctime: 1, inode: 1, agent: undefined };

function foldOn(state: DigestState, objects: readonly object[]): DigestState {
  let next = state;
  for (const object of objects) {
    for (const value of parseLine(JSON.stringify(object), 1).values) {
      const fact = factOf(value);
      if (fact !== undefined) next = foldFact(next, fact);
    }
  }
  return next;
}

const rowOf = (...objects: readonly object[]) =>
  finishDigest(foldOn(EMPTY_DIGEST, [HEADER, ...objects]), FILE);
const labelled = (targetId: string, fields: object, minute = 1) =>
  entry("label", `l${minute}`, null, minute, { targetId, ...fields });
const shown = (objects: readonly object[]) =>
  rowOf(...objects).labels.map(({ entryId, text }) => `${entryId} ${text}`);

describe("the labels of a row", () => {
  it("are the latest on each entry, in the order in which they were set", () => {
    const row = rowOf(
      labelled("a", { label: "first" }, 1),
      labelled("b", { label: " other " }, 2),
      labelled("a", { label: "second" }, 3),
    );
    expect(row.labels).toEqual([
      { entryId: "b", text: "other", time: Date.UTC(2026, 4, 1, 10, 2) },
      { entryId: "a", text: "second", time: Date.UTC(2026, 4, 1, 10, 3) },
    ]);
  });

  it.each([[{}], [{ label: null }], [{ label: "" }], [{ label: "  \n" }]])("are cleared by %j", (cleared) => {
    expect(shown([labelled("a", { label: "x" }), labelled("a", cleared)])).toEqual([]);
    expect(shown([labelled("a", cleared), labelled("a", { label: "x" })])).toEqual(["a x"]);
  });

  it("are those that the tree shows, whatever was set and cleared", () => {
    const change = fc.record(
      { targetId: fc.constantFrom("a", "b", "c"), label: fc.constantFrom("x", "y", " z ", "", null) },
      { requiredKeys: ["targetId"] },
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const objects = changes.map(({ targetId, ...rest }) => labelled(targetId, rest));
        const inTree = [...labelsOf(entriesOf(...objects))].map(([id, { text }]) => `${id} ${text}`);
        expect([...shown(objects)].sort()).toEqual(inTree.sort());
      }),
    );
  });

  it("leave the state they are folded onto as it was", () => {
    const before = foldOn(EMPTY_DIGEST, [HEADER, labelled("a", { label: "kept" })]);
    foldOn(before, [labelled("a", {}), labelled("b", { label: "x" })]);
    expect(finishDigest(before, FILE).labels).toMatchObject([{ entryId: "a", text: "kept" }]);
  });

  it("are of a length that can be shown, and have no time where none is told", () => {
    const [label] = rowOf({ type: "label", id: "l", targetId: "a", label: "x".repeat(1 << 20) }).labels;
    expect(label).toEqual({ entryId: "a", text: "x".repeat(LABEL_LIMIT), time: undefined });
  });

  it("cost nothing where there are none", () => {
    expect(rowOf().labels).toBe(rowOf(user("a", null), labelled("a", {})).labels);
  });

  it("of an unusual kind are passed over", () => {
    expect(
      shown([labelled("a", { label: 5 }), entry("label", "l", null, 1, { label: "no target" })]),
    ).toEqual([]);
  });
});

describe("a session is empty", () => {
  const image = { role: "user", content: [{ type: "image", data: "", mimeType: "image/png" }] };
  it.each([
    ["without a message", [], true],
    [
      "with settings and answers only",
      [entry("model_change", "m", null, 1, { provider: "p", modelId: "m" }), assistant("a", "m")],
      true,
    ],
    ["with a user message", [user("u", null)], false],
    ["with a user message of one image", [entry("message", "u", null, 1, { message: image })], false],
    [
      "with a user message that fits no schema",
      [entry("message", "u", null, 1, { message: { role: "user", content: 5 } })],
      false,
    ],
  ])("%s: %s", (_, objects, isEmpty) => {
    expect(rowOf(...objects).isEmpty).toBe(isEmpty);
  });
});
