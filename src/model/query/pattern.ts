/** A pattern as somebody typed it, ready for use, or why it cannot be used. */
export type ReadPattern = { readonly pattern: RegExp } | { readonly error: string };

/** A regular expression that takes no notice of letter case. */
export function readPattern(source: string): ReadPattern {
  try {
    return { pattern: compile(source) };
  } catch (error) {
    return { error: error instanceof Error ? error.message.replace(/^.*: /, "") : String(error) };
  }
}

/** Unicode mode where it compiles; it refuses harmless escapes such as `\\-`, which the older mode takes. */
function compile(source: string): RegExp {
  try {
    return new RegExp(source, "iu");
  } catch {
    return new RegExp(source, "i");
  }
}

const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/** A pattern for a text as it stands, in whatever letter case. */
export function literalPattern(text: string): RegExp {
  return new RegExp(text.replace(SYNTAX, "\\$&"), "iu");
}
