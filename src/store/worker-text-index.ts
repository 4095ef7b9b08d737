import { type MessagePort, Worker } from "node:worker_threads";
import { TEXT_RANKS } from "../model/query/text-rank.ts";
import type { TextQuestion, TextReport } from "./index/text-index-keeper.ts";
import { RankTable } from "./rank-table.ts";
import type { SessionHits, TextIndex, TextIndexSnapshot, TextMatches } from "./text-index.ts";
import type { TextIndexRequest } from "./text-index-worker.ts";
import { keepNurserySmall, SMALL_NURSERY } from "./worker-limits.ts";

const NOTHING_INDEXED: TextIndexSnapshot = { progress: { indexed: 0, total: 0 }, version: 0, note: "" };

/** A text index that a worker thread keeps. Loading it takes a while, so it starts when it is told to or asked. */
export class WorkerTextIndex implements TextIndex {
  #snapshot = NOTHING_INDEXED;
  readonly #listeners = new Set<() => void>();
  readonly #start: () => Worker;
  #worker: Worker | undefined;
  #isClosed = false;
  /** The worker has ended: nobody will answer any more. */
  #hasFailed = false;
  readonly #table = new RankTable();
  #asked = 0;
  #search: { readonly number: number; readonly onMatches: (matches: TextMatches) => void } | undefined;
  #hits: { readonly number: number; readonly settle: (hits: SessionHits | undefined) => void } | undefined;

  /** `news`: where the worker hears of session files. */
  constructor(script: URL, directory: string, news: MessagePort) {
    this.#start = () => {
      const workerData: TextIndexRequest = { directory, news };
      const worker = new Worker(script, { workerData, transferList: [news], resourceLimits: SMALL_NURSERY });
      keepNurserySmall(worker);
      worker.on("message", (report: TextReport) => this.#receive(report));
      worker.on("error", (error) => this.#fail(error.message));
      worker.on("exit", () => this.#fail("its thread has ended"));
      return worker;
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): TextIndexSnapshot => this.#snapshot;

  /** Begins to index what is new. */
  start(): void {
    if (!this.#isClosed) this.#worker ??= this.#start();
  }

  search(query: string, onMatches: (matches: TextMatches) => void): void {
    const number = ++this.#asked;
    this.#search = { number, onMatches };
    this.#ask({ kind: "search", number, query });
  }

  hits(path: string, query: string): Promise<SessionHits | undefined> {
    this.#hits?.settle(undefined);
    const number = ++this.#asked;
    return new Promise((settle) => {
      this.#hits = { number, settle };
      this.#ask({ kind: "hits", number, path, query });
    });
  }

  close(): void {
    this.#isClosed = true;
    void this.#worker?.terminate();
  }

  #ask(question: TextQuestion): void {
    this.start();
    // Whoever asks does not expect to be answered before it is done asking.
    if (this.#hasFailed) queueMicrotask(() => this.#answerNothing());
    else this.#worker?.postMessage(question);
  }

  #receive(report: TextReport): void {
    switch (report.kind) {
      case "paths":
        this.#table.learn(report.paths);
        break;
      case "state":
        this.#set(report.state);
        break;
      case "ranks":
        if (this.#search?.number === report.number) this.#search.onMatches(this.#table.matches(report));
        break;
      case "hits":
        if (this.#hits?.number === report.number) this.#hits.settle(report.hits);
        break;
    }
  }

  #fail(message: string): void {
    if (this.#isClosed || this.#hasFailed) return;
    this.#hasFailed = true;
    const { progress, version } = this.#snapshot;
    this.#set({
      progress: { ...progress, indexed: 0 },
      version: version + 1,
      note: `Searching texts does not work: ${message}`,
    });
    this.#answerNothing();
  }

  #answerNothing(): void {
    this.#hits?.settle(undefined);
    this.#search?.onMatches({ rankOf: () => TEXT_RANKS.none, isComplete: true, error: undefined });
  }

  #set(snapshot: TextIndexSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}
