import type { SessionDigest } from "../../src/model/digest.ts";
import { type Catalog, type CatalogSnapshot, EMPTY_CATALOG } from "../../src/store/catalog.ts";

/** A catalog that lives in memory only; it remembers what it was asked for. */
export class MemoryCatalog implements Catalog {
  rereads = 0;
  shown: readonly string[] = [];
  readonly #listeners = new Set<() => void>();
  #snapshot: CatalogSnapshot;

  constructor(sessions: readonly SessionDigest[], rest: Partial<CatalogSnapshot> = {}) {
    const progress = { read: sessions.length, total: sessions.length };
    this.#snapshot = { ...EMPTY_CATALOG, sessions, progress, loading: false, ...rest };
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = () => this.#snapshot;

  reread() {
    this.rereads++;
  }

  show(paths: readonly string[]) {
    this.shown = paths;
  }

  close() {}

  set(rest: Partial<CatalogSnapshot>) {
    this.#snapshot = { ...this.#snapshot, ...rest };
    for (const listener of this.#listeners) listener();
  }
}
