import type { InputText } from "./edited-line.ts";
import { ScreenLine } from "./screen-line.tsx";
import { useCaret } from "./use-caret.ts";

export interface InputLineProps {
  readonly line: InputText;
  /** The row of the screen in which it stands, from 0. */
  readonly row: number;
}

/** A line that is typed into, with the terminal's cursor at its caret. */
export function InputLine({ line: { text, caret }, row }: InputLineProps) {
  useCaret(caret === undefined ? undefined : { row, column: caret });
  return <ScreenLine text={text} />;
}
