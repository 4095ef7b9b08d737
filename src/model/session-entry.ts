import type { KnownEntry } from "./entry.ts";

/** The place of an entry in the tree, which every entry has once its file was read (specification: Entry Base). */
export interface EntryPlace {
  readonly id: string;
  /** Null for a first entry. It may name an entry that does not exist: then the entry counts as a first one. */
  readonly parentId: string | null;
}

/** Marks what no schema fits. A symbol, so that it never reaches a file. */
export const foreign: unique symbol = Symbol("foreign");

/** An entry of a type that treeline knows: `type` tells which. */
export type KnownSessionEntry = KnownEntry & EntryPlace & { readonly [foreign]?: undefined };

/** An entry of another type, or with a value that does not fit its type: every field as it was read. */
export interface ForeignSessionEntry extends EntryPlace {
  readonly [foreign]: true;
  readonly type: string;
  /** Should be an ISO time, but this entry may hold anything. */
  readonly timestamp?: unknown;
  readonly [field: string]: unknown;
}

/** An entry of a session. Ask `isForeign` first: a foreign entry may have any type and any fields. */
export type SessionEntry = KnownSessionEntry | ForeignSessionEntry;

/** Whether no schema fits the entry. */
export function isForeign(entry: SessionEntry): entry is ForeignSessionEntry {
  return entry[foreign] === true;
}
