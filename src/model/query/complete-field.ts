import { FIELDS, HAS_VALUES, IS_VALUES } from "./session-query.ts";
import { sessionTokens } from "./session-tokens.ts";

const SHORTEST_NAME = 2;
const NEXT = /^(?:\s|$)/;

/**
 * What would complete the field name before the caret (code units), or the value of `is:` or `has:`. Undefined where
 * there is nothing to complete, or more than one way to do it.
 */
export function completion(text: string, caret: number): string | undefined {
  if (!NEXT.test(text.slice(caret))) return undefined;
  const token = sessionTokens(text.slice(0, caret)).at(-1);
  if (token === undefined || token.end !== caret || token.quote !== "none") return undefined;
  const { field, value } = token;
  if (field === "is") return restOf(IS_VALUES, value, " ");
  if (field === "has") return restOf(HAS_VALUES, value, " ");
  if (field !== undefined || value.length < SHORTEST_NAME) return undefined;
  return restOf(FIELDS, value, ":");
}

/** What the only one that begins so has more than that. */
function restOf(all: readonly string[], beginning: string, behind: string): string | undefined {
  const lower = beginning.toLowerCase();
  const [found, ...others] = all.filter((one) => one.startsWith(lower));
  if (found === undefined || others.length > 0 || lower === "" || found === lower) return undefined;
  return found.slice(lower.length) + behind;
}
