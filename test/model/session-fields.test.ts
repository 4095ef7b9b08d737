import fc from "fast-check";
import { expect, test } from "vitest";
import { sequenceIn } from "../../src/model/query/sequence.ts";
import { SessionFields } from "../../src/model/query/session-fields.ts";
import type { WordSequence } from "../../src/model/query/session-query.ts";
import { TracedText } from "../../src/model/query/traced-text.ts";
import { sample } from "../support/digest.ts";

const words = (...sequence: readonly string[]): WordSequence => ({ words: sequence, isPrefix: true });
const fields = new SessionFields(
  sample({
    name: "Voucher totals",
    firstMessage: "The total of a cart",
    labels: [
      { entryId: "a", text: "cart done", time: 1 },
      { entryId: "b", text: "later", time: 2 },
    ],
  }),
);

test("a word is found in the part that counts most, and there whole if it can be", () => {
  expect(fields.find(words("total"))).toEqual({ part: "name", isWhole: false });
  expect(fields.find(words("cart"))).toEqual({ part: "firstMessage", isWhole: true });
  expect(fields.find(words("done"))).toEqual({ part: "label", isWhole: true });
  expect(fields.find(words("absent"))).toBeUndefined();
});

test("no phrase goes on from one part, or from one label, to the next", () => {
  expect(fields.find(words("totals", "the"))).toBeUndefined();
  expect(fields.find(words("done", "later"))).toBeUndefined();
  expect(fields.find(words("total", "of"))).toEqual({ part: "firstMessage", isWhole: true });
});

test("name and first message are known in the form in which they are compared", () => {
  expect([fields.name, fields.firstMessage]).toEqual(["voucher totals", "the total of a cart"]);
});

test("words are found where looking through the text itself finds them", () => {
  const piece = fc.constantFrom(
    "cart",
    "Total",
    "CART",
    "é",
    "e\u0301",
    "漢",
    "字",
    "7",
    "_",
    "/",
    " ",
    "\n",
    "😀",
    "𝒜",
    "ß",
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  const sequence = fc.array(fc.constantFrom("cart", "ca", "total", "t", "é", "漢", "7"), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(text, sequence, fc.boolean(), (name, found, isPrefix) => {
      const one = new SessionFields(sample({ name, firstMessage: "", id: "", cwd: "" }));
      const expected = sequenceIn(new TracedText(name), { words: found, isPrefix });
      const place = expected && { part: "name", isWhole: expected === "word" };
      expect(one.find({ words: found, isPrefix })).toEqual(place);
    }),
    { numRuns: 3000 },
  );
});
