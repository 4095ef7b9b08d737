import { madeUpId } from "./made-up-id.ts";

/** The version that current agents write (specification: Session Version). */
export const CURRENT_VERSION = 3;

/** One JSON object of a file, fields in the order of the file. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Version 1 to 2: each entry gets an id and hangs below the one before it; `firstKeptEntryIndex`, which counts
 * records from the header as 0, becomes `firstKeptEntryId`. The header, where there is one, is not among `entries`.
 */
export function migrateToVersion2(entries: readonly JsonRecord[]): readonly JsonRecord[] {
  const placed = placeEntries(entries, true);
  return placed.map((entry) => {
    if (entry.type !== "compaction" || typeof entry.firstKeptEntryIndex !== "number") return entry;
    const { firstKeptEntryIndex, ...rest } = entry;
    const kept = placed[firstKeptEntryIndex - 1];
    return kept === undefined ? rest : { ...rest, firstKeptEntryId: kept.id };
  });
}

/** Version 2 to 3: the message role `hookMessage` is now called `custom`. */
export function migrateToVersion3(entries: readonly JsonRecord[]): readonly JsonRecord[] {
  return entries.map(withCurrentRole);
}

/** One entry of version 2 as version 3 has it. */
export function withCurrentRole(entry: JsonRecord): JsonRecord {
  const { message } = entry;
  if (entry.type !== "message" || !isRecord(message) || message.role !== "hookMessage") return entry;
  return { ...entry, message: { ...message, role: "custom" } };
}

/**
 * Entries of any version as current ones. An entry that needs no change is the same object. In a current file too
 * an entry without an id gets one and hangs below the entry before it.
 */
export function migrate(version: number, entries: readonly JsonRecord[]): readonly JsonRecord[] {
  const placed = version < 2 ? migrateToVersion2(entries) : placeEntries(entries, false);
  return version < 3 ? migrateToVersion3(placed) : placed;
}

function placeEntries(entries: readonly JsonRecord[], chained: boolean): readonly JsonRecord[] {
  const taken = new Set<string>();
  for (const { id } of entries) if (typeof id === "string") taken.add(id);
  const place = makePlacer(chained, () => taken);
  return entries.map(place);
}

/**
 * Gives entries that come in the order of their file their places in the tree. `chained` means that each hangs
 * below the one before it, as in version 1. Made-up ids are kept out of what `taken` gives, and added to it.
 */
export function makePlacer(
  chained: boolean,
  taken: () => Set<string>,
): (entry: JsonRecord, index: number) => JsonRecord {
  let previous: string | null = null;
  return (entry, index) => {
    const hasId = typeof entry.id === "string";
    const parent = entry.parentId;
    const hasParent = typeof parent === "string" || parent === null;
    const id: string = hasId ? String(entry.id) : madeUpId(index, JSON.stringify(entry), taken());
    const parentId: string | null = previous;
    previous = id;
    if (hasId && (hasParent || !chained)) return hasParent ? entry : { ...entry, parentId: null };
    const { type, id: _id, parentId: _parentId, ...rest } = entry;
    return { type, id, parentId: hasParent && !chained ? parent : parentId, ...rest };
  };
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
