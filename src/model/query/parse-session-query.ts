import { fold } from "./fold.ts";
import { HAS_VALUES, IS_VALUES, type SessionQuery, type SessionTerm, TEXT_FIELDS } from "./session-query.ts";

/** STAND-IN. */
export function parseSessionQuery(text: string, _now: number): SessionQuery {
  const terms: SessionTerm[] = [];
  const at = /(?:^|\s)-?re:/.exec(text)?.index ?? text.length;
  for (const [token] of text.slice(0, at).matchAll(/-?(?:\w+:)?(?:"[^"]*"?|\S+)/g)) {
    const isExcluded = token.startsWith("-") && token.length > 1;
    const bare = isExcluded ? token.slice(1) : token;
    const colon = bare.indexOf(":");
    const value = fold(bare.slice(colon + 1));
    const words = value.match(/[\p{L}\p{N}]+/gu) ?? [];
    const isPrefix = !value.endsWith('"') || value === '"';
    const field = TEXT_FIELDS.find((name) => name === bare.slice(0, colon));
    const is = IS_VALUES.find((name) => bare === `is:${name}`);
    const has = HAS_VALUES.find((name) => bare === `has:${name}`);
    if (is !== undefined) terms.push({ kind: "is", value: is, isExcluded });
    else if (has !== undefined) terms.push({ kind: "has", value: has, isExcluded });
    else if (field !== undefined) {
      if (words.length > 0) terms.push({ kind: "field", field, words, isPrefix, isExcluded });
    } else if (words.length > 0) {
      const all = fold(bare).match(/[\p{L}\p{N}]+/gu) ?? [];
      terms.push({ kind: "words", words: all, isPrefix, isExcluded });
    }
  }
  const source = text.slice(at).trim().replace(/^re:/, "");
  if (source === "") return { terms, error: undefined };
  try {
    return {
      terms: [...terms, { kind: "pattern", pattern: new RegExp(source, "iu"), isExcluded: false }],
      error: undefined,
    };
  } catch (error) {
    return { terms, error: error instanceof Error ? error.message.replace(/^.*: /, "") : String(error) };
  }
}
