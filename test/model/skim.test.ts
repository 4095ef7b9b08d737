import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { factOf } from "../../src/model/fact.ts";
import { parseLine } from "../../src/model/line.ts";
import { skimHead, skimTalk } from "../../src/model/skim.ts";

const skim = (line: string) => {
  const buffer = Buffer.from(line);
  return skimHead(buffer, 0, buffer.length) ?? skimTalk(buffer, 0, buffer.length);
};

const parsed = (line: string) => {
  const [value] = parseLine(line, 1).values;
  const fact = value === undefined ? undefined : factOf(value);
  return fact?.kind === "talk" ? { ...fact, text: undefined } : fact;
};

const message = fc.record(
  {
    role: fc.constantFrom("user", "assistant", "toolResult", "bashExecution", "custom"),
    content: fc.oneof(fc.string(), fc.array(fc.record({ type: fc.constant("text"), text: fc.string() }))),
    usage: fc.json().map((text) => JSON.parse(text)),
    timestamp: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
    extra: fc.dictionary(fc.string(), fc.jsonValue()),
  },
  { requiredKeys: ["role", "content"] },
);

const entry = fc.record(
  {
    id: fc.oneof(fc.stringMatching(/^[0-9a-f]{8}$/), fc.string()),
    parentId: fc.constant(null),
    timestamp: fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((date) => date.toISOString()),
    message,
    timestamps: fc.jsonValue(),
  },
  { requiredKeys: ["id", "timestamp", "message"] },
);

describe("a skim", () => {
  it("says of a line what the parser says, or leaves it to the parser", () => {
    fc.assert(
      fc.property(entry, fc.infiniteStream(fc.nat()), (fields, order) => {
        const keys = Object.entries(fields).sort(() => ((order.next().value ?? 0) % 2 === 0 ? 1 : -1));
        const line = JSON.stringify({ type: "message", ...Object.fromEntries(keys) });
        const fact = skim(line);
        if (fact !== undefined) expect(fact).toEqual(parsed(line));
      }),
      { numRuns: 500 },
    );
  });

  it("recognises the agents' own order of fields", () => {
    const head =
      '{"type":"message","id":"a1b2c3d4","parentId":null,"timestamp":"2026-05-01T10:00:00.000Z","message":';
    expect(skim(`${head}{"role":"toolResult","content":[]}}`)).toEqual({ kind: "message" });
    expect(
      skim(
        `${head}{"role":"assistant","content":[{"type":"text","text":"\\"timestamp\\":1}"}],"timestamp":5}}`,
      ),
    ).toEqual({
      kind: "talk",
      role: "assistant",
      id: "a1b2c3d4",
      time: 5,
      text: undefined,
    });
  });

  it.each([
    '{"type":"message","id":"a","message":{"role":"assistant","content":[]',
    '{"type":"message","id":"a","message":{"role":"assistant","content":[]}}{"type":"message"}',
    '{"type": "message", "id": "a"}',
    '{"id":"a","type":"message","message":{"role":"toolResult"}}',
    '{"type":"message","id":"a","message":{"role":"user","content":"a\u0001b"}}',
    '{"type":"session","id":"s"}',
    "garbage",
    "",
  ])("leaves %s to the parser", (line) => {
    expect(skim(line)).toBeUndefined();
  });
});
