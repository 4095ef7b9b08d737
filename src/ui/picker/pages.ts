import { grouped } from "../../model/numbers.ts";
import { cut, printable } from "../../model/text.ts";
import { wrapLine } from "../../model/wrap.ts";
import type { CatalogSnapshot } from "../../store/catalog.ts";
import { glyphs, theme } from "../theme.ts";
import type { Arrangement } from "./arranger.ts";
import { MARK_CHOICES, type MarkChoice } from "./mark-deeds.ts";
import type { PickerState } from "./state.ts";
import { indexedWords, isAnsweredByAll, type TextAnswer } from "./text-search.ts";

/** The files that could not be read, and why. */
export function problemsPage(snapshot: CatalogSnapshot, columns: number): readonly string[] {
  if (snapshot.diagnostics.length === 0) return [theme.dim(cut("Every file could be read.", columns))];
  return snapshot.diagnostics.map(({ path, reason }) =>
    cut(`${printable(path)}: ${printable(reason)}`, columns),
  );
}

const MARK_LABELS: Readonly<Record<MarkChoice, (rows: number) => string>> = {
  all: (rows) => `Mark all ${grouped(rows)} sessions of the list`,
  invert: () => "Invert: mark those of the list that are not marked, unmark the others",
  none: () => "Unmark all",
};

/** The menu of marks. */
export function marksPage(selected: number, rows: number, columns: number): readonly string[] {
  return MARK_CHOICES.map((choice, index) => {
    const label = cut(MARK_LABELS[choice](rows), columns - 2);
    return index === selected ? theme.selected(`${glyphs.cursor} ${label}`) : `  ${label}`;
  });
}

/** Why the list is empty, and what to do about it. */
export function emptyPage(
  state: PickerState,
  snapshot: CatalogSnapshot,
  { answer, query }: Pick<Arrangement, "answer" | "query">,
  columns: number,
): readonly string[] {
  const error = query.error ?? answer.matches?.error;
  if (error === undefined)
    return emptyLines(state, snapshot, answer).map((line) => theme.dim(cut(printable(line), columns)));
  // The line of the search has room for its beginning only.
  const lines = wrapLine(printable(`This cannot be searched for: ${error}.`), Math.max(1, columns));
  return Array.from(lines, (line) => theme.dim(line));
}

function emptyLines(state: PickerState, snapshot: CatalogSnapshot, answer: TextAnswer): readonly string[] {
  const isSearch = state.line.text.trim() !== "";
  const indexed = answer.isAsked ? indexedWords(answer.index) : "";
  const soFar = [indexed === "" ? "No session matches so far." : `No session matches so far: ${indexed}.`];
  if (snapshot.loading) return isSearch ? soFar : ["Reading sessions…"];
  if (snapshot.sessions.length === 0) {
    const places = snapshot.places.map(
      ({ directory, exists }) => `  ${directory}${exists ? "" : " (not there)"}`,
    );
    return [
      "No sessions yet. Looked in:",
      ...places,
      "See examples with: treeline --demo (npm start -- --demo)",
    ];
  }
  if (isSearch && !isAnsweredByAll(answer)) return soFar;
  if (isSearch) {
    return state.scope === "folder"
      ? ["No session of this folder matches. Tab searches all folders."]
      : ["No session matches. CTRL+U clears the search."];
  }
  if (state.emptyOnly) return ["Every session here has a message of yours. CTRL+F shows all."];
  if (state.namedOnly) return ["No session here has a name. CTRL+N shows all."];
  return ["No sessions in this folder. Tab shows all folders."];
}
