import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { CatalogKeeper, type CatalogReport, type CatalogRequest } from "./catalog-keeper.ts";
import { giveWay } from "./give-way.ts";
import { AheadReader } from "./index/ahead-reader.ts";
import { openFileMemory } from "./index/open-file-memory.ts";

/** What the worker begins with. */
export interface CatalogWorkerRequest extends CatalogRequest {
  /** Where the index lies; undefined to do without. */
  readonly cacheDirectory: string | undefined;
  /** Who is told of session files. */
  readonly news: MessagePort | undefined;
}

/** What the interface asks of the worker. */
export type CatalogQuestion =
  | { readonly kind: "reread" }
  | { readonly kind: "show"; readonly paths: readonly string[] };

const { cacheDirectory, news, ...request }: CatalogWorkerRequest = workerData;
const report = (one: CatalogReport) => parentPort?.postMessage(one);

const memory =
  cacheDirectory === undefined
    ? undefined
    : openFileMemory(cacheDirectory, (note) => report({ kind: "note", note }));
const keeper = new CatalogKeeper(request, report, {
  memory,
  onNews: news === undefined ? undefined : (files) => news.postMessage(files),
});
// Whoever indexes the texts has more to do than this thread, once all sessions are listed.
news?.once("message", (port: MessagePort) => new AheadReader(port, () => keeper.isBusy, giveWay));
parentPort?.on("message", (question: CatalogQuestion) => {
  if (question.kind === "reread") keeper.reread();
  else keeper.show(question.paths);
});
keeper.start();
