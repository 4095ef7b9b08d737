import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import type { SessionDigest } from "../../src/model/digest.ts";
import { parseQuery } from "../../src/model/query/parse.ts";
import { width } from "../../src/model/text.ts";
import { drawRow, type RowStyle } from "../../src/ui/picker/row.ts";

const MINUTE = 60_000;
const STYLE: RowStyle = {
  columns: 80,
  query: parseQuery(""),
  isSelected: false,
  isCurrent: false,
  place: "none",
  home: "/home/ada",
  now: 5 * MINUTE,
};

function draw(session: Partial<SessionDigest>, style: Partial<RowStyle> = {}, prefix = ""): string {
  const whole: SessionDigest = {
    path: "/home/ada/.pi/s/a.jsonl",
    id: "0f3c",
    cwd: "/home/ada/shop",
    name: undefined,
    created: 0,
    modified: 0,
    messageCount: 12,
    firstMessage: "fix the login",
    summary: undefined,
    parentSession: undefined,
    internal: false,
    workflow: undefined,
    agent: "pi",
    damaged: false,
    damagedLines: 0,
    size: 1,
    ...session,
  };
  const row = drawRow({ session: whole, prefix, score: 0 }, { ...STYLE, ...style });
  return stripVTControlCharacters(row);
}

test("a row shows title, message count and age", () => {
  expect(draw({})).toMatch(/^ {3}fix the login +12 +5m$/);
});

test("the name stands before the first message", () => {
  expect(draw({ name: "Login" })).toMatch(/^ {3}Login +12/);
});

test("a session without messages says so", () => {
  expect(draw({ firstMessage: "" })).toContain("(no messages)");
  expect(draw({ firstMessage: " \n\x1b[2J" })).toContain("(no messages)");
});

test("a command's wrapper is left out", () => {
  expect(draw({ firstMessage: "<command-name>/clear</command-name>" })).toMatch(/^ {3}\/clear /);
});

test("cursor and marks stand in front", () => {
  expect(draw({}, { isSelected: true })).toMatch(/^❯ {2}fix/);
  expect(draw({}, { isCurrent: true })).toMatch(/^ ● fix/);
  expect(draw({ damaged: true })).toMatch(/^ ! fix/);
});

test("a fork stands behind its connector", () => {
  expect(draw({}, {}, "│  └─ ")).toMatch(/^ {3}│ {2}└─ fix/);
});

test("a folder below home is shortened", () => {
  expect(draw({}, { place: "cwd" })).toContain(" ~/shop ");
  expect(draw({ cwd: "/home/adam" }, { place: "cwd" })).toContain(" /home/adam ");
});

test("the path appears when asked for", () => {
  expect(draw({}, { place: "path" })).toContain(" ~/.pi/s/a.jsonl ");
});

const NASTY = [
  "plain",
  "漢字".repeat(100),
  "👩‍👩‍👧‍👦🇩🇪👍🏽".repeat(40),
  "\x1b]52;c;AAAA\x07\x1b[2J\x9b31m\u202eevil",
  "e\u0301".repeat(300),
  "x".repeat(5000),
];

test.each([10, 11, 20, 29, 30, 31, 40, 41, 79, 80, 200])("at %i columns no row is wider", (columns) => {
  for (const text of NASTY) {
    for (const place of ["none", "path", "cwd"] as const) {
      const session = { firstMessage: text, summary: text, cwd: text, path: text, messageCount: 123_456 };
      const row = draw(session, { columns, place, query: parseQuery("x") }, "│  │  │  │  │  └─ ");
      expect(width(row)).toBeLessThanOrEqual(columns);
    }
  }
});

test("nothing of a session reaches the terminal as a control", () => {
  for (const text of NASTY) {
    const row = draw(
      { firstMessage: text, summary: text, cwd: text, name: text },
      { place: "cwd", columns: 300 },
    );
    expect(row).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
  }
});
