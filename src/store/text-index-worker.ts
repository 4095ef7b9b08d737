import { MessageChannel, type MessagePort, parentPort, workerData } from "node:worker_threads";
import { giveWay } from "./give-way.ts";
import type { FileNews } from "./index/file-news.ts";
import { ReadingAhead } from "./index/reading-ahead.ts";
import { TextIndexKeeper, type TextQuestion, type TextReport } from "./index/text-index-keeper.ts";

/** What the worker begins with: where the index lies, and where news of files come from. */
export interface TextIndexRequest {
  readonly directory: string;
  readonly news: MessagePort;
}

giveWay();
const { directory, news }: TextIndexRequest = workerData;
// Whoever tells of files reads them too, when there are many.
const { port1, port2 } = new MessageChannel();
news.postMessage(port2, [port2]);
const report = (one: TextReport) => parentPort?.postMessage(one);
const keeper = new TextIndexKeeper(directory, report, new ReadingAhead(port1));
news.on("message", (files: FileNews) => keeper.hear(files));
parentPort?.on("message", (question: TextQuestion) => keeper.ask(question));
