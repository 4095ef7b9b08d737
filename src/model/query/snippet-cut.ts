import { graphemesOf, width } from "../text.ts";
import type { TextRange } from "./highlight.ts";
import type { Snippet } from "./snippet.ts";
import type { MarkedLine } from "./snippet-line.ts";

/** A part of the room beside what must be seen goes to what stands before it. */
const BEFORE = 1 / 3;

interface Cell {
  /** Code units of the line. */
  readonly start: number;
  readonly end: number;
  /** Columns that the line takes up to its end. */
  readonly reach: number;
}

/** As much of a line around its focus as fits into some columns, with `…` where something is left out. */
export function cutAround(line: MarkedLine, columns: number): Snippet {
  if (columns <= 0) return { text: "", ranges: [] };
  const cells = cellsOf(line.text);
  const first = startCell(line, cells, columns);
  const isCutBefore = first > 0 || line.isCutBefore;
  const end = endCell(line, cells, first, columns - (isCutBefore ? 1 : 0));
  const isCutBehind = end < cells.length || line.isCutBehind;
  const start = cells[first]?.start ?? line.text.length;
  const inside = line.text.slice(start, cells[end - 1]?.end ?? start);
  const shown = isCutBehind ? inside.trimEnd() : inside;
  const lead = isCutBefore ? "…" : "";
  const text = `${lead}${shown}${isCutBehind && columns > lead.length ? "…" : ""}`;
  return { text, ranges: moved(line.ranges, start, start + shown.length, lead.length - start) };
}

function cellsOf(text: string): readonly Cell[] {
  const cells: Cell[] = [];
  let start = 0;
  let reach = 0;
  for (const grapheme of graphemesOf(text)) {
    const end = start + grapheme.length;
    reach += width(grapheme);
    cells.push({ start, end, reach });
    start = end;
  }
  return cells;
}

/** Columns of the cells from one up to another. */
function columnsOf(cells: readonly Cell[], from: number, to: number): number {
  return (cells[to - 1]?.reach ?? 0) - (cells[from - 1]?.reach ?? 0);
}

/** The first cell to show. */
function startCell(line: MarkedLine, cells: readonly Cell[], columns: number): number {
  const { focus, text } = line;
  const at = Math.max(
    0,
    cells.findIndex(({ end }) => end > focus.start),
  );
  const behind = cells.findIndex(({ start }) => start >= focus.end);
  const seen = columnsOf(cells, at, behind === -1 ? cells.length : behind);
  const rest = columnsOf(cells, at, cells.length) + (line.isCutBehind ? 1 : 0);
  // What has no use for the room behind it leaves it to what stands before.
  const room = Math.max((columns - seen) * BEFORE, columns - rest) - 1;
  let first = at;
  while (first > 0 && columnsOf(cells, first - 1, at) <= room) first--;
  // With the ellipsis gone there is room for one more column.
  if (first === 1 && !line.isCutBefore && columnsOf(cells, 0, at) <= room + 1) first = 0;
  if (first === 0 || first === at) return first;
  // Better from the beginning of a word.
  const space = text.indexOf(" ", cells[first - 1]?.start);
  const word = space === -1 ? -1 : cells.findIndex(({ start }) => start === space + 1);
  return word > 0 && word <= at ? word : first;
}

/** The cell behind the last one to show, with room for an ellipsis where not all is shown. */
function endCell(line: MarkedLine, cells: readonly Cell[], first: number, columns: number): number {
  if (!line.isCutBehind && columnsOf(cells, first, cells.length) <= columns) return cells.length;
  let end = first;
  while (end < cells.length && columnsOf(cells, first, end + 1) <= columns - 1) end++;
  return end;
}

/** What of some ranges lies between two places, moved by some code units. */
function moved(ranges: readonly TextRange[], from: number, to: number, by: number): readonly TextRange[] {
  return ranges
    .map(({ start, end }) => ({ start: Math.max(start, from) + by, end: Math.min(end, to) + by }))
    .filter(({ start, end }) => start < end);
}
