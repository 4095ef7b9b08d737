import { age } from "../../model/age.ts";
import type { BranchLine } from "../../model/branches.ts";
import type { BranchTotals } from "../../model/compare.ts";
import { roleWord } from "../../model/entry-digest.ts";
import { grouped } from "../../model/numbers.ts";
import { cut, padEnd, printable, width } from "../../model/text.ts";
import { wrapLine } from "../../model/wrap.ts";
import type { DocumentSnapshot } from "../../store/document.ts";
import { helpPage } from "../parts/key-list.ts";
import { glyphs, theme } from "../theme.ts";
import { ALL_TREE_KEYS } from "./keys.ts";
import type { Comparison, TreeOverlay } from "./state.ts";
import type { TreeView } from "./view.ts";

/** The page that covers the tree, if one does. */
export function pageOf(
  overlay: TreeOverlay,
  view: TreeView,
  snapshot: DocumentSnapshot,
  columns: number,
): readonly string[] | undefined {
  switch (overlay.kind) {
    case "help":
      return helpPage(ALL_TREE_KEYS, columns);
    case "problems":
      return problemsPage(snapshot, columns);
    case "comparison":
      return comparisonPage(view, overlay.comparison, columns);
    case "writing":
      return [theme.dim(cut("Writing…", columns))];
    default:
      return undefined;
  }
}

/** The lines of the file that could not be read, and why. */
export function problemsPage(snapshot: DocumentSnapshot, columns: number): readonly string[] {
  if (snapshot.diagnostics.length === 0) return [theme.dim(cut("Every line could be read.", columns))];
  return snapshot.diagnostics.map(({ line, reason }) =>
    cut(`line ${grouped(line)}: ${printable(reason)}`, columns),
  );
}

/** Why there is no tree to see. */
export function emptyPage(snapshot: DocumentSnapshot, isSearch: boolean, columns: number): readonly string[] {
  return [theme.dim(cut(emptyReason(snapshot, isSearch), columns))];
}

function emptyReason({ failure, loading, entries }: DocumentSnapshot, isSearch: boolean): string {
  if (failure !== undefined) return `The session cannot be read: ${failure}`;
  if (loading) return "Reading the session…";
  if (entries.length === 0) return "This session has no entries yet.";
  return isSearch
    ? "Nothing matches. Escape clears the search."
    : "Nothing passes this filter. CTRL+A shows everything.";
}

/** One branch as one line: age, length, the last entry, and where it forks. */
export function drawBranch(
  view: TreeView,
  branch: BranchLine,
  isSelected: boolean,
  columns: number,
  now: number,
): string {
  const cursor = isSelected ? theme.selected(`${glyphs.cursor} `) : "  ";
  const mark = branch.isActive ? theme.current(`${glyphs.current} `) : "  ";
  const time = (branch.time === undefined ? "" : age(branch.time, now)).padStart(4);
  const length = `${grouped(branch.length)} ${branch.length === 1 ? "entry" : "entries"}`.padStart(12);
  const numbers = `${time} ${length}  `;
  const room = Math.max(0, columns - 4 - width(numbers));
  const fork = branch.forksAt === -1 ? "" : `  from ${entryWords(view, branch.forksAt)}`;
  const shownFork = room < 30 ? "" : cut(fork, Math.floor(room * 0.4));
  const last = padEnd(cut(entryWords(view, branch.leaf), room - width(shownFork)), room - width(shownFork));
  const paint = isSelected ? theme.selected : (text: string) => text;
  return `${cursor}${mark}${theme.dim(numbers)}${paint(last)}${theme.dim(shownFork)}`;
}

/** An entry in a few words. */
export function entryWords({ entries }: TreeView, entry: number): string {
  const digest = entries[entry];
  return digest === undefined ? "the beginning" : roleWord(digest) + digest.text;
}

const LEAST_SIDE = 48;

/** Two branches: side by side where there is room, else one after the other. */
export function comparisonPage(view: TreeView, comparison: Comparison, columns: number): readonly string[] {
  const { ancestor, entries, sides, totals } = comparison;
  const common = ancestor === -1 ? "They have nothing in common." : `Since ${entryWords(view, ancestor)}`;
  const side = (index: 0 | 1, room: number) =>
    sideLines(view, entries[index], sides[index], totals?.[index], room, index === 0 ? "A" : "B");
  const half = Math.floor((columns - 3) / 2);
  if (half < LEAST_SIDE) return [cut(common, columns), "", ...side(0, columns), "", ...side(1, columns)];
  const [left, right] = [side(0, half), side(1, half)];
  const lines = Array.from({ length: Math.max(left.length, right.length) }, (_, row) => {
    return `${padStyled(left[row] ?? "", half)} ${theme.dim("│")} ${right[row] ?? ""}`;
  });
  return [cut(common, columns), "", ...lines];
}

const padStyled = (text: string, columns: number) => text + " ".repeat(Math.max(0, columns - width(text)));

function sideLines(
  view: TreeView,
  end: number,
  entries: readonly number[],
  totals: BranchTotals | undefined,
  columns: number,
  name: string,
): readonly string[] {
  const heading = theme.title(cut(`${name}: ${entryWords(view, end)}`, columns));
  const numbers = totals === undefined ? ["adding up…"] : totalLines(totals);
  const talk = entries.filter((entry) => {
    const kind = view.entries[entry]?.kind;
    return kind === "user" || kind === "assistant" || kind === "branchSummary" || kind === "compaction";
  });
  const messages = talk.map((entry) => {
    const isUser = view.entries[entry]?.kind === "user";
    return (isUser ? theme.user : theme.assistant)(cut(`  ${entryWords(view, entry)}`, columns));
  });
  const none =
    entries.length === 0 ? [theme.dim(cut("  nothing: it lies on the way to the other", columns))] : messages;
  const wrapped = numbers.flatMap((line) => [...wrapLine(line, Math.max(1, columns - 2))]);
  return [heading, ...wrapped.map((line) => theme.dim(cut(`  ${line}`, columns))), ...none];
}

function totalLines(totals: BranchTotals): readonly string[] {
  const { questions, answers, tools, filesRead, filesChanged, tokens, cost } = totals;
  const plural = (count: number, word: string) => `${grouped(count)} ${word}${count === 1 ? "" : "s"}`;
  return [
    `${plural(questions, "question")}, ${plural(answers, "answer")}`,
    `${grouped(tokens)} tokens, $${cost.toFixed(4)}`,
    `tools: ${tools.length === 0 ? "none" : tools.map(([tool, calls]) => `${printable(tool)} ×${calls}`).join(", ")}`,
    `changed: ${filesChanged.length === 0 ? "no files" : filesChanged.map(printable).join(", ")}`,
    `read: ${filesRead.length === 0 ? "no files" : filesRead.map(printable).join(", ")}`,
  ];
}
