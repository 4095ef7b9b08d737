import { age } from "../../model/age.ts";
import { localTime } from "../../model/clock.ts";
import { type EntryDigest, roleWord } from "../../model/entry-digest.ts";
import { connectors, type Outline, STEP } from "../../model/outline.ts";
import type { Query } from "../../model/query/parse.ts";
import { cut, width } from "../../model/text.ts";
import { highlighted } from "../parts/highlight.ts";
import { glyphs, theme } from "../theme.ts";
import type { LeafMark, TreeView } from "./view.ts";

export interface TreeRowStyle {
  readonly columns: number;
  readonly query: Query;
  /** Steps of indentation that are out of view to the left. */
  readonly firstStep: number;
  readonly selected: number;
  readonly marked: number | undefined;
  readonly leaf: LeafMark;
  /** Whether the keys go elsewhere: then the cursor steps back. */
  readonly isIdle: boolean;
  readonly showLabelTimes: boolean;
  /** ms since 1970 */
  readonly now: number;
}

const AGE_COLUMNS = 4;
/** Below so many columns only the text is drawn. */
const NARROW = 36;
const LEAST_TEXT = 12;

type Paint = (text: string) => string;
const plain: Paint = (text) => text;

/** One row of the tree as a styled string of at most `columns` columns. */
export function drawTreeRow(view: TreeView, entry: number, style: TreeRowStyle): string {
  const digest = view.entries[entry];
  if (digest === undefined) return "";
  const isSelected = entry === style.selected;
  const cursor = isSelected ? (style.isIdle ? theme.dim : theme.selected)(`${glyphs.cursor} `) : "  ";
  const stem = stemOf(view.outline, entry, style.firstStep);
  const active = view.shape.active[entry] === 1 ? `${glyphs.active} ` : "";
  const isMarked = entry === style.marked ? `${glyphs.marked} ` : "";
  const marks = `${view.outline.folded.has(entry) && !stem.includes("⊞") ? "⊞ " : ""}${active}${isMarked}`;
  const facts = factsOf(view, entry, digest, style);
  const room = Math.max(LEAST_TEXT, style.columns - 2 - width(stem) - width(marks) - width(facts));
  const { text, columns } = drawText(view, entry, digest, style, room);
  const used = 2 + width(stem) + width(marks) + columns;
  const gap = " ".repeat(Math.max(0, style.columns - used - width(facts)));
  return `${cursor}${theme.dim(stem)}${theme.key(marks)}${text}${gap}${theme.dim(facts)}`;
}

function stemOf(outline: Outline, entry: number, firstStep: number): string {
  const isOutside = firstStep > 0 && (outline.depths[entry] ?? 0) <= firstStep;
  return isOutside ? `${glyphs.outside} ` : connectors(outline, entry, firstStep);
}

/** What stands at the right: the number of branches, matches in a fold, the leaf's mark, the age. */
function factsOf(view: TreeView, entry: number, digest: EntryDigest, style: TreeRowStyle): string {
  if (style.columns < NARROW) return entry === style.leaf.row ? " ←" : "";
  const facts: string[] = [];
  const hidden = view.outline.hidden.get(entry);
  const branches = view.outline.childCounts[entry] ?? 0;
  if (hidden !== undefined)
    facts.push(hidden.matches > 0 ? `${hidden.matches} found inside` : `${hidden.entries} inside`);
  else if (branches > 1) facts.push(`${branches} branches`);
  // Where a filter hides the leaf the mark says how far on it is.
  if (entry === style.leaf.row) facts.push(style.leaf.on === 0 ? "← here" : `← here +${style.leaf.on}`);
  const time = digest.time === undefined ? "" : age(digest.time, style.now);
  return ` ${facts.join(" ")} ${time.padStart(AGE_COLUMNS)}`;
}

function drawText(view: TreeView, entry: number, digest: EntryDigest, style: TreeRowStyle, room: number) {
  const label = labelText(view, digest, style);
  const head = cut(label, room);
  const role = cut(roleWord(digest), room - width(head));
  const rest = cut(digest.text, room - width(head) - width(role));
  const paint = paintOf(view, entry, digest, style);
  const text = `${theme.label(head)}${paint.role(role)}${highlighted(rest, style.query, paint.text)}`;
  return { text, columns: width(head) + width(role) + width(rest) };
}

function labelText({ labels }: TreeView, { id }: EntryDigest, { showLabelTimes }: TreeRowStyle): string {
  const label = labels.get(id);
  if (label === undefined) return "";
  const time = showLabelTimes && label.time !== undefined ? ` · ${localTime(label.time)}` : "";
  return `[${label.text}${time}] `;
}

/** The way in use is bright, what was abandoned and what only leads to a match is dim. */
function paintOf(view: TreeView, entry: number, digest: EntryDigest, style: TreeRowStyle) {
  const { outline, shape } = view;
  if (entry === style.selected) return { role: theme.selected, text: theme.selected };
  const isDim = outline.isSearch ? outline.isMatch[entry] !== 1 : shape.active[entry] !== 1;
  const color = digest.failed ? theme.error : colorOf(digest);
  const role = isDim ? (text: string) => theme.dim(color(text)) : color;
  const isWords = digest.kind === "user" || digest.kind === "assistant";
  return { role, text: isWords && !digest.failed ? (isDim ? theme.dim : plain) : role };
}

function colorOf({ kind }: EntryDigest): Paint {
  switch (kind) {
    case "user":
      return theme.user;
    case "assistant":
    case "calls":
      return theme.assistant;
    case "toolResult":
    case "bash":
      return theme.tool;
    case "compaction":
    case "branchSummary":
    case "customMessage":
      return theme.summary;
    default:
      return plain;
  }
}

/** How many steps of indentation lie out of view, so that the selected row starts in the left third. */
export function firstStepFor(outline: Outline, selected: number, columns: number, previous: number): number {
  const depth = outline.depths[selected] ?? 0;
  const most = Math.max(1, Math.floor(columns / 3 / STEP));
  // As little as possible, as with the rows of a list.
  if (depth <= previous) return Math.max(0, depth - 1);
  return depth > previous + most ? depth - most : previous;
}
