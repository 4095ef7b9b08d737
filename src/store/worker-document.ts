import { Worker } from "node:worker_threads";
import type { BranchTotals } from "../model/compare.ts";
import type { EntryDigest } from "../model/entry-digest.ts";
import { CURRENT_VERSION } from "../model/migrate.ts";
import type { EntrySection } from "../model/sections.ts";
import type {
  ContinueRequest,
  ContinueResult,
  DocumentSnapshot,
  FileState,
  SearchResult,
  SessionDocument,
} from "./document.ts";
import type { DocumentBatch } from "./document-reader.ts";
import type { DocumentQuestion, DocumentReport, NumberedQuestion } from "./document-worker.ts";
import { untilChange } from "./until.ts";

interface Waiting {
  readonly settle: (value: never) => void;
  readonly refuse: (error: Error) => void;
}

/** Lines are parsed and forgotten at once: a larger nursery would only take more memory. */
const YOUNG_MB = 8;

/** A session that a worker thread reads, searches and writes, so that none of it holds up the keyboard. */
export class WorkerDocument implements SessionDocument {
  #snapshot: DocumentSnapshot;
  readonly #listeners = new Set<() => void>();
  readonly #waiting = new Map<number, Waiting>();
  readonly #worker: Worker;
  #asked = 0;
  #ended: string | undefined;
  /** The diagnostic of a last line that was not whole when it was read: the next report replaces it. */
  #torn: DocumentBatch["torn"] = [];
  /** All entries so far. */
  #arrived: EntryDigest[] = [];

  constructor(script: URL, path: string) {
    this.#snapshot = emptySnapshot(path);
    this.#worker = new Worker(script, {
      workerData: { path },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#worker.on("message", (report: DocumentReport) => this.#receive(report));
    this.#worker.on("error", (error) => {
      this.#fail(error.message);
      this.#end(error.message);
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): DocumentSnapshot => this.#snapshot;

  /** Waits until the session is read, but no longer than `timeout` ms: then the first frame has rows. */
  whenRead(timeout: number): Promise<void> {
    return untilChange(this, timeout, () => !this.#snapshot.loading);
  }

  search(query: string): Promise<SearchResult | undefined> {
    return this.#ask({ kind: "search", query });
  }

  sections(index: number): Promise<readonly EntrySection[]> {
    return this.#ask({ kind: "sections", index });
  }

  rawJson(index: number): Promise<string> {
    return this.#ask({ kind: "rawJson", index });
  }

  copyText(index: number): Promise<string> {
    return this.#ask({ kind: "copyText", index });
  }

  totals(entries: readonly number[]): Promise<BranchTotals> {
    return this.#ask({ kind: "totals", entries });
  }

  fileState(): Promise<FileState> {
    return this.#ask({ kind: "fileState" });
  }

  label(entryId: string, text: string): Promise<void> {
    return this.#ask({ kind: "label", entryId, text });
  }

  continueFrom(request: ContinueRequest): Promise<ContinueResult> {
    return this.#ask({ kind: "continue", request });
  }

  close(): void {
    this.#end("The session was closed.");
    void this.#worker.terminate();
  }

  /** The answer's type belongs to the question's kind; both ends are built together. */
  #ask<Answer>(question: DocumentQuestion): Promise<Answer> {
    if (this.#ended !== undefined) return Promise.reject(new Error(this.#ended));
    const number = ++this.#asked;
    return new Promise<Answer>((settle, refuse) => {
      this.#waiting.set(number, { settle, refuse });
      const message: NumberedQuestion = { number, question };
      this.#worker.postMessage(message);
    });
  }

  #receive(report: DocumentReport): void {
    switch (report.kind) {
      case "batch":
        this.#add(report.batch);
        break;
      case "failed":
        this.#fail(report.reason);
        break;
      case "answer":
        this.#taken(report.number)?.settle(report.value as never);
        break;
      case "refused":
        this.#taken(report.number)?.refuse(new Error(report.reason));
    }
  }

  #taken(number: number): Waiting | undefined {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    return waiting;
  }

  #add(batch: DocumentBatch): void {
    const { path, generation } = this.#snapshot;
    const before = batch.restart ? emptySnapshot(path, generation + 1) : this.#snapshot;
    if (batch.restart) this.#arrived = [];
    for (const entry of batch.entries) this.#arrived.push(entry);
    const { header, version, progress, torn } = batch;
    const known = before.diagnostics.filter((diagnostic) => !this.#torn.includes(diagnostic));
    const diagnostics = known.concat(batch.diagnostics, torn);
    this.#torn = torn;
    const loading = before.loading && !batch.done;
    // Each snapshot has its own array; half a session is no use to anybody, so there is none of that.
    const isNews = !loading && this.#arrived.length > before.entries.length;
    const entries = isNews ? this.#arrived.slice() : before.entries;
    this.#set({ ...before, header, version, progress, entries, diagnostics, loading, failure: undefined });
  }

  /** Nobody will answer any more. */
  #end(reason: string): void {
    this.#ended = reason;
    for (const { refuse } of this.#waiting.values()) refuse(new Error(reason));
    this.#waiting.clear();
  }

  #fail(reason: string): void {
    this.#set({ ...this.#snapshot, loading: false, failure: reason });
  }

  #set(snapshot: DocumentSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}

function emptySnapshot(path: string, generation = 0): DocumentSnapshot {
  return {
    path,
    generation,
    header: undefined,
    version: CURRENT_VERSION,
    entries: [],
    diagnostics: [],
    progress: { read: 0, total: 0 },
    loading: true,
    failure: undefined,
  };
}
