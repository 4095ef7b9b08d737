const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Length in ms and name, the longest first. */
export const AGE_UNITS: readonly (readonly [length: number, suffix: string])[] = [
  [365 * DAY, "y"],
  [30 * DAY, "mo"],
  [7 * DAY, "w"],
  [DAY, "d"],
  [HOUR, "h"],
  [MINUTE, "m"],
];

/** How long ago `time` (ms) was at `now` (ms), in the agents' words: `now 5m 3h 2d 1w 4mo 2y`. */
export function age(time: number, now: number): string {
  const elapsed = now - time;
  for (const [length, suffix] of AGE_UNITS) {
    if (elapsed >= length) return `${Math.floor(elapsed / length)}${suffix}`;
  }
  return "now";
}
