import { expect, test } from "vitest";
import { SessionFields } from "../../src/model/query/session-fields.ts";
import type { WordSequence } from "../../src/model/query/session-query.ts";
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
