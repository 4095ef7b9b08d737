import { type EntryLabel, labelsOf } from "./labels.ts";
import type { EntryPlace, SessionEntry } from "./session-entry.ts";

/** An entry with what hangs below it (specification: getTree). */
export interface SessionTreeNode {
  readonly entry: SessionEntry;
  /** Oldest first. */
  readonly children: readonly SessionTreeNode[];
  readonly label: EntryLabel | undefined;
}

/** Entries by id. Of two entries with one id the later one is found. */
export function entriesById(entries: readonly SessionEntry[]): ReadonlyMap<string, SessionEntry> {
  const byId = new Map<string, SessionEntry>();
  for (const entry of entries) byId.set(entry.id, entry);
  return byId;
}

/** The leaf as a file says it: its last entry. Null for a session without entries. */
export function leafOf(entries: readonly SessionEntry[]): SessionEntry | null {
  return entries.at(-1) ?? null;
}

/**
 * The entries from the root to `leafId`, both included; empty when there is no such entry. A parent that does not
 * exist ends the way, and so does one that was passed already.
 */
export function branchPath(
  byId: ReadonlyMap<string, SessionEntry>,
  leafId: string | null,
): readonly SessionEntry[] {
  const path: SessionEntry[] = [];
  const passed = new Set<SessionEntry>();
  let entry = leafId === null ? undefined : byId.get(leafId);
  while (entry !== undefined && !passed.has(entry)) {
    passed.add(entry);
    path.push(entry);
    entry = entry.parentId === null ? undefined : byId.get(entry.parentId);
  }
  return path.reverse();
}

/** The entries directly below one, oldest first. */
export function childrenOf(entries: readonly SessionEntry[], parentId: string): readonly SessionEntry[] {
  const children = entries.filter((entry) => entry.parentId === parentId && entry.id !== parentId);
  return sortByTime(children.map((entry) => ({ entry }))).map(({ entry }) => entry);
}

interface GrowingNode extends SessionTreeNode {
  readonly children: GrowingNode[];
}

/**
 * All entries as a tree; every entry appears exactly once. An entry whose parent does not exist, or is the entry
 * itself, is a root; of a cycle the first entry in the file is. Roots and children are ordered by time.
 */
export function buildTree(entries: readonly SessionEntry[]): readonly SessionTreeNode[] {
  const labels = labelsOf(entries);
  const nodes = entries.map((entry): GrowingNode => ({ entry, children: [], label: labels.get(entry.id) }));
  const parents = parentIndexes(entries);
  const roots: GrowingNode[] = [];
  for (const [index, node] of nodes.entries()) {
    const parent = nodes[parents[index] ?? -1];
    if (parent === undefined) roots.push(node);
    else parent.children.push(node);
  }
  for (const node of nodes) sortByTime(node.children);
  return sortByTime(roots);
}

/**
 * For each entry the index of its parent, -1 for a root. Cycles are cut at their first entry, so that following
 * these indexes always ends at a root.
 */
export function parentIndexes(entries: readonly EntryPlace[]): Int32Array<ArrayBuffer> {
  const indexes = new Map<string, number>();
  for (let index = 0; index < entries.length; index++) {
    const id = entries[index]?.id;
    if (id !== undefined) indexes.set(id, index);
  }
  const parents = new Int32Array(entries.length);
  for (let index = 0; index < entries.length; index++) {
    const parentId = entries[index]?.parentId ?? null;
    const parent = parentId === null ? undefined : indexes.get(parentId);
    parents[index] = parent === undefined || parent === index ? -1 : parent;
  }
  return cutCycles(parents);
}

/** Walks up from each entry once; who meets the own walk again has found a cycle. */
function cutCycles(parents: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const walkOf = new Int32Array(parents.length).fill(-1);
  for (let start = 0; start < parents.length; start++) {
    let at = start;
    while (at !== -1 && walkOf[at] === -1) {
      walkOf[at] = start;
      at = parents[at] ?? -1;
    }
    if (at === -1 || walkOf[at] !== start) continue;
    let first = at;
    for (let next = parents[at] ?? -1; next !== at; next = parents[next] ?? -1) first = Math.min(first, next);
    parents[first] = -1;
  }
  return parents;
}

/** Oldest first; an entry without a time stays behind the one that stands before it in the file. */
function sortByTime<Node extends { readonly entry: SessionEntry }>(nodes: Node[]): Node[] {
  if (nodes.length < 2) return nodes;
  let time = Number.NEGATIVE_INFINITY;
  const timed = nodes.map((node) => {
    const own = Date.parse(String(node.entry.timestamp ?? ""));
    if (!Number.isNaN(own)) time = own;
    return { node, time };
  });
  timed.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time));
  for (const [index, { node }] of timed.entries()) nodes[index] = node;
  return nodes;
}
