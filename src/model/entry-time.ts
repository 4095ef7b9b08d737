import { parseTime } from "./fact.ts";
import type { JsonRecord } from "./migrate.ts";

/** When a record was written, in ms since 1970: its own time, else its message's; undefined when neither tells. */
export function entryTime({ timestamp, message }: JsonRecord): number | undefined {
  const own = typeof timestamp === "string" ? parseTime(timestamp) : undefined;
  if (own !== undefined) return own;
  const ofMessage =
    typeof message === "object" && message !== null && "timestamp" in message ? message.timestamp : undefined;
  return typeof ofMessage === "number" ? ofMessage : undefined;
}
