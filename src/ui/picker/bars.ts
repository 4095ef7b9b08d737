import { grouped } from "../../model/numbers.ts";
import { completion } from "../../model/query/complete-field.ts";
import { cut, cutStart, printable, width } from "../../model/text.ts";
import type { CatalogSnapshot } from "../../store/catalog.ts";
import { behind, drawEditedLine, type InputText } from "../parts/edited-line.ts";
import type { EditedLine } from "../parts/line.ts";
import { drawSearchLine } from "../parts/search-line.ts";
import { theme } from "../theme.ts";
import { CONFIRMATION } from "./delete-deeds.ts";
import { markedCount } from "./marks.ts";
import type { Overlay, PickerState } from "./state.ts";
import { indexedWords, isAnswered, type TextAnswer } from "./text-search.ts";

/** The first line: what is listed, in which order, and how far reading has come. */
export function drawTitle(
  state: PickerState,
  snapshot: CatalogSnapshot,
  folder: string,
  columns: number,
): string {
  const { read, total } = snapshot.progress;
  const marked = markedCount(state.marks, snapshot.sessions);
  // On the right, where nothing cuts it off: marks are what is deleted, whatever the list shows.
  const right = [
    marked === 0 ? "" : `${grouped(marked)} marked`,
    // While rows of an earlier start come in, nobody has counted yet.
    snapshot.loading && total > 0 ? `${grouped(read)}/${grouped(total)}` : "",
  ]
    .filter((fact) => fact !== "")
    .map((fact) => ` ${fact}`)
    .join(" ·");
  const facts = [state.sort, state.namedOnly ? "named only" : "", state.emptyOnly ? "empty only" : ""]
    .filter((fact) => fact !== "")
    .join(" · ");
  const room = Math.max(0, columns - width(right));
  const [before, after] = ["Sessions: ", ` · ${facts}`];
  const scope = state.scope === "all" ? "all folders" : printable(folder);
  const left = cut(before + cutStart(scope, Math.max(8, room - width(before + after))) + after, room);
  const gap = " ".repeat(Math.max(0, columns - width(left) - width(right)));
  return theme.title(left) + gap + theme.dim(right);
}

/** The second line: the search, or what covers the list. */
export function drawInput(state: PickerState, error: string | undefined, columns: number): InputText {
  const { overlay } = state;
  if (overlay.kind === "rename") return drawPrompt("Name: ", overlay.line, columns);
  if (overlay.kind === "erase") return drawPrompt(`Type ${CONFIRMATION}: `, overlay.line, columns);
  const title = titleOf(overlay);
  return title === undefined
    ? drawSearchLine(state.line, error, columns, completion(state.line.text, state.line.caret))
    : { text: theme.key(cut(printable(title), columns)), caret: undefined };
}

function titleOf(overlay: Overlay): string | undefined {
  switch (overlay.kind) {
    case "delete": {
      const { length } = overlay.question.sessions;
      return length === 1 ? "Delete this session?" : `Delete ${grouped(length)} sessions?`;
    }
    case "marks":
      return "Marks";
    case "report":
      return overlay.title;
    case "working":
      return overlay.what;
    case "help":
      return "Keys";
    case "problems":
      return "Files that could not be read";
    default:
      return undefined;
  }
}

/** What an answer means, where that is not plain. */
export function hintOf({ kind }: Overlay): string {
  if (kind === "rename") return "Left empty, the name is removed.";
  if (kind === "erase") return `Type ${CONFIRMATION}, then Enter: removed for good. Escape cancels.`;
  return kind === "delete" ? "Enter deletes, Escape cancels; other keys do nothing." : "";
}

function drawPrompt(prompt: string, line: EditedLine, columns: number): InputText {
  const shown = cut(prompt, Math.floor(columns * 0.6));
  return behind(theme.key(shown), drawEditedLine(line, Math.max(4, columns - width(shown) - 1)));
}

/** What the line above the keys says of the list. */
export interface ListPosition {
  readonly shown: number;
  readonly position: number;
  /** Nothing matches: what is shown only comes near it. */
  readonly isNear: boolean;
  /** What the last key did, or why it could not. */
  readonly message: string;
  /** What an answer to the question on the screen means; empty without one. */
  readonly hint: string;
}

/** The line above the keys: how many sessions are shown, how complete that is, and what stands in the way. */
export function drawStatus(
  { shown, position, isNear, message, hint }: ListPosition,
  snapshot: CatalogSnapshot,
  answer: TextAnswer,
  columns: number,
): string {
  if (message !== "") return theme.warning(cut(printable(message), columns));
  if (hint !== "") return theme.dim(cut(hint, columns));
  const count = shown === 0 ? "" : `${grouped(position + 1)} of ${grouped(shown)}`;
  const bad = snapshot.diagnostics.length;
  const problem =
    bad === 0 ? "" : `${grouped(bad)} ${bad === 1 ? "file" : "files"} could not be read (CTRL+G)`;
  const near = isNear ? "nothing matches exactly: similar names and first messages" : "";
  const searching = isAnswered(answer) || answer.isHeld ? "" : "searching…";
  const facts = joined([count, near, searching, indexedWords(answer.index)]);
  const notes = joined([problem, watchingNote(snapshot), printable(indexNote(snapshot, answer))]);
  const space = facts !== "" && notes !== "" ? " · " : "";
  const shownFacts = cut(facts, columns);
  const rest = cut(space + notes, columns - width(shownFacts));
  return theme.dim(shownFacts) + theme.warning(rest);
}

function joined(facts: readonly string[]): string {
  return facts.filter((fact) => fact !== "").join(" · ");
}

/** The list and the texts have an index each, in one place: what happens to one mostly happens to both. */
function indexNote({ note }: CatalogSnapshot, { index }: TextAnswer): string {
  return index.note === "" ? note : index.note;
}

function watchingNote({ watching }: CatalogSnapshot): string {
  if (watching.kind === "polling") return `looking every second: ${watching.reason}`;
  return watching.kind === "off" ? "not watching: CTRL+L looks for changes" : "";
}
