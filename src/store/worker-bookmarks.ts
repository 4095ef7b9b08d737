import { Worker } from "node:worker_threads";
import type { SessionDigest } from "../model/digest.ts";
import type { Bookmark, BookmarkReader } from "./bookmarks.ts";
import type { BookmarksAnswer, BookmarksQuestion } from "./bookmarks-worker.ts";

interface Waiting {
  readonly settle: (bookmarks: readonly Bookmark[]) => void;
  readonly refuse: (error: Error) => void;
}

/** Reads what stands behind labels, in a worker thread that begins with the first question. */
export class WorkerBookmarks implements BookmarkReader {
  readonly #script: URL;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #asked = 0;
  #ended: string | undefined;

  constructor(script: URL) {
    this.#script = script;
  }

  /** The bookmarks of sessions. Rejects when the worker has ended. */
  read = (sessions: readonly SessionDigest[]): Promise<readonly Bookmark[]> => {
    if (this.#ended !== undefined) return Promise.reject(new Error(this.#ended));
    const number = ++this.#asked;
    // Of a session the worker needs no more than this.
    const question: BookmarksQuestion = {
      number,
      sessions: sessions.map(({ path, labels }) => ({ path, labels })),
    };
    return new Promise((settle, refuse) => {
      this.#waiting.set(number, { settle, refuse });
      this.#worker ??= this.#start();
      this.#worker.postMessage(question);
    });
  };

  close(): void {
    this.#end("The bookmarks were closed.");
    void this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.on("message", (answer: BookmarksAnswer) => this.#receive(answer));
    worker.on("error", (error) => this.#end(error.message));
    return worker;
  }

  #receive(answer: BookmarksAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if ("failure" in answer) waiting?.refuse(new Error(answer.failure));
    else waiting?.settle(answer.bookmarks);
  }

  /** Nobody will answer any more. */
  #end(reason: string): void {
    this.#ended = reason;
    for (const { refuse } of this.#waiting.values()) refuse(new Error(reason));
    this.#waiting.clear();
  }
}
