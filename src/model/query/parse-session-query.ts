import { fold } from "./fold.ts";
import { MOMENTS, momentOf } from "./moment.ts";
import { literalPattern, readPattern } from "./pattern.ts";
import {
  type Condition,
  type Field,
  HAS_VALUES,
  IS_VALUES,
  type SessionQuery,
  type SessionTerm,
  type WordSequence,
} from "./session-query.ts";
import { sessionTokens, type Token } from "./session-tokens.ts";
import { wordsOf } from "./words.ts";

/**
 * A query on sessions: words, `"phrases"`, `field:value`, `re:pattern` for the rest; what follows a `-` is excluded.
 * `now` is in ms since 1970. What is only just being typed (`name:`, `"`) asks for nothing yet.
 */
export function parseSessionQuery(text: string, now: number): SessionQuery {
  const terms: SessionTerm[] = [];
  let error: string | undefined;
  for (const token of sessionTokens(text)) {
    const read = token.value.trim() === "" ? undefined : readToken(token, now);
    if (read === undefined) continue;
    if ("error" in read) error ??= read.error;
    else terms.push(read);
  }
  return { terms, error };
}

type Read = SessionTerm | { readonly error: string } | undefined;

function readToken(token: Token, now: number): Read {
  const { field, value } = token;
  switch (field) {
    case undefined:
      return readWords(token);
    case "re":
      return readRest(token);
    case "after":
    case "before":
      return excludable(token, readTime(field, value.trim(), now));
    case "is":
    case "has":
      return excludable(token, readValue(field, value.trim()));
    default: {
      const sequence = sequenceOf(token);
      return sequence && excludable(token, { kind: "field", field, ...sequence });
    }
  }
}

function readWords(token: Token): Read {
  const { value, quote } = token;
  const sequence = sequenceOf(token);
  if (sequence !== undefined) return excludable(token, { kind: "words", ...sequence });
  // `->` and `-=` are looked for as they stand; only a phrase of such characters can be excluded.
  const written = token.isExcluded && quote === "none" ? `-${value}` : value.trim();
  if (written === "-") return undefined;
  const isExcluded = token.isExcluded && quote !== "none";
  return { kind: "pattern", pattern: literalPattern(written), isExcluded };
}

/** Undefined where there is neither letter nor digit. */
function sequenceOf({ value, quote }: Token): WordSequence | undefined {
  const words = wordsOf(fold(value)).map(({ text }) => text);
  return words.length === 0 ? undefined : { words, isPrefix: quote !== "closed" };
}

function readRest(token: Token): Read {
  const read = readPattern(token.value.trim());
  return "error" in read ? read : excludable(token, { kind: "pattern", pattern: read.pattern });
}

function readTime(field: "after" | "before", value: string, now: number): Condition | { error: string } {
  const moment = momentOf(value, now);
  if (moment === undefined) return { error: `${field}: takes ${MOMENTS}` };
  const isAfter = field === "after";
  return { kind: "time", from: isAfter ? moment : -Infinity, to: isAfter ? Infinity : moment };
}

function readValue(field: "is" | "has", written: string): Condition | { error: string } {
  if (field === "is") {
    const value = oneThatBegins(IS_VALUES, written);
    return value === undefined ? { error: takes(field, IS_VALUES) } : { kind: "is", value };
  }
  const value = oneThatBegins(HAS_VALUES, written);
  return value === undefined ? { error: takes(field, HAS_VALUES) } : { kind: "has", value };
}

/** The value that is meant by its beginning, where no other has it. */
function oneThatBegins<Value extends string>(values: readonly Value[], beginning: string): Value | undefined {
  const lower = beginning.toLowerCase();
  const [found, ...others] = values.filter((value) => value.startsWith(lower));
  return others.length === 0 ? found : values.find((value) => value === lower);
}

function takes(field: Field, values: readonly string[]): string {
  return `${field}: takes ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}

function excludable(
  { isExcluded }: Token,
  read: Condition | { error: string },
): SessionTerm | { error: string } {
  return "error" in read ? read : { ...read, isExcluded };
}
