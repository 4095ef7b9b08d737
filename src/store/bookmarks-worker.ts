import { parentPort } from "node:worker_threads";
import { type Bookmark, bookmarksOf, type LabelledSession } from "./bookmarks.ts";

/** What the interface asks of the worker: the bookmarks of these sessions. */
export interface BookmarksQuestion {
  readonly number: number;
  readonly sessions: readonly LabelledSession[];
}

export type BookmarksAnswer = { readonly number: number } & (
  | { readonly bookmarks: readonly Bookmark[] }
  | { readonly failure: string }
);

function answer({ number, sessions }: BookmarksQuestion): BookmarksAnswer {
  try {
    return { number, bookmarks: [...bookmarksOf(sessions)].flat() };
  } catch (error) {
    return { number, failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on("message", (question: BookmarksQuestion) => parentPort?.postMessage(answer(question)));
