import { describe, expect, it } from "vitest";
import { parseLine } from "../../src/model/line.ts";

const user = (id: string, text = "hi") =>
  JSON.stringify({
    type: "message",
    id,
    parentId: null,
    timestamp: "2026-05-01T10:00:00.000Z",
    message: { role: "user", content: [{ type: "text", text }], timestamp: 1_777_629_600_000 },
  });

const ids = (line: string) =>
  parseLine(line, 1).values.map((value) => (value.kind === "header" ? value.header.id : value.entry.id));

describe("parseLine", () => {
  it("reads a header", () => {
    const { values, diagnostics } = parseLine('{"type":"session","version":3,"id":"s1","cwd":"/w"}', 1);
    expect(values).toMatchObject([
      { kind: "header", header: { type: "session", version: 3, id: "s1", cwd: "/w" } },
    ]);
    expect(diagnostics).toEqual([]);
  });

  it("keeps fields that nobody knows", () => {
    const [value] = parseLine(
      '{"type":"label","id":"a","targetId":"b","label":"x","mood":{"deep":1}}',
      1,
    ).values;
    expect(value).toMatchObject({ kind: "entry", entry: { mood: { deep: 1 } } });
  });

  it("keeps an entry of a type that nobody knows as a foreign entry", () => {
    const { values, diagnostics } = parseLine('{"type":"progress","id":"a","percent":7}', 1);
    expect(values).toEqual([{ kind: "foreign", entry: { type: "progress", id: "a", percent: 7 } }]);
    expect(diagnostics).toEqual([]);
  });

  it.each([
    ["null", null],
    ["empty", ""],
    ["a number", 7],
  ])("keeps a message whose role is %s as a foreign entry with a diagnostic", (_, role) => {
    const { values, diagnostics } = parseLine(
      JSON.stringify({ type: "message", id: "a", message: { role } }),
      9,
    );
    expect(values).toMatchObject([{ kind: "foreign", entry: { type: "message", id: "a" } }]);
    expect(diagnostics).toEqual([
      { kind: "unexpected", line: 9, reason: expect.stringContaining("message") },
    ]);
  });

  it.each(["garbage", "null", "42", "[]", '"s"', '{"id":"no type"}'])("calls %s damaged", (line) => {
    expect(parseLine(line, 3)).toMatchObject({ values: [], diagnostics: [{ kind: "damaged", line: 3 }] });
  });

  it.each(["", "   ", "\t", "\r"])("passes over a blank line without a word", (line) => {
    expect(parseLine(line, 1)).toEqual({ values: [], diagnostics: [] });
  });

  it("does not mind a byte-order mark, a carriage return or NUL padding around a record", () => {
    expect(ids(`\ufeff${user("a")}\r`)).toEqual(["a"]);
    expect(ids(user("a") + "\0".repeat(9000))).toEqual(["a"]);
  });

  it("calls a line of nothing but NUL damaged", () => {
    expect(parseLine("\0".repeat(100), 1).diagnostics).toHaveLength(1);
  });

  it("saves both records of a line that lost its newline", () => {
    expect(ids(user("a") + user("b"))).toEqual(["a", "b"]);
    expect(parseLine(user("a") + user("b"), 1).diagnostics).toEqual([]);
  });

  it("saves the whole record behind a torn one", () => {
    const torn = user("a", 'say "x" {').slice(0, -20);
    expect(ids(torn + user("b"))).toEqual(["b"]);
    expect(parseLine(torn + user("b"), 1).diagnostics).toHaveLength(1);
  });

  it("takes no content block of a torn record for an entry", () => {
    expect(parseLine(user("a").slice(0, -3), 1)).toMatchObject({ values: [], diagnostics: [{ line: 1 }] });
  });

  it.each([
    ["parentSession", null],
    ["cwd", null],
    ["version", "3"],
    ["timestamp", 5],
  ])("takes a header whose %s is %j for one without it, and says so", (field, value) => {
    const { values, diagnostics } = parseLine(
      JSON.stringify({ type: "session", id: "s", [field]: value }),
      1,
    );
    expect(values).toEqual([
      {
        kind: "header",
        header: { type: "session", id: "s" },
        raw: { type: "session", id: "s", [field]: value },
      },
    ]);
    expect(diagnostics).toMatchObject([{ kind: "unexpected", reason: expect.stringContaining(field) }]);
  });

  it("saves any number of records that share a line", () => {
    const all = Array.from({ length: 200 }, (_, i) => `e${i}`);
    expect(ids(all.map((id) => user(id)).join(""))).toEqual(all);
  });

  it("says so when it gives up on a line, and does that soon", () => {
    const hopeless = '{"type":"x","open":['.repeat(20_000);
    const start = performance.now();
    expect(parseLine(hopeless, 1)).toMatchObject({ values: [], diagnostics: [{ kind: "damaged" }] });
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it("does not linger over white space or padding inside a line", () => {
    const start = performance.now();
    expect(ids(user("a", " ".repeat(300_000)))).toEqual(["a"]);
    expect(ids(user("a") + "\0".repeat(300_000) + user("b"))).toEqual(["a", "b"]);
    expect(performance.now() - start).toBeLessThan(500);
  });
});
