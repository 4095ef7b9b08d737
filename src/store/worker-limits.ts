import type { ResourceLimits } from "node:worker_threads";

/**
 * What passes through a worker is mostly garbage at once. Where memory is plenty the engine lets it pile up for long;
 * that gains nothing, and it is tens of megabytes for each worker.
 */
export const SMALL_NURSERY: ResourceLimits = { maxYoungGenerationSizeMb: 6 };
