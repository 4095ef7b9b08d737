import { localTime } from "../../model/clock.ts";
import { grouped } from "../../model/numbers.ts";
import { holdsAny } from "../../model/query/highlight.ts";
import type { Query } from "../../model/query/parse.ts";
import type { EntrySection } from "../../model/sections.ts";
import { cut, printable } from "../../model/text.ts";
import { drawGuarded } from "../parts/guarded.ts";
import { highlighted } from "../parts/highlight.ts";
import { LazyLines } from "../parts/lazy-lines.ts";
import { glyphs, theme } from "../theme.ts";
import type { TreeState } from "./state.ts";
import type { TreeView } from "./view.ts";

/** What the pane shows, once it has arrived. */
export interface PaneContent {
  readonly entry: number;
  readonly isRaw: boolean;
  readonly sections: readonly EntrySection[];
}

export type PaneLines = LazyLines<EntrySection["kind"]>;

/** How the screen is shared between tree and pane. Sizes in columns and lines. */
export interface TreeLayout {
  readonly kind: "alone" | "beside" | "below" | "full";
  readonly treeColumns: number;
  readonly treeHeight: number;
  readonly paneColumns: number;
  readonly paneHeight: number;
}

const LEAST_BESIDE = 100;
/** Lines for tree and pane together from which on the pane shows up by itself. */
const LEAST_BELOW = 16;
/** A match further down than this is not looked for: the pane starts at the beginning. */
const MATCH_HORIZON = 100_000;

/**
 * The pane stands beside the tree, on narrow terminals below it. Where it has no place it takes the tree's while it
 * has the focus.
 */
export function layoutOf(
  { pane, focus }: Pick<TreeState, "pane" | "focus">,
  columns: number,
  height: number,
): TreeLayout {
  const alone = {
    kind: "alone",
    treeColumns: columns,
    treeHeight: height,
    paneColumns: 0,
    paneHeight: 0,
  } as const;
  const full = { ...alone, kind: "full", paneColumns: columns, paneHeight: height } as const;
  const withoutRoom = focus === "pane" ? full : alone;
  if (pane === "hidden") return withoutRoom;
  if (columns >= LEAST_BESIDE) {
    const treeColumns = Math.floor(columns * 0.55);
    const paneColumns = columns - treeColumns - 2;
    return { kind: "beside", treeColumns, treeHeight: height, paneColumns, paneHeight: height };
  }
  if (height < 6 || (pane === "auto" && height < LEAST_BELOW)) return withoutRoom;
  const paneHeight = Math.floor(height * 0.4);
  return { ...alone, kind: "below", treeHeight: height - paneHeight, paneColumns: columns, paneHeight };
}

/** The wrapped lines of an entry. */
export function paneLines({ sections }: PaneContent, columns: number): PaneLines {
  return new LazyLines(sections, Math.max(1, columns));
}

/** Where somebody looks first who searches: a little above the first match; else at the beginning. */
export function firstGlance(lines: PaneLines, query: Query): number {
  const find = ({ terms }: Query) =>
    terms.length === 0 ? 0 : lines.findIndex(MATCH_HORIZON, (text) => holdsAny(query, text));
  return Math.max(0, drawGuarded(query, find) - 2);
}

/** The first line to show: what was scrolled to, else where to look first. */
export function paneTop(lines: PaneLines, top: number | undefined, first: number, height: number): number {
  if (top === undefined) return first;
  return Math.max(0, Math.min(top, lines.countUpTo(top + height) - height));
}

/** The pane's lines in view, its headline first. */
export function drawPane(
  view: TreeView,
  content: PaneContent | undefined,
  lines: PaneLines | undefined,
  top: number,
  query: Query,
  layout: TreeLayout,
  hasFocus: boolean,
): readonly string[] {
  const headline = drawHeadline(view, content, top, layout.paneColumns - 3, hasFocus);
  const body = (lines?.slice(top, top + layout.paneHeight - 1) ?? []).map(({ kind, text }) =>
    highlighted(text, query, PAINT[kind]),
  );
  const drawn = [headline, ...body];
  while (drawn.length < layout.paneHeight) drawn.push("");
  if (layout.kind === "beside") return drawn.map((line) => `${theme.dim("│")} ${line}`);
  if (layout.kind === "full") return drawn;
  return [`${theme.dim("──")} ${headline}`, ...drawn.slice(1)];
}

function drawHeadline(
  view: TreeView,
  content: PaneContent | undefined,
  top: number,
  columns: number,
  hasFocus: boolean,
): string {
  const digest = view.entries[content?.entry ?? view.selected];
  if (digest === undefined) return "";
  const time = digest.time === undefined ? "no time" : localTime(digest.time);
  const place = top === 0 ? "" : `from line ${grouped(top + 1)}`;
  const isRaw = content?.isRaw === true ? "JSON" : "";
  const facts = [place, ROLE_WORDS[digest.kind], time, printable(digest.id), isRaw];
  const text = facts.filter((fact) => fact !== "").join(" · ");
  return hasFocus
    ? theme.selected(cut(`${glyphs.cursor} ${text}`, columns))
    : theme.title(cut(text, columns));
}

const PAINT: Readonly<Record<EntrySection["kind"], (text: string) => string>> = {
  text: (text) => text,
  thinking: theme.thinking,
  call: theme.tool,
  fact: theme.dim,
  error: theme.error,
};

const ROLE_WORDS: Readonly<Record<TreeView["entries"][number]["kind"], string>> = {
  user: "user",
  assistant: "assistant",
  calls: "assistant",
  toolResult: "tool result",
  bash: "bash",
  customMessage: "extension message",
  compaction: "compaction",
  branchSummary: "branch summary",
  label: "label",
  custom: "extension state",
  model: "model change",
  thinking: "thinking level change",
  contextWindow: "context window change",
  name: "session name",
  usage: "usage",
  other: "entry",
};
