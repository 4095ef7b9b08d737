const pad = (number: number) => String(number).padStart(2, "0");

/** A moment (ms since 1970) in the local time zone: `2026-05-01 10:31`. Empty for one that no calendar has. */
export function localTime(time: number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}`;
}
