import fc from "fast-check";
import { expect, test } from "vitest";
import { fold } from "../../src/model/query/fold.ts";
import { innerWords, spacedWords, wordsOf } from "../../src/model/query/words.ts";

const words = (text: string) => wordsOf(fold(text)).map((word) => word.text);
/** What an index sees that takes words apart at whatever is not letter, digit, mark or private. */
const tokens = (text: string) => spacedWords(text).match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."aZ9 -_.éß検索かﾞー한ไทยी🎉𠮷\ue000"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
});

test("words are letters, digits and marks next to each other", () => {
  expect(words("src/cart.ts: don't snake_case")).toEqual(["src", "cart", "ts", "don", "t", "snake", "case"]);
  expect(words("हिन्दी में")).toEqual(["हिन्दी", "में"]);
});

test("a letter of a script that is written without spaces is a word of its own", () => {
  expect(words("DBを検索")).toEqual(["db", "を", "検", "索"]);
  expect(words("セーブ 한국어 𠮷野家 ไทย")).toEqual([..."セーブ한국어𠮷野家ไทย"]);
});

test("a word knows where it stands", () => {
  expect(wordsOf("a 𠮷b")).toEqual([
    { text: "a", start: 0, end: 1 },
    { text: "𠮷", start: 2, end: 4 },
    { text: "b", start: 4, end: 5 },
  ]);
});

test("an index that takes words apart at spaces sees the same words", () => {
  expect(spacedWords("plain — text")).toBe("plain — text");
  expect(spacedWords("🤖plain🟢 text ₽5")).toBe(" plain  text  5");
  expect(spacedWords("a検索")).toBe("a 検  索 ");
  fc.assert(
    fc.property(text, (any) => {
      const folded = fold(any);
      expect(tokens(folded)).toEqual(wordsOf(folded).map((word) => word.text));
    }),
  );
});

test.each([
  ["parseQuery", ["parse", "Query"]],
  ["XMLHttpRequest", ["XML", "XMLHttp", "Http", "HttpRequest", "Request"]],
  ["getUserName", ["get", "getUser", "User", "UserName", "Name"]],
  ["aBaCaDaEa", "a aBa aBaCa aBaCaDa Ba BaCa BaCaDa BaCaDaEa Ca CaDa CaDaEa Da DaEa Ea".split(" ")],
  ["toBase64String", ["to", "toBase64", "Base64", "Base64String", "String"]],
  [`x1${"Ab".repeat(20)}`, ["x1", "Ab"]],
  ["größenÄnderung", ["größen", "Änderung"]],
  ["gro\u0308\u00dfenA\u0308nderung e\u0301A", ["gro\u0308\u00dfen", "A\u0308nderung", "e\u0301", "A"]],
  ["utf8Decoder", ["utf8", "Decoder"]],
  ["claude4 ABC word Word", []],
  ["snake_caseWord.fooBar/isUser", ["case", "Word", "foo", "Bar", "is", "User"]],
  ["getName検索 a検索B", ["get", "Name"]],
  ["aB𠮷 aC", ["a", "B", "C"]],
])("words start within %s: %j", (identifier, inner) => {
  expect(innerWords(identifier)).toEqual(inner);
});

test("a word within an identifier stands in the text, beside a place where another begins", () => {
  fc.assert(
    fc.property(text, (any) => {
      const inner = [...any.matchAll(/(?<=[\p{L}\p{N}\p{M}])[\p{Lu}\p{Lt}]/gu)].map(({ index }) => index);
      for (const word of innerWords(any)) {
        const isThere = (at: number) => any.startsWith(word, at) || any.endsWith(word, at);
        expect(inner.some(isThere)).toBe(true);
      }
    }),
  );
});
