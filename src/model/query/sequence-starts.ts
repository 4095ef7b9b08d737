import { KINDS, kindAt } from "./character-kind.ts";
import type { TracedText } from "./traced-text.ts";
import { isBorder, isInnerStart } from "./words.ts";

/** Whether a word within an identifier starts at a place of the folded text. */
export function startsInside(text: TracedText, at: number): boolean {
  return !text.isFolded && isInnerStart(text.text, text.startOf(at));
}

/** The places of the folded text at which a word starts, or one within an identifier: in code units, ascending. */
export function sequenceStarts(text: TracedText): readonly number[] {
  const { folded } = text;
  const starts: number[] = [];
  for (let at = 0; at < folded.length; at++) {
    if (kindAt(folded, at) === KINDS.separator) continue;
    if (isBorder(folded, at) || startsInside(text, at)) starts.push(at);
  }
  return starts;
}
