import { expect, test } from "vitest";
import { completion } from "../../src/model/query/complete-field.ts";

/** The caret stands where the `|` is. */
const complete = (typed: string) => completion(typed.replace("|", ""), typed.indexOf("|"));

test.each([
  ["na|", "me:"],
  ["login -na|", "me:"],
  ["NA|", "me:"],
  ["be| login", "fore:"],
  ["ha|", "s:"],
  ["mode|", "l:"],
  ["is:na|", "med "],
  ["-is:f|", "ork "],
  ["HAS:BR|", "anch "],
])("%s is completed with %j", (typed, rest) => {
  expect(complete(typed)).toBe(rest);
});

test.each([
  ["|"],
  ["n|"],
  ["login|"],
  ["in|"],
  ["name|me"],
  ["na|me"],
  ["na |"],
  ["name:na|"],
  ["is:|"],
  ["is:named|"],
  ["is:x|"],
  ['"na|'],
  ['"to na|'],
  ['is:"na|'],
  ["re:na|"],
  ["re:a na|"],
  ["--na|"],
  ["foo:na|"],
])("%s is not completed", (typed) => {
  expect(complete(typed)).toBeUndefined();
});

test("a whole field name has its colon yet to come", () => {
  expect(complete("name|")).toBeUndefined();
});
