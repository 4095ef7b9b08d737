import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { FileNews } from "./index/file-news.ts";
import { TextIndexKeeper, type TextQuestion } from "./index/text-index-keeper.ts";

/** What the worker begins with: where the index lies, and where news of files come from. */
export interface TextIndexRequest {
  readonly directory: string;
  readonly news: MessagePort;
}

/** The interface, on another thread, comes first. */
const NICENESS = 10;

/** On Linux the priority of a thread is its own. */
function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), NICENESS);
  } catch {
    // It is a courtesy.
  }
}

giveWay();
const { directory, news }: TextIndexRequest = workerData;
const keeper = new TextIndexKeeper(directory, (report) => parentPort?.postMessage(report));
news.on("message", (files: FileNews) => keeper.hear(files));
parentPort?.on("message", (question: TextQuestion) => keeper.ask(question));
