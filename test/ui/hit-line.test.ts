import { stripVTControlCharacters } from "node:util";
import chalk from "chalk";
import { afterEach, beforeEach, expect, it } from "vitest";
import { width } from "../../src/model/text.ts";
import type { EntryHit } from "../../src/store/text-index.ts";
import { drawHit } from "../../src/ui/picker/hit-line.ts";
import type { ShownHits } from "../../src/ui/picker/selected-hits.ts";
import { theme } from "../../src/ui/theme.ts";

const before = chalk.level;
beforeEach(() => {
  chalk.level = 1;
});
afterEach(() => {
  chalk.level = before;
});

/** A hit whose match is what stands between brackets. */
function hit(marked: string, rest: Partial<EntryHit> = {}): EntryHit {
  const start = marked.indexOf("[");
  const ranges = [{ start, end: marked.indexOf("]") - 1 }];
  const snippet = { text: marked.replace(/[[\]]/g, ""), ranges };
  return { entryId: "e", speaker: "user", time: undefined, isAbandoned: false, snippet, ...rest };
}
const shown = (hits: readonly EntryHit[], index = 0): ShownHits => ({ path: "p", text: "q", hits, index });
const draw = (hits: readonly EntryHit[], columns: number, index = 0) =>
  stripVTControlCharacters(drawHit(shown(hits, index), columns));

it("tells which hit of how many it is, who said it, and what", () => {
  const hits = [hit("fix the [total]"), hit("the [total] is wrong", { speaker: "assistant" })];
  expect(draw(hits, 80, 1)).toBe("  2/2 assistant: the total is wrong");
  expect(draw(hits.slice(0, 1), 80)).toBe("  1 hit user: fix the total");
  expect(
    draw(
      Array.from({ length: 1204 }, () => hit("[a]")),
      80,
    ),
  ).toBe("  1/1,204 user: a");
});

it("is empty without a hit", () => {
  expect(drawHit(undefined, 80)).toBe("");
  expect(drawHit(shown([]), 80)).toBe("");
});

it("brings out the match", () => {
  expect(drawHit(shown([hit("the [total] is")]), 80)).toContain(theme.match("total") + theme.dim(" is"));
});

it("says when the conversation has left the branch, where there is room for it", () => {
  const hits = [hit("the [total] is wrong", { isAbandoned: true })];
  expect(draw(hits, 80)).toBe("  1 hit user: the total is wrong  (abandoned branch)");
  expect(draw(hits, 40)).toBe("  1 hit user: the total is wrong");
});

it.each([
  ["at the end of a long text", `${"many words ".repeat(20)}[total]`],
  ["in the middle of one", `${"many words ".repeat(20)}[total]${" and more".repeat(20)}`],
  ["behind wide characters", `${"漢字".repeat(40)}[total]${"漢字".repeat(40)}`],
])("shows the match also %s, in any width", (_, marked) => {
  for (const columns of [120, 80, 47, 30, 20]) {
    const line = draw([hit(marked, { isAbandoned: true })], columns);
    expect(line).toContain("total");
    expect(width(line)).toBeLessThanOrEqual(columns);
  }
  expect(width(draw([hit(marked)], 5))).toBeLessThanOrEqual(5);
});
