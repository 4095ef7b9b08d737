import fc from "fast-check";
import { expect, it } from "vitest";
import { KnownEntry } from "../../src/model/entry.ts";
import { isPlainMessage } from "../../src/model/plain-message.ts";

const COST = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, total: 2 };
const USAGE = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3, cost: COST };
const place = { type: "message", id: "a", parentId: null, timestamp: "2026-05-01T10:00:00.000Z" };
const MESSAGES: readonly object[] = [
  { role: "user", content: "hello", timestamp: 1 },
  {
    role: "user",
    content: [
      { type: "text", text: "x" },
      { type: "image", data: "AA==", mimeType: "image/png" },
    ],
  },
  {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "hm" },
      { type: "text", text: "x" },
      { type: "toolCall", id: "c", name: "read", arguments: { path: "p" } },
    ],
    api: "a",
    provider: "p",
    model: "m",
    usage: USAGE,
    stopReason: "toolUse",
    timestamp: 2,
  },
  { role: "toolResult", toolCallId: "c", toolName: "read", content: [], isError: false, timestamp: 3 },
];

it.each(MESSAGES)("%j is a plain message", (message) => {
  expect(isPlainMessage({ ...place, message })).toBe(true);
});

/** Every place in a value that holds something. */
function pathsOf(value: unknown, before: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [before];
  return [before, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...before, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((inner, index) => (String(index) === key ? replaced(inner, rest, by) : inner));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === key ? replaced(inner, rest, by) : inner]),
  );
}

it("accepts nothing that the schema refuses, whatever stands at any place", () => {
  const entry = fc.constantFrom(...MESSAGES).map((message) => ({ ...place, message }));
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(
      undefined,
      null,
      "",
      0,
      Number.POSITIVE_INFINITY,
      true,
      [],
      {},
      [null],
      "error",
      "length",
    ),
  );
  const changed = entry.chain((value) =>
    fc.tuple(fc.constantFrom(...pathsOf(value)), odd).map(([path, by]) => replaced(value, path, by)),
  );
  fc.assert(
    fc.property(changed, (value) => !isPlainMessage(value) || KnownEntry.safeParse(value).success),
    { numRuns: 5000 },
  );
});
