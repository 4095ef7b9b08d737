/** The fields of a session that a query may ask for by name. */
export const TEXT_FIELDS = ["name", "in", "model", "tool", "file", "label"] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** Every field name, in the order in which help names them. */
export const FIELDS = [...TEXT_FIELDS, "after", "before", "is", "has"] as const;
export type Field = (typeof FIELDS)[number];

export const IS_VALUES = ["named", "fork", "live", "empty", "internal"] as const;
export type IsValue = (typeof IS_VALUES)[number];

export const HAS_VALUES = ["branch", "label", "error"] as const;
export type HasValue = (typeof HAS_VALUES)[number];

/** Words that follow each other, folded; whatever is neither letter nor digit may stand between them. */
export interface WordSequence {
  readonly words: readonly string[];
  /** The last word may be the beginning of a longer one. */
  readonly isPrefix: boolean;
}

/** What one part of a query asks for. */
export type Condition =
  | ({ readonly kind: "words" } & WordSequence)
  /** `re:`, and whatever consists of neither letters nor digits. */
  | { readonly kind: "pattern"; readonly pattern: RegExp }
  | ({ readonly kind: "field"; readonly field: TextField } & WordSequence)
  /** `from` and `to` in ms since 1970. */
  | { readonly kind: "time"; readonly from: number; readonly to: number }
  | { readonly kind: "is"; readonly value: IsValue }
  | { readonly kind: "has"; readonly value: HasValue };

/** One part of a query. A session matches when every part holds, or, where it is excluded, does not hold. */
export type SessionTerm = Condition & { readonly isExcluded: boolean };

/** A query on sessions as typed, taken apart. With an `error` it matches nothing. */
export interface SessionQuery {
  readonly terms: readonly SessionTerm[];
  readonly error: string | undefined;
}
