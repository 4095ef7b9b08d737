import { grouped } from "../../model/numbers.ts";
import { cut, printable, width } from "../../model/text.ts";
import { NO_MESSAGES } from "../../model/title.ts";
import type { DocumentSnapshot } from "../../store/document.ts";
import { behind, drawEditedLine, type InputText } from "../parts/edited-line.ts";
import { theme } from "../theme.ts";
import type { TreeState } from "./state.ts";
import { matchCount, type TreeView } from "./view.ts";

/** The first line: which session, through which filter, and how far reading has come. */
export function drawTitle(
  title: string,
  snapshot: DocumentSnapshot,
  filter: string,
  columns: number,
): string {
  const { read, total } = snapshot.progress;
  const share = total === 0 ? 0 : Math.floor((read / total) * 100);
  const right = snapshot.loading
    ? ` reading ${share} %`
    : ` ${grouped(snapshot.entries.length)} entries · ${filter}`;
  const left = cut(`Tree: ${title || NO_MESSAGES}`, Math.max(0, columns - width(right)));
  const gap = " ".repeat(Math.max(0, columns - width(left) - width(right)));
  return theme.title(left) + gap + theme.dim(cut(right, columns));
}

/** The second line: the search with the number of its matches, or what covers the tree. */
export function drawInput(view: TreeView, state: TreeState, columns: number): InputText {
  const { overlay } = state;
  if (overlay.kind === "none") return drawSearch(view, state, columns);
  const title = OVERLAY_TITLES[overlay.kind];
  if ("line" in overlay) return drawPrompt(`${title}: `, overlay.line, columns);
  return { text: theme.key(cut(title, columns)), caret: undefined };
}

const OVERLAY_TITLES: Readonly<Record<Exclude<TreeState["overlay"]["kind"], "none">, string>> = {
  help: "Keys",
  problems: "Damaged lines",
  comparison: "Two branches compared",
  branches: "Branches",
  menu: "Going on",
  note: "Note about the branch you leave",
  label: "Label",
  rename: "Name",
  writing: "Writing…",
};

function drawSearch(view: TreeView, state: TreeState, columns: number): InputText {
  const { line } = state;
  const prompt = `${theme.key(">")} `;
  if (line.text === "") {
    const text = `${prompt} ${theme.dim(cut("type to search this session", columns - 4))}`;
    return { text, caret: width(prompt) };
  }
  const count = drawCount(view, state);
  const room = Math.max(4, columns - 3 - width(count));
  const error =
    state.searchError === undefined ? "" : cut(`  ${printable(state.searchError)}`, Math.floor(columns / 2));
  const drawn = state.isSearchLeft
    ? { text: cut(printable(line.text), room), caret: undefined }
    : drawEditedLine(line, Math.max(4, room - width(error)));
  const { text, caret } = behind(prompt, drawn);
  return { text: `${text}${theme.error(error)} ${theme.dim(count)}`, caret };
}

function drawCount(view: TreeView, { found, line, isSearchLeft }: TreeState): string {
  // The answer to the query before says nothing about this one.
  if (found?.query !== line.text) return "…";
  const { position, total } = matchCount(view);
  const steps = isSearchLeft && total > 0 ? "  n next · N previous" : "";
  return `${position === 0 ? "–" : grouped(position)}/${grouped(total)}${steps}`;
}

function drawPrompt(question: string, line: TreeState["line"], columns: number): InputText {
  const shown = cut(question, Math.floor(columns * 0.6));
  return behind(theme.key(shown), drawEditedLine(line, Math.max(4, columns - width(shown) - 1)));
}

/** What an answer means, where that is not plain. */
const HINTS: Partial<Record<TreeState["overlay"]["kind"], string>> = {
  note: "A note becomes a summary that the model will see. Left empty, it sees nothing of that branch.",
  label: "Left empty, the label is removed.",
  rename: "Left empty, the name is removed.",
  help: "",
  problems: "",
  comparison: "",
  branches: "",
  menu: "",
  writing: "",
};

/** The line above the keys: what the last key did, else where the selection stands and what could not be read. */
export function drawStatus(
  view: TreeView,
  state: TreeState,
  snapshot: DocumentSnapshot,
  /** Entries that came since the selection left the end of the conversation. */
  newEntries: number,
  columns: number,
): string {
  if (state.message !== "") return theme.warning(cut(printable(state.message), columns));
  const hint = HINTS[state.overlay.kind];
  if (hint !== undefined) return theme.dim(cut(hint, columns));
  const { rows } = view.outline;
  const count = rows.length === 0 ? "" : `${grouped(view.row + 1)} of ${grouped(rows.length)}`;
  const arrived =
    newEntries === 0 ? "" : `${grouped(newEntries)} new ${newEntries === 1 ? "entry" : "entries"} below`;
  const facts = [
    count,
    arrived,
    state.marked === undefined ? "" : "1 marked: CTRL+K on another compares, on it unmarks",
  ];
  const problem = problemOf(snapshot);
  const left = cut(facts.filter((fact) => fact !== "").join(" · "), columns);
  const gap = left !== "" && problem !== "" ? " · " : "";
  return theme.dim(left) + theme.warning(cut(gap + problem, columns - width(left)));
}

function problemOf({ failure, entries, diagnostics, polling }: DocumentSnapshot): string {
  if (failure !== undefined && entries.length > 0) return `${failure}: this is what was read of it`;
  const damaged = diagnostics.length;
  if (damaged > 0) return `${grouped(damaged)} damaged ${damaged === 1 ? "line" : "lines"} (CTRL+G)`;
  return polling === undefined ? "" : `looking every second: ${polling}`;
}
