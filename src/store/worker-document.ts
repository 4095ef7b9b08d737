import { Worker } from "node:worker_threads";
import type { BranchTotals } from "../model/compare.ts";
import type { EntryDigest } from "../model/entry-digest.ts";
import type { LineDiagnostic } from "../model/line.ts";
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
import type {
  DocumentQuestion,
  DocumentReport,
  DocumentRequest,
  NumberedQuestion,
} from "./document-worker.ts";
import { PendingAnswers } from "./pending-answers.ts";
import { untilChange } from "./until.ts";

/** Lines are parsed and forgotten at once: a larger nursery would only take more memory. */
const YOUNG_MB = 8;

/** A session that a worker thread reads, searches and writes, so that none of it holds up the keyboard. */
export class WorkerDocument implements SessionDocument {
  #snapshot: DocumentSnapshot;
  readonly #listeners = new Set<() => void>();
  readonly #answers = new PendingAnswers();
  /** What was asked to be written, and is not yet. */
  #writes = 0;
  readonly #worker: Worker;
  /** All entries so far, and all diagnostics but that of a last line that is not whole. */
  #arrived: EntryDigest[] = [];
  #problems: LineDiagnostic[] = [];
  /** Another file is at the path, and is being read. */
  #isReplaced = false;
  #restarts = 0;

  constructor(script: URL, request: DocumentRequest) {
    this.#snapshot = emptySnapshot(request.path);
    this.#worker = new Worker(script, {
      workerData: request,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#worker.on("message", (report: DocumentReport) => this.#receive(report));
    this.#worker.on("error", (error) => {
      this.#fail(error.message);
      this.#answers.end(error.message);
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
    return this.#write({ kind: "label", entryId, text });
  }

  rename(name: string): Promise<void> {
    return this.#write({ kind: "rename", name });
  }

  continueFrom(request: ContinueRequest): Promise<ContinueResult> {
    return this.#write({ kind: "continue", request });
  }

  close(): void {
    this.#answers.end("The session was closed.");
    // What is being written is written to its end.
    if (this.#writes > 0) this.#worker.postMessage("close");
    else void this.#worker.terminate();
  }

  async #write<Answer>(question: DocumentQuestion): Promise<Answer> {
    this.#writes++;
    try {
      return await this.#ask<Answer>(question);
    } finally {
      this.#writes--;
    }
  }

  #ask<Answer>(question: DocumentQuestion): Promise<Answer> {
    const { generation } = this.#snapshot;
    return this.#answers.ask((number) => {
      const message: NumberedQuestion = { number, question, generation };
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
      case "polling":
        this.#set({ ...this.#snapshot, polling: report.reason });
        break;
      case "answer":
        this.#answers.settle(report.number, report.value);
        break;
      case "refused":
        this.#answers.refuse(report.number, report.reason);
    }
  }

  #add(batch: DocumentBatch): void {
    if (batch.restart) {
      this.#arrived = [];
      this.#problems = [];
      this.#isReplaced = true;
      this.#restarts++;
    }
    for (const entry of batch.entries) this.#arrived.push(entry);
    for (const problem of batch.diagnostics) this.#problems.push(problem);
    // Half a session is no use to anybody: until a new file is read the old one stays.
    if (!this.#isReplaced) this.#show(batch);
    // Who rewrites a file in place empties it first.
    else if (batch.done && this.#arrived.length === 0 && this.#snapshot.entries.length > 0)
      this.#fail("the file holds no entries");
    else if (batch.done) this.#show(batch);
  }

  #show(batch: DocumentBatch): void {
    const before = this.#snapshot;
    const { header, version, progress, torn } = batch;
    const loading = before.loading && !batch.done;
    // Each snapshot has its own array.
    const isNews = !loading && (this.#isReplaced || this.#arrived.length > before.entries.length);
    const entries = isNews ? this.#arrived.slice() : before.entries;
    const generation = this.#restarts;
    const diagnostics = this.#problems.concat(torn);
    this.#isReplaced = false;
    const read = { header, version, progress, entries, diagnostics, loading, generation };
    this.#set({ ...before, ...read, failure: undefined });
  }

  #fail(reason: string): void {
    this.#set({ ...this.#snapshot, loading: false, failure: reason });
  }

  #set(snapshot: DocumentSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}

function emptySnapshot(path: string): DocumentSnapshot {
  return {
    path,
    generation: 0,
    header: undefined,
    version: CURRENT_VERSION,
    entries: [],
    diagnostics: [],
    progress: { read: 0, total: 0 },
    loading: true,
    failure: undefined,
    polling: undefined,
  };
}
