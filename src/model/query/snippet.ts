import type { TextRange } from "./highlight.ts";

/** The part of a text around what was found in it: one printable line, and where in it the matches are. */
export interface Snippet {
  readonly text: string;
  readonly ranges: readonly TextRange[];
}
