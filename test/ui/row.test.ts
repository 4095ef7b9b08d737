import { describe, expect, it } from "vitest";
import { parseSessionQuery } from "../../src/model/query/parse-session-query.ts";
import { width } from "../../src/model/text.ts";
import { drawRow, type RowStyle } from "../../src/ui/picker/row.ts";
import { sample } from "../support/digest.ts";

const style: RowStyle = {
  columns: 60,
  query: parseSessionQuery("", 0),
  isSelected: false,
  isCurrent: false,
  isMarked: false,
  place: "none",
  home: "/home/ada",
  now: 1000 + 3 * 3_600_000,
};
const draw = (fields: Parameters<typeof sample>[0], look: Partial<RowStyle> = {}, prefix = "") =>
  drawRow({ session: sample(fields), prefix, score: 0 }, { ...style, ...look });

describe("a row", () => {
  it("ends with count and age", () => {
    expect(draw({ messageCount: 12 })).toMatch(/^ {3}hello .* 12 {3}3h$/);
  });

  it("shows cursor, current mark and thread", () => {
    expect(draw({}, { isSelected: true, isCurrent: true }, "└─ ")).toMatch(/^❯● └─ hello/);
    expect(draw({ damaged: true })).toMatch(/^ ! hello/);
  });

  it("is marked as live for a minute after its last entry, unless something else matters more", () => {
    const active = style.now - 59_000;
    expect(draw({ active })).toMatch(/^ ○ hello/);
    expect(draw({ active: style.now - 61_000 })).toMatch(/^ {3}hello/);
    expect(draw({ active: style.now + 3_600_000 })).toMatch(/^ {3}hello/);
    expect(draw({ active, damaged: true })).toMatch(/^ ! hello/);
    expect(draw({ active }, { isCurrent: true })).toMatch(/^ ● hello/);
  });

  it("shows folder or path, home shortened", () => {
    expect(draw({ cwd: "/home/ada/shop" }, { place: "cwd" })).toContain(" ~/shop ");
    expect(draw({ path: "/s/a.jsonl" }, { place: "path" })).toContain(" /s/a.jsonl ");
  });

  it("shows a summary where there is room for it", () => {
    expect(draw({ summary: "a short summary" }, { columns: 90 })).toContain("hello  a short summary");
  });

  it.each(["x".repeat(500), "漢字".repeat(40), "👩‍💻 ".repeat(40), "a\tb\u001b[2J"])(
    "of %j never exceeds the columns",
    (name) => {
      for (const columns of [120, 80, 47, 40, 20, 10]) {
        const row = draw({ name, cwd: `/${"漢".repeat(60)}` }, { columns, place: "cwd" }, "│  │  └─ ");
        expect(width(row)).toBeLessThanOrEqual(columns);
      }
    },
  );
});
