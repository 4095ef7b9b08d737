import { useCursor, useStdout } from "ink";

/** A cell of the screen, counted from 0. */
export interface CaretCell {
  readonly row: number;
  readonly column: number;
}

/** A frame as high as the terminal has no line break at its end, and Ink would put the cursor a row too high. */
const LEAST_ROWS = 6;

/**
 * Puts the terminal's cursor at the caret, where input methods show what is being composed; undefined hides it.
 * Ink forgets the place with each frame: this belongs into a part that is drawn with every frame of its screen, and
 * that is gone while another screen is shown.
 */
export function useCaret(cell: CaretCell | undefined): void {
  const { setCursorPosition } = useCursor();
  const { stdout } = useStdout();
  const fits = stdout.rows >= LEAST_ROWS;
  setCursorPosition(cell === undefined || !fits ? undefined : { x: cell.column, y: cell.row });
}
