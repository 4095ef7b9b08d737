import { parentPort, workerData } from "node:worker_threads";
import { type ListingRequest, listSessions } from "./listing.ts";

/** The worker's whole life: read everything, report in batches, end. */
const request: ListingRequest = workerData;
for (const batch of listSessions(request)) parentPort?.postMessage(batch);
