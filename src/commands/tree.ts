import { type DigestLabel, digestLabels, type EntryDigest, roleWord } from "../model/entry-digest.ts";
import { entryText } from "../model/entry-text.ts";
import { connectors, type Outline, outlineOf, rowNear } from "../model/outline.ts";
import { isForeign, type SessionEntry } from "../model/session-entry.ts";
import { printable, printableJson } from "../model/text.ts";
import { shownBy, type TreeFilter } from "../model/tree-filter.ts";
import { shapeOf, type TreeShape } from "../model/tree-shape.ts";
import { DocumentReader } from "../store/document-reader.ts";

export interface TreeOptions {
  readonly path: string;
  readonly filter: TreeFilter;
  /** Rows that are indented more steps than this are left out. */
  readonly depth: number | undefined;
}

export interface TreeOutput {
  /** In pieces: a session may be larger than a string can be. */
  readonly stdout: Iterable<string>;
  /** One line for each line of the file that is damaged. */
  readonly stderr: string;
}

interface ReadTree {
  readonly reader: DocumentReader;
  readonly entries: readonly EntryDigest[];
  readonly labels: ReadonlyMap<string, DigestLabel>;
  readonly shape: TreeShape;
  readonly stderr: string;
}

/** `treeline tree --json`: every entry that passes the filter as one node of a flat array. Throws what reading throws. */
export function treeJson(options: TreeOptions): TreeOutput {
  const tree = readTree(options.path);
  const outline = outlineFor(tree, options);
  return { stdout: jsonLines(tree, rowsWithin(outline, options.depth), outline), stderr: tree.stderr };
}

/** `treeline tree --plain`: the outline as text. Throws what reading throws. */
export function treePlain(options: TreeOptions): TreeOutput {
  const tree = readTree(options.path);
  const outline = outlineFor(tree, options);
  return { stdout: plainLines(tree, rowsWithin(outline, options.depth), outline), stderr: tree.stderr };
}

function readTree(path: string): ReadTree {
  const reader = new DocumentReader(path);
  const entries: EntryDigest[] = [];
  let stderr = "";
  for (const batch of reader.read()) {
    for (const entry of batch.entries) entries.push(entry);
    for (const { line, reason } of [...batch.diagnostics, ...batch.torn])
      stderr += `treeline: ${printable(path)}: line ${line}: ${printable(reason)}\n`;
  }
  return { reader, entries, labels: digestLabels(entries), shape: shapeOf(entries), stderr };
}

function outlineFor({ entries, labels, shape }: ReadTree, { filter }: TreeOptions): Outline {
  const shown = shownBy(filter, entries, labels, shape.leaf);
  return outlineOf(shape, { shown, folded: new Set(), matches: undefined });
}

function rowsWithin(outline: Outline, depth: number | undefined): Int32Array {
  if (depth === undefined) return outline.rows;
  return outline.rows.filter((entry) => (outline.depths[entry] ?? 0) <= depth);
}

/** Of deeper rows only the last steps are drawn, behind their number: who reads twelve thousand columns? */
const MOST_STEPS = 60;

function* plainLines(
  { entries, labels, shape }: ReadTree,
  rows: Int32Array,
  outline: Outline,
): Generator<string, void> {
  const leafRow = shape.leaf === -1 ? -1 : outline.rows[rowNear(outline, shape.leaf)];
  for (const index of rows) {
    const entry = entries[index];
    if (entry === undefined) continue;
    const active = shape.active[index] === 1 ? "• " : "";
    const label = labels.get(entry.id);
    const mark = label === undefined ? "" : `[${label.text}] `;
    const leaf = index === leafRow ? " ←" : "";
    const depth = outline.depths[index] ?? 0;
    const stem =
      depth > MOST_STEPS
        ? `(${depth}) ${connectors(outline, index, depth - MOST_STEPS)}`
        : connectors(outline, index, 0);
    yield `${stem}${active}${mark}${roleWord(entry)}${entry.text}${leaf}\n`;
  }
}

function* jsonLines(tree: ReadTree, rows: Int32Array, outline: Outline): Generator<string, void> {
  const children = childLists(rows, outline);
  let separator = "[\n";
  let row = 0;
  for (const entry of tree.reader.entries(rows)) {
    const index = rows[row++] ?? -1;
    const digest = tree.entries[index];
    if (digest === undefined) continue;
    const parent = outline.parents[index] ?? -1;
    const node = {
      id: digest.id,
      parentId: tree.entries[parent]?.id ?? null,
      children: (children.get(index) ?? []).map((child) => tree.entries[child]?.id),
      type: entry.type,
      role: roleOf(entry),
      text: entryText(entry),
      label: tree.labels.get(digest.id)?.text ?? null,
      active: tree.shape.active[index] === 1,
      leaf: index === tree.shape.leaf,
    };
    yield separator + printableJson(JSON.stringify(node));
    separator = ",\n";
  }
  yield row === 0 ? "[]\n" : "\n]\n";
}

function childLists(rows: Int32Array, { parents }: Outline): ReadonlyMap<number, readonly number[]> {
  const lists = new Map<number, number[]>();
  for (const index of rows) {
    const parent = parents[index] ?? -1;
    const list = lists.get(parent);
    if (list === undefined) lists.set(parent, [index]);
    else list.push(index);
  }
  return lists;
}

/** The role of a message; null for any other entry. */
export function roleOf(entry: SessionEntry): string | null {
  if (entry.type !== "message") return null;
  if (!isForeign(entry)) return entry.message.role;
  const { message } = entry;
  const role = typeof message === "object" && message !== null && "role" in message ? message.role : null;
  return typeof role === "string" ? role : null;
}
