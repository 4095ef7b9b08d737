/*
 * Ink takes every line of every frame apart into styled characters and puts them together again, and that is
 * most of what a frame costs. Between two frames nearly all lines are the same. The build puts this module in
 * the place of Ink's tokenizer: same functions, same results, but a line that was seen before is not worked on
 * again, and the usual one is taken apart in a quicker way. Nobody changes what is shared this way.
 */
import * as original from "@alcalzone/ansi-tokenize";
import { isOneColumnEach } from "../model/quick-width.ts";

export * from "@alcalzone/ansi-tokenize";

type Token = ReturnType<typeof original.tokenize>[number];
type StyledChar = original.StyledChar;

/** Some screens full of lines; the oldest go first. Each takes some ten kilobytes. */
const MOST_LINES = 400;

const tokensOfLine = new Map<string, Token[]>();
const charsOfTokens = new WeakMap<Token[], StyledChar[]>();
const lineOfFirstChar = new WeakMap<StyledChar, { readonly chars: StyledChar[]; readonly text: string }>();

/** The tokens of lines that were taken apart the quick way. */
const quickTokens = new WeakSet<Token[]>();

export function tokenize(line: string, endChar?: number): Token[] {
  if (endChar !== undefined) return original.tokenize(line, endChar);
  const known = tokensOfLine.get(line);
  if (known !== undefined) return known;
  const tokens = isPlain(line) ? tokenizePlain(line) : original.tokenize(line);
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
  const chars = quickTokens.has(tokens) ? styledPlain(tokens) : original.styledCharsFromTokens(tokens);
  charsOfTokens.set(tokens, chars);
  return chars;
}

/*
 * Nearly all lines are letters that take one column each, and styles. Looking for graphemes in them is what takes
 * longest, and making an object for each letter of each line what the garbage collection works on: here letters,
 * styles and styled letters are made once.
 */
const tokensOfPiece = new Map<string, readonly Token[]>();
const stylesOfKey = new Map<string, Styles>();

type Styles = StyledChar["styles"];

function isPlain(line: string): boolean {
  return isOneColumnEach(line.replace(STYLE, ""));
}

const STYLE = /\x1b\[[\d;]*m/g;
const PIECE = /\x1b\[[\d;]*m|[\s\S]/g;

function tokenizePlain(line: string): Token[] {
  const tokens: Token[] = [];
  for (const [piece] of line.matchAll(PIECE)) {
    let known = tokensOfPiece.get(piece);
    if (known === undefined) {
      known = original.tokenize(piece);
      tokensOfPiece.set(piece, known);
    }
    for (const token of known) tokens.push(token);
  }
  quickTokens.add(tokens);
  return tokens;
}

/** Styles as one array for each combination, so that equal ones are the same. */
function interned(styles: Styles): Styles {
  const key = styles.map(({ code, endCode }) => code + endCode).join();
  const known = stylesOfKey.get(key);
  if (known !== undefined) return known;
  stylesOfKey.set(key, styles);
  return styles;
}

const PLAIN: Styles = interned([]);
const nextStyles = new WeakMap<Styles, Map<string, Styles>>();
const charsOfStyles = new WeakMap<Styles, Map<string, StyledChar>>();

function styledPlain(tokens: Token[]): StyledChar[] {
  const chars: StyledChar[] = [];
  let styles = PLAIN;
  for (const token of tokens) {
    if (token.type === "ansi") {
      const from = styles;
      styles = remembered(nextStyles, from, token.code, () =>
        interned(original.reduceAnsiCodesIncremental(from, [token])),
      );
    } else if (token.type === "char") {
      const at = styles;
      chars.push(remembered(charsOfStyles, at, token.value, () => ({ ...token, styles: at })));
    }
  }
  // Lines are known again by their first character, so that one is the line's own.
  const [first] = chars;
  if (first !== undefined) chars[0] = { ...first };
  return chars;
}

function remembered<Result>(
  memory: WeakMap<Styles, Map<string, Result>>,
  styles: Styles,
  key: string,
  make: () => Result,
): Result {
  const known = memory.get(styles) ?? new Map<string, Result>();
  memory.set(styles, known);
  const result = known.get(key) ?? make();
  known.set(key, result);
  return result;
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
