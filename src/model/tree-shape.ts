import { parentIndexes } from "./tree.ts";

/** What the shape of a tree depends on. */
export interface ShapeEntry {
  readonly id: string;
  readonly parentId: string | null;
  /** ms since 1970 */
  readonly time: number | undefined;
}

/**
 * The tree of a session in numbers: entry `i` is the i-th of the file. The branch that holds the leaf comes first
 * among its siblings, the others follow oldest first.
 */
export interface TreeShape {
  /** For each entry its parent, -1 for a root. Following these always ends. */
  readonly parents: Int32Array;
  /** All entries, each before what hangs below it. */
  readonly order: Int32Array;
  /** For each entry its position in `order`. */
  readonly places: Int32Array;
  /** 1 for the entries from the root to the leaf. */
  readonly active: Uint8Array;
  /** The last entry of the file; -1 where there is none. */
  readonly leaf: number;
}

/** The shape of a tree; linear in the number of entries apart from sorting siblings. */
export function shapeOf(entries: readonly ShapeEntry[]): TreeShape {
  return shaped(entries, parentIndexes(entries));
}

/** Makes the shapes of a session that grows: what is known of its entries is not looked up again. */
export class GrowingShape {
  #parents = new Int32Array();
  readonly #indexes = new Map<string, number>();
  /** Ids of parents that were not there. */
  readonly #missing = new Set<string>();

  /** The shape of all entries, of which those that were there the last time are the same. */
  of(entries: readonly ShapeEntry[]): TreeShape {
    const known = this.#parents.length;
    const parents = known > 0 && entries.length >= known ? this.#grown(entries, known) : undefined;
    this.#parents = parents ?? this.#anew(entries);
    return shaped(entries, this.#parents);
  }

  /** Undefined where a new entry changes what hangs below others: it has a known id, or is a missing parent. */
  #grown(entries: readonly ShapeEntry[], known: number): Int32Array<ArrayBuffer> | undefined {
    const parents = new Int32Array(entries.length);
    parents.set(this.#parents);
    for (let index = known; index < entries.length; index++) {
      const entry = entries[index];
      if (entry === undefined || this.#indexes.has(entry.id) || this.#missing.has(entry.id)) return undefined;
      this.#note(entry, index);
      parents[index] = entry.parentId === null ? -1 : (this.#indexes.get(entry.parentId) ?? -1);
      if (parents[index] === index) parents[index] = -1;
    }
    return parents;
  }

  #anew(entries: readonly ShapeEntry[]): Int32Array<ArrayBuffer> {
    this.#indexes.clear();
    this.#missing.clear();
    for (const [index, entry] of entries.entries()) this.#indexes.set(entry.id, index);
    for (const [index, entry] of entries.entries()) this.#note(entry, index);
    return parentIndexes(entries);
  }

  #note({ id, parentId }: ShapeEntry, index: number): void {
    this.#indexes.set(id, this.#indexes.get(id) ?? index);
    if (parentId !== null && !this.#indexes.has(parentId)) this.#missing.add(parentId);
  }
}

function shaped(entries: readonly ShapeEntry[], parents: Int32Array): TreeShape {
  const leaf = entries.length - 1;
  const active = new Uint8Array(entries.length);
  for (let at = leaf; at !== -1; at = parents[at] ?? -1) active[at] = 1;
  const children = new ChildLists(parents);
  children.sort(entries, active);
  const order = children.preorder();
  const places = new Int32Array(entries.length);
  for (let place = 0; place < order.length; place++) places[order[place] ?? 0] = place;
  return { parents, order, places, active, leaf };
}

/** The children of all entries in one array, those of entry `i` from `starts[i + 1]` on; roots are those of -1. */
class ChildLists {
  readonly #starts: Int32Array;
  readonly #lists: Int32Array;

  constructor(parents: Int32Array) {
    const count = parents.length;
    const starts = new Int32Array(count + 2);
    for (const parent of parents) starts[parent + 2] = (starts[parent + 2] ?? 0) + 1;
    for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
    const next = starts.slice();
    const lists = new Int32Array(count);
    for (let entry = 0; entry < count; entry++) {
      const slot = (parents[entry] ?? -1) + 1;
      const at = next[slot] ?? 0;
      lists[at] = entry;
      next[slot] = at + 1;
    }
    this.#starts = starts;
    this.#lists = lists;
  }

  sort(entries: readonly ShapeEntry[], active: Uint8Array): void {
    for (let slot = 0; slot + 1 < this.#starts.length; slot++) {
      const [start, end] = [this.#starts[slot] ?? 0, this.#starts[slot + 1] ?? 0];
      if (end - start > 1) sortSiblings(this.#lists.subarray(start, end), entries, active);
    }
  }

  preorder(): Int32Array {
    const order = new Int32Array(this.#lists.length);
    const stack = new Int32Array(this.#lists.length);
    let [length, depth] = [0, 0];
    const push = (slot: number) => {
      const start = this.#starts[slot] ?? 0;
      for (let at = (this.#starts[slot + 1] ?? 0) - 1; at >= start; at--)
        stack[depth++] = this.#lists[at] ?? 0;
    };
    push(0);
    while (depth > 0) {
      const entry = stack[--depth] ?? 0;
      order[length++] = entry;
      push(entry + 1);
    }
    return order;
  }
}

/** An entry without a time stays behind the one that stands before it in the file. */
function sortSiblings(siblings: Int32Array, entries: readonly ShapeEntry[], active: Uint8Array): void {
  let time = Number.NEGATIVE_INFINITY;
  const timed = Array.from(siblings, (entry) => {
    time = entries[entry]?.time ?? time;
    return { entry, time, isActive: active[entry] === 1 };
  });
  timed.sort((a, b) => {
    if (a.isActive !== b.isActive) return a.isActive ? -1 : 1;
    return a.time === b.time ? 0 : a.time - b.time;
  });
  for (const [index, { entry }] of timed.entries()) siblings[index] = entry;
}
