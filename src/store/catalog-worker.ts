import { parentPort, workerData } from "node:worker_threads";
import { CatalogKeeper, type CatalogRequest } from "./catalog-keeper.ts";

/** What the interface asks of the worker. */
export type CatalogQuestion =
  | { readonly kind: "reread" }
  | { readonly kind: "show"; readonly paths: readonly string[] };

const request: CatalogRequest = workerData;
const keeper = new CatalogKeeper(request, (report) => parentPort?.postMessage(report));
parentPort?.on("message", (question: CatalogQuestion) => {
  if (question.kind === "reread") keeper.reread();
  else keeper.show(question.paths);
});
keeper.start();
