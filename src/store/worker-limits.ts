import { setFlagsFromString } from "node:v8";
import type { ResourceLimits, Worker } from "node:worker_threads";

/**
 * What passes through a worker is mostly garbage at once. Where memory is plenty the engine lets it pile up for long;
 * that gains nothing, and it is tens of megabytes for each worker.
 */
export const SMALL_NURSERY: ResourceLimits = { maxYoungGenerationSizeMb: 6 };

/**
 * The same for the thread that starts a worker: what it hears from it is soon out of date. Its nursery grows no more from
 * now on. The engine takes this back with each thread that it makes, so it is said once that runs.
 */
export function keepNurserySmall(worker: Worker): void {
  worker.once("online", () => setFlagsFromString("--semi-space-growth-factor=1"));
}
