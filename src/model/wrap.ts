import { width } from "./text.ts";

const TAB_COLUMNS = 4;
const ASCII = /^[\x20-\x7e]*$/;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * A line of text as rows of at most `columns` columns: broken at spaces where there are any, else anywhere between
 * two graphemes. Yields at least one row. Expects a printable line.
 */
export function* wrapLine(line: string, columns: number): Generator<string, void> {
  let rest = line;
  for (let most = longestStart(rest, columns); most < rest.length; most = longestStart(rest, columns)) {
    const space = rest.lastIndexOf(" ", most);
    // A break at a space swallows it; one near the beginning would only tear indentation off its text.
    const isWord = space > most / 3 && rest.slice(0, space).trim() !== "";
    yield isWord ? rest.slice(0, space) : rest.slice(0, most);
    rest = rest.slice(isWord ? space + 1 : most);
  }
  yield rest;
}

/** How many code units from the start fit into so many columns; at least one grapheme. */
function longestStart(text: string, columns: number): number {
  if (text.length <= columns && ASCII.test(text)) return text.length;
  if (ASCII.test(text.slice(0, columns + 1))) return Math.max(1, columns);
  // Graphemes of many code units are rare: a short piece is enough, unless it is used up.
  const short = fittingStart(text.slice(0, 2 * columns + LONG_GRAPHEME), columns);
  return short <= 2 * columns || short === text.length
    ? short
    : fittingStart(text.slice(0, columns * LONG_GRAPHEME + LONG_GRAPHEME), columns);
}

/** Code units of a long grapheme, such as a family of emoji. */
const LONG_GRAPHEME = 32;

function fittingStart(text: string, columns: number): number {
  let [length, used] = [0, 0];
  for (const { segment } of graphemes.segment(text)) {
    used += width(segment);
    if (used > columns && length > 0) break;
    length += segment.length;
  }
  return length;
}

/** Tabs become spaces up to the next stop, so that code keeps its shape. */
export function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let expanded = "";
  let column = 0;
  for (const [index, piece] of line.split("\t").entries()) {
    if (index > 0) {
      const gap = TAB_COLUMNS - (column % TAB_COLUMNS);
      expanded += " ".repeat(gap);
      column += gap;
    }
    expanded += piece;
    column += width(piece);
  }
  return expanded;
}
