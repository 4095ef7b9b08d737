import * as original from "@alcalzone/ansi-tokenize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as cached from "../../src/ui/tokenize-cache.ts";

const piece = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("\x1b[1m", "\x1b[22m", "\x1b[31m", "\x1b[39m", "漢", "👩‍💻"),
);
/** Most lines of a screen are made of these only. */
const plainPiece = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", " ", "é", "│", "❯", "…") }),
  fc.constantFrom(
    "\x1b[1m",
    "\x1b[2m",
    "\x1b[22m",
    "\x1b[31m",
    "\x1b[38;5;9m",
    "\x1b[39m",
    "\x1b[1;4m",
    "\x1b[0m",
  ),
);
const line = fc.oneof(fc.array(piece), fc.array(plainPiece)).map((pieces) => pieces.join(""));
const blank = (): original.StyledChar => ({ type: "char", value: " ", fullWidth: false, styles: [] });

describe("the caching tokenizer", () => {
  it("says what the original says, the first time and again", () => {
    fc.assert(
      fc.property(line, fc.nat(5), (text, blanks) => {
        const expected = original.styledCharsFromTokens(original.tokenize(text));
        for (let time = 0; time < 2; time++) {
          const chars = cached.styledCharsFromTokens(cached.tokenize(text));
          expect(chars).toEqual(expected);
          const filled = [...chars, ...Array.from({ length: blanks }, blank)];
          expect(cached.styledCharsToString(filled)).toBe(original.styledCharsToString(filled));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("does not take a line for another that begins with the same character", () => {
    const chars = cached.styledCharsFromTokens(cached.tokenize("abc"));
    expect(cached.styledCharsToString(chars)).toBe("abc");
    expect(cached.styledCharsToString([...chars.slice(0, 2), blank()])).toBe("ab ");
  });

  it("takes a line apart only once", () => {
    expect(cached.tokenize("once")).toBe(cached.tokenize("once"));
  });
});
