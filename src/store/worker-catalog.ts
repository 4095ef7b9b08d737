import { Worker } from "node:worker_threads";
import type { SessionDigest } from "../model/digest.ts";
import {
  type Catalog,
  type CatalogChange,
  type CatalogSnapshot,
  changedSessions,
  EMPTY_CATALOG,
  withChange,
} from "./catalog.ts";
import type { CatalogReport } from "./catalog-keeper.ts";
import type { CatalogQuestion, CatalogWorkerRequest } from "./catalog-worker.ts";
import { untilChange } from "./until.ts";
import { keepNurserySmall, SMALL_NURSERY } from "./worker-limits.ts";

/** A catalog that a worker thread keeps, so that reading never holds up the keyboard. */
export class WorkerCatalog implements Catalog {
  #snapshot = EMPTY_CATALOG;
  readonly #listeners = new Set<() => void>();
  readonly #worker: Worker;
  /** Sessions that are shown together with those that follow. */
  #parts: (readonly SessionDigest[])[] = [];

  /** Waits for the first rows, but no longer than `timeout` ms: a first frame that has them saves a second one. */
  whenStarted(timeout: number): Promise<void> {
    return untilChange(this, timeout, () => this.#snapshot.sessions.length > 0 || !this.#snapshot.loading);
  }

  constructor(script: URL, request: CatalogWorkerRequest) {
    const { news } = request;
    this.#worker = new Worker(script, {
      workerData: request,
      transferList: news === undefined ? [] : [news],
      resourceLimits: SMALL_NURSERY,
    });
    keepNurserySmall(this.#worker);
    this.#worker.on("message", (report: CatalogReport) => this.#receive(report));
    this.#worker.on("error", (error) => this.#fail(error.message));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): CatalogSnapshot => this.#snapshot;

  reread(): void {
    this.#ask({ kind: "reread" });
  }

  show(paths: readonly string[]): void {
    this.#ask({ kind: "show", paths });
  }

  close(): void {
    void this.#worker.terminate();
  }

  #ask(question: CatalogQuestion): void {
    this.#worker.postMessage(question);
  }

  #receive(report: CatalogReport): void {
    if (report.kind === "change") this.#take(report.change);
    else if (report.kind === "note") this.#set({ ...this.#snapshot, note: report.note });
    else this.#set({ ...this.#snapshot, watching: report.watching });
  }

  #take(change: CatalogChange): void {
    const sessions = changedSessions(change);
    if (change.isPart === true) this.#parts.push(sessions);
    else {
      const all = this.#parts.length === 0 ? sessions : [...this.#parts, sessions].flat();
      this.#parts = [];
      this.#set(withChange(this.#snapshot, { ...change, sessions: all, recalled: undefined }));
    }
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
