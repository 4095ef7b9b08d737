import { grouped } from "../../model/numbers.ts";
import { snippetWithin } from "../../model/query/snippet-within.ts";
import { width } from "../../model/text.ts";
import type { EntryHit } from "../../store/text-index.ts";
import { broughtOut } from "../parts/highlight.ts";
import { theme } from "../theme.ts";
import type { ShownHits } from "./selected-hits.ts";

const LEAST_SNIPPET = 16;
const ABANDONED = "  (abandoned branch)";

/** The line below the selected row: which hit of how many it is, who said it, and what. Empty where there is none. */
export function drawHit(shown: ShownHits | undefined, columns: number): string {
  const hit = shown?.hits[shown.index];
  if (shown === undefined || hit === undefined) return "";
  const { head, tail } = frameOf(hit, placeOf(shown), columns);
  const room = columns - width(head) - width(tail);
  const { text, ranges } = snippetWithin(hit.snippet, room);
  return theme.dim(head) + broughtOut(text, ranges, theme.dim) + theme.dim(tail);
}

function placeOf({ hits, index }: ShownHits): string {
  return hits.length === 1 ? "1 hit" : `${grouped(index + 1)}/${grouped(hits.length)}`;
}

/** What stands around the snippet: in a narrow terminal less of it, so that the match can still be read. */
function frameOf(
  { speaker, isAbandoned }: EntryHit,
  place: string,
  columns: number,
): { readonly head: string; readonly tail: string } {
  const head = `  ${place} ${speaker}: `;
  const tail = isAbandoned ? ABANDONED : "";
  const frames = [
    { head, tail },
    { head, tail: "" },
    { head: `  ${place} `, tail: "" },
  ];
  const fits = frames.find((frame) => columns - width(frame.head + frame.tail) >= LEAST_SNIPPET);
  return fits ?? { head: "", tail: "" };
}
