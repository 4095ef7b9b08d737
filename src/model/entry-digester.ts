import { callsOf, digestEntry } from "./describe.ts";
import { type EntryDigest, roleWord } from "./entry-digest.ts";
import { CURRENT_VERSION, type JsonRecord, makePlacer, withCurrentRole } from "./migrate.ts";
import type { EntryPlace, SessionEntry } from "./session-entry.ts";
import { asSessionEntry } from "./session-text.ts";

/** Turns the records of a file, in its order, into rows of a tree. What one record says of later ones is kept. */
export class EntryDigester {
  readonly #isOld: boolean;
  readonly #calls = new Map<string, string>();
  readonly #place: ReturnType<typeof makePlacer>;
  #count = 0;
  /** All ids so far, once an id had to be made up. */
  #taken: Set<string> | undefined;

  /**
   * `version` is the file's own (specification: Session Version). `takenIds` gives the ids of the records so far; it
   * is asked for once, when one has no id.
   */
  constructor(version: number, takenIds: () => Iterable<string>) {
    this.#isOld = version < CURRENT_VERSION;
    this.#place = makePlacer(version < 2, () => {
      this.#taken ??= new Set(takenIds());
      return this.#taken;
    });
  }

  /** `isKnown` says that the record fits the schema of its type as it stands. */
  add(record: JsonRecord, isKnown: boolean): EntryDigest {
    const placed = this.#place(record, this.#count++);
    const entry = currentEntry(record, placed, isKnown, this.#isOld);
    this.#taken?.add(entry.id);
    for (const [id, description] of callsOf(entry)) this.#calls.set(id, description);
    return digestEntry(entry, this.#calls);
  }

  /** The words of an entry's row: what is to be seen is to be found. */
  rowWords(entry: SessionEntry): string {
    const digest = digestEntry(entry, this.#calls);
    // What was said stands in the entry's own text.
    const isSaid = digest.kind === "user" || digest.kind === "assistant";
    return roleWord(digest) + (isSaid ? "" : digest.text);
  }

  /** A record that was added before, read again: the place that it got then is known. */
  again(record: JsonRecord, isKnown: boolean, { id, parentId }: EntryPlace): SessionEntry {
    const isPlaced = record.id === id && record.parentId === parentId;
    const { type, id: _id, parentId: _parentId, ...rest } = record;
    return currentEntry(record, isPlaced ? record : { type, id, parentId, ...rest }, isKnown, this.#isOld);
  }
}

function currentEntry(
  record: JsonRecord,
  placed: JsonRecord,
  isKnown: boolean,
  isOld: boolean,
): SessionEntry {
  const current = isOld ? withCurrentRole(placed) : placed;
  return asSessionEntry(current, isKnown && current === record);
}
