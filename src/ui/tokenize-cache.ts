/*
 * Ink takes every line of every frame apart into styled characters and puts them together again, and that is
 * most of what a frame costs. Between two frames nearly all lines are the same. The build puts this module in
 * the place of Ink's tokenizer: same functions, same results, but a line that was seen before is not worked on
 * again. Nobody changes the arrays that are shared this way.
 */
import * as original from "@alcalzone/ansi-tokenize";

export * from "@alcalzone/ansi-tokenize";

type Token = ReturnType<typeof original.tokenize>[number];
type StyledChar = original.StyledChar;

/** Some screens full of lines; the oldest go first. Each takes some ten kilobytes. */
const MOST_LINES = 400;

const tokensOfLine = new Map<string, Token[]>();
const charsOfTokens = new WeakMap<Token[], StyledChar[]>();
const lineOfFirstChar = new WeakMap<StyledChar, { readonly chars: StyledChar[]; readonly text: string }>();

export function tokenize(line: string, endChar?: number): Token[] {
  if (endChar !== undefined) return original.tokenize(line, endChar);
  const known = tokensOfLine.get(line);
  if (known !== undefined) return known;
  const tokens = original.tokenize(line);
  if (tokensOfLine.size >= MOST_LINES) {
    const [oldest] = tokensOfLine.keys();
    if (oldest !== undefined) tokensOfLine.delete(oldest);
  }
  tokensOfLine.set(line, tokens);
  return tokens;
}

export function styledCharsFromTokens(tokens: Token[]): StyledChar[] {
  const known = charsOfTokens.get(tokens);
  if (known !== undefined) return known;
  const chars = original.styledCharsFromTokens(tokens);
  charsOfTokens.set(tokens, chars);
  return chars;
}

export function styledCharsToString(chars: StyledChar[]): string {
  const [first] = chars;
  if (first === undefined) return "";
  const known = lineOfFirstChar.get(first);
  if (known !== undefined && sameChars(known.chars, chars)) return known.text;
  const text = original.styledCharsToString(chars);
  lineOfFirstChar.set(first, { chars, text });
  return text;
}

/** Shared characters are the same objects; only the blanks that fill a line up are made anew for each frame. */
function sameChars(known: readonly StyledChar[], chars: readonly StyledChar[]): boolean {
  if (known.length !== chars.length) return false;
  for (let i = 0; i < known.length; i++) {
    const [a, b] = [known[i], chars[i]];
    if (a !== b && !(isBlank(a) && isBlank(b))) return false;
  }
  return true;
}

function isBlank(char: StyledChar | undefined): boolean {
  return char?.value === " " && char.styles.length === 0;
}
