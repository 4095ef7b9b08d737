import { AGE_UNITS } from "../age.ts";

const DATE = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;
const AGE = /^(\d{1,5})(mo|[a-z])$/;

/** What a moment may be written as, for who wrote it otherwise. */
export const MOMENTS = "a day (2026-05-01), month or year, an age (3h, 3d, 2w, 4mo, 1y), today or yesterday";

/**
 * The moment that somebody wrote, in ms since 1970: the start of a day, month or year of the local time zone, or so
 * long before `now`. Undefined where it cannot be read.
 */
export function momentOf(written: string, now: number): number | undefined {
  const text = written.toLowerCase();
  if (text === "today") return startOfDay(now, 0);
  if (text === "yesterday") return startOfDay(now, 1);
  const [, count, unit] = AGE.exec(text) ?? [];
  const length = AGE_UNITS.find(([, name]) => name === unit)?.[0];
  if (length !== undefined) return now - Number(count) * length;
  const [, year, month = "1", day = "1"] = DATE.exec(text) ?? [];
  return year === undefined ? undefined : startOf(Number(year), Number(month) - 1, Number(day));
}

function startOfDay(now: number, daysBefore: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime();
}

function startOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month, day);
  // A day that the calendar does not have would become another one.
  return date.getMonth() === month && date.getDate() === day ? date.getTime() : undefined;
}
