import { Worker } from "node:worker_threads";
import type { Catalog, CatalogSnapshot } from "./catalog.ts";
import type { ListingBatch, ListingRequest } from "./listing.ts";
import { untilChange } from "./until.ts";

/** A catalog that a worker thread fills, so that reading never holds up the keyboard. */
export class WorkerCatalog implements Catalog {
  #snapshot: CatalogSnapshot = {
    sessions: [],
    diagnostics: [],
    progress: { read: 0, total: 0 },
    loading: true,
    places: [],
  };
  readonly #listeners = new Set<() => void>();
  readonly #worker: Worker;

  /** Waits for the first rows, but no longer than `timeout` ms: a first frame that has them saves a second one. */
  whenStarted(timeout: number): Promise<void> {
    return untilChange(this, timeout);
  }

  constructor(script: URL, request: ListingRequest) {
    this.#worker = new Worker(script, { workerData: request });
    this.#worker.on("message", (batch: ListingBatch) => this.#add(batch));
    this.#worker.on("error", (error) => this.#fail(error.message));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): CatalogSnapshot => this.#snapshot;

  close(): void {
    void this.#worker.terminate();
  }

  #add(batch: ListingBatch): void {
    const { sessions, diagnostics } = this.#snapshot;
    this.#set({
      sessions: batch.sessions.length === 0 ? sessions : sessions.concat(batch.sessions),
      diagnostics: batch.diagnostics.length === 0 ? diagnostics : diagnostics.concat(batch.diagnostics),
      progress: batch.progress,
      loading: !batch.done,
      places: batch.places,
    });
  }

  #fail(message: string): void {
    const diagnostics = [...this.#snapshot.diagnostics, { path: "the reader", reason: message }];
    this.#set({ ...this.#snapshot, diagnostics, loading: false });
  }

  #set(snapshot: CatalogSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}
