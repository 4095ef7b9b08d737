import { expect, test } from "vitest";
import { wordStarts } from "../../src/model/query/word-starts.ts";
import { spacedWords } from "../../src/model/query/words.ts";

const startsOf = (...texts: readonly string[]) =>
  wordStarts(...texts)
    .split(" ")
    .sort();

test("the first two and the first three letters of each word are starts, each once", () => {
  expect(startsOf("voucher, vouch (total)")).toEqual(["to", "tot", "vo", "vou"]);
});

test("a word of two letters is a start, a letter alone is none", () => {
  expect(startsOf("a to b")).toEqual(["to"]);
});

test("starts of several texts are gathered", () => {
  expect(startsOf("cart", "card total")).toEqual(["ca", "car", "to", "tot"]);
});

test("letters beyond ASCII stand in starts as they are, before and after others", () => {
  expect(startsOf("цена ñandu aña aßb")).toEqual(["aß", "aßb", "añ", "aña", "ña", "ñan", "це", "цен"].sort());
});

test("letters that are words of their own begin nothing longer", () => {
  expect(startsOf(spacedWords("設定cart"))).toEqual(["ca", "car"]);
  expect(startsOf(spacedWords("a𠮷野b"))).toEqual(["𠮷"]);
});

test("what was found in one text is not found in the next", () => {
  wordStarts("voucher");
  expect(wordStarts("total")).toBe("to tot");
});
