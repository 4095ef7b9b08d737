import { isSecondHalf, KINDS, kindAt } from "./character-kind.ts";
import type { TracedText } from "./traced-text.ts";
import { isInnerStart } from "./words.ts";

/** Whether a word within an identifier starts at a place of the folded text. */
export function startsInside(text: TracedText, at: number): boolean {
  return !text.isFolded && isInnerStart(text.text, text.startOf(at));
}

/** The places of the folded text at which a word starts, or one within an identifier: in code units, ascending. */
export function sequenceStarts(text: TracedText): readonly number[] {
  const { folded } = text;
  const starts: number[] = [];
  let before: number = KINDS.separator;
  for (let at = 0; at < folded.length; at++) {
    const kind = kindAt(folded, at);
    if (kind === KINDS.separator && isSecondHalf(folded, at)) continue;
    if (kind > KINDS.separator) {
      const isBorder = before <= KINDS.unspaced || kind === KINDS.unspaced;
      if (isBorder || startsInside(text, at)) starts.push(at);
    }
    before = kind;
  }
  return starts;
}
