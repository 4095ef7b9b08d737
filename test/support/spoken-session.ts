import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** An entry of a sample: who says what, or the fields of another entry. Each hangs below the one before it. */
export type SpokenEntry =
  | readonly [role: "user" | "assistant", text: string, fields?: object]
  | readonly [tool: "call", name: string, args: object]
  | { readonly type: string; readonly [field: string]: unknown };

const START = Date.UTC(2026, 4, 1, 10);

/** The lines of a session; ids count up from `e1`. */
export function spokenLines(entries: readonly SpokenEntry[], header: object = {}): string {
  const first = {
    ...{ type: "session", version: 3, id: "spoken", timestamp: new Date(START).toISOString(), cwd: "/w" },
    ...header,
  };
  const lines: object[] = [first];
  for (const [index, entry] of entries.entries()) lines.push(lineOf(entry, index + 1));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** One more line, as an agent would append it. */
export const spokenLine = (entry: SpokenEntry, number: number) =>
  `${JSON.stringify(lineOf(entry, number))}\n`;

function lineOf(entry: SpokenEntry, number: number): object {
  const time = START + number * 60_000;
  const parentId = number === 1 ? null : `e${number - 1}`;
  const place = { id: `e${number}`, parentId, timestamp: new Date(time).toISOString() };
  if (!isList(entry)) {
    const { type, ...fields } = entry;
    return { type, ...place, ...fields };
  }
  const [who, what, more] = entry;
  if (who === "call") {
    const content = [{ type: "toolCall", id: `call${number}`, name: what, arguments: more }];
    return { type: "message", ...place, message: { role: "assistant", content, timestamp: time } };
  }
  const content = [{ type: "text", text: what }];
  return { type: "message", ...place, message: { role: who, content, timestamp: time, ...more } };
}

const isList = (entry: SpokenEntry): entry is Exclude<SpokenEntry, { readonly type: string }> =>
  Array.isArray(entry);

/** Writes a session and returns its path. */
export function writeSpoken(path: string, entries: readonly SpokenEntry[], header: object = {}): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, spokenLines(entries, header));
  return path;
}
