import { digestLabels, type EntryDigest } from "../../src/model/entry-digest.ts";
import { EntryDigester } from "../../src/model/entry-digester.ts";
import { parseLine } from "../../src/model/line.ts";
import { connectors, type Outline, outlineOf } from "../../src/model/outline.ts";
import { shownBy, type TreeFilter } from "../../src/model/tree-filter.ts";
import { shapeOf } from "../../src/model/tree-shape.ts";

/** Entries as rows of a tree, through the reader's own parts. */
export function digestsOf(objects: readonly object[], version = 3): readonly EntryDigest[] {
  const digester = new EntryDigester(version, () => []);
  return objects.flatMap((object) =>
    parseLine(JSON.stringify(object), 1).values.flatMap((value) =>
      value.kind === "header" ? [] : [digester.add(value.entry, value.kind === "entry")],
    ),
  );
}

export interface SeenThrough {
  readonly filter?: TreeFilter;
  /** Ids of folded entries. */
  readonly folded?: readonly string[];
  /** Ids of entries that a search found. */
  readonly matches?: readonly string[];
}

/** The outline of entries, meant by their ids. */
export function outlineFor(digests: readonly EntryDigest[], seen: SeenThrough = {}): Outline {
  const { filter = "default", folded = [], matches } = seen;
  const labels = digestLabels(digests);
  const shape = shapeOf(digests);
  const indexOf = (id: string) => digests.findIndex((digest) => digest.id === id);
  const shown = shownBy(filter, digests, labels, shape.leaf);
  return outlineOf(shape, {
    shown,
    folded: new Set(folded.map(indexOf)),
    matches:
      matches === undefined
        ? undefined
        : Uint8Array.from(digests, ({ id }) => (matches.includes(id) ? 1 : 0)),
  });
}

/** The rows as text: connectors, `•` on the way to the leaf, id. */
export function rowsOf(digests: readonly EntryDigest[], outline: Outline): readonly string[] {
  return Array.from(outline.rows, (entry) => {
    const active = outline.shape.active[entry] === 1 ? "•" : "";
    return `${connectors(outline, entry, 0)}${active}${digests[entry]?.id}`;
  });
}
