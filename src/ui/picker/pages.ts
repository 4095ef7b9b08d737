import { cut, printable } from "../../model/text.ts";
import type { CatalogSnapshot } from "../../store/catalog.ts";
import { theme } from "../theme.ts";
import type { PickerState } from "./state.ts";

/** The files that could not be read, and why. */
export function problemsPage(snapshot: CatalogSnapshot, columns: number): readonly string[] {
  if (snapshot.diagnostics.length === 0) return [theme.dim(cut("Every file could be read.", columns))];
  return snapshot.diagnostics.map(({ path, reason }) =>
    cut(`${printable(path)}: ${printable(reason)}`, columns),
  );
}

/** Why the list is empty, and what to do about it. */
export function emptyPage(state: PickerState, snapshot: CatalogSnapshot, columns: number): readonly string[] {
  return emptyLines(state, snapshot).map((line) => theme.dim(cut(printable(line), columns)));
}

function emptyLines(state: PickerState, snapshot: CatalogSnapshot): readonly string[] {
  const isSearch = state.line.text.trim() !== "";
  if (snapshot.loading) return [isSearch ? "No session matches so far." : "Reading sessions…"];
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
  if (isSearch) {
    return state.scope === "folder"
      ? ["No session of this folder matches. Tab searches all folders."]
      : ["No session matches. CTRL+U clears the search."];
  }
  if (state.namedOnly) return ["No session here has a name. CTRL+N shows all."];
  return ["No sessions in this folder. Tab shows all folders."];
}
