import type { JsonRecord } from "./migrate.ts";

/** A migrated line: what stood there, with what changed. */
const START = /^(\s*\{\s*)("type"\s*:\s*"[^"\\]*"\s*,\s*)?/;

/**
 * The text of a changed record, written into the text of the old one, so that every byte that did not change
 * stays as it was: new fields are put after the type, changed numbers and strings are replaced in place. Where the
 * line is laid out so unusually that this does not give exactly `changed`, it is serialised anew.
 */
export function rewriteLine(text: string, old: JsonRecord, changed: JsonRecord): string {
  let rewritten = text;
  const added: string[] = [];
  for (const [key, value] of Object.entries(changed)) {
    if (!(key in old)) added.push(`${JSON.stringify(key)}:${JSON.stringify(value)},`);
    else if (old[key] !== value) rewritten = replaceFirst(rewritten, key, old[key], value);
  }
  rewritten = rewritten.replace(START, (start: string) => start + added.join(""));
  return holds(rewritten, changed) ? rewritten : JSON.stringify(changed);
}

/** Replaces the one place where an old value stands; a changed object by its own changed fields. */
function replaceFirst(text: string, key: string, old: unknown, value: unknown): string {
  if (isRecord(old) && isRecord(value)) {
    return Object.keys(value).reduce(
      (result, inner) =>
        old[inner] === value[inner] ? result : replaceFirst(result, inner, old[inner], value[inner]),
      text,
    );
  }
  return text.replace(
    `${JSON.stringify(key)}:${JSON.stringify(old)}`,
    () => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
  );
}

/** Whether a text says what it should. Fields that only the old record had may stay: nobody reads them. */
function holds(text: string, changed: JsonRecord): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  if (!isRecord(value)) return false;
  return Object.entries(changed).every(
    ([key, expected]) => JSON.stringify(value[key]) === JSON.stringify(expected),
  );
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
