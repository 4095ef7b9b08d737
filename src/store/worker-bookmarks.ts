import { Worker } from "node:worker_threads";
import type { SessionDigest } from "../model/digest.ts";
import type { Bookmark, BookmarkReader } from "./bookmarks.ts";
import type { BookmarksAnswer, BookmarksQuestion } from "./bookmarks-worker.ts";
import { PendingAnswers } from "./pending-answers.ts";

/** Reads what stands behind labels, in a worker thread that begins with the first question. */
export class WorkerBookmarks implements BookmarkReader {
  readonly #script: URL;
  readonly #answers = new PendingAnswers();
  #worker: Worker | undefined;

  constructor(script: URL) {
    this.#script = script;
  }

  /** The bookmarks of sessions. Rejects when the worker has ended. */
  read = (sessions: readonly SessionDigest[]): Promise<readonly Bookmark[]> =>
    this.#answers.ask((number) => {
      // Of a session the worker needs no more than this.
      const wanted = sessions.map(({ path, labels }) => ({ path, labels }));
      const question: BookmarksQuestion = { number, sessions: wanted };
      this.#worker ??= this.#start();
      this.#worker.postMessage(question);
    });

  close(): void {
    this.#answers.end("The bookmarks were closed.");
    void this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.on("message", (answer: BookmarksAnswer) => {
      if ("failure" in answer) this.#answers.refuse(answer.number, answer.failure);
      else this.#answers.settle(answer.number, answer.bookmarks);
    });
    worker.on("error", (error) => this.#answers.end(error.message));
    return worker;
  }
}
