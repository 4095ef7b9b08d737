import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { age } from "../../src/model/age.ts";
import { folderName } from "../../src/model/folder-name.ts";
import quickWidth from "../../src/model/quick-width.ts";
import { shellWord } from "../../src/model/shell.ts";
import { cut, padEnd, printable, width } from "../../src/model/text.ts";

describe("printable", () => {
  it.each([
    ["\t \x1b[2J\x1b[31mred\r\x07", "red"],
    ["\x1b]52;c;aGVsbG8=\x07after", "after"],
    ["\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"],
    ["\x9b31mC1\x9d0;title\x9c", "C1"],
    ["\x1b[?1049h\x1b[?1000hmouse", "mouse"],
    ["a\u202eb\u2066c", "abc"],
    ["line\nbreak\u2028more", "line break more"],
    ["   ", ""],
    ["\ud800lone", "\ufffdlone"],
  ])("makes %j inert", (foreign, inert) => {
    expect(printable(foreign)).toBe(inert);
  });

  it("keeps joined emoji and CJK", () => {
    expect(printable("👩‍💻 修复登录")).toBe("👩‍💻 修复登录");
  });
});

describe("cut", () => {
  it("never exceeds the columns, whatever the text", () => {
    for (const text of ["x".repeat(500), "漢字".repeat(40), "👩‍💻".repeat(20), "e\u0301".repeat(30)]) {
      for (const columns of [0, 1, 2, 9, 10, 79])
        expect(width(cut(text, columns))).toBeLessThanOrEqual(columns);
    }
  });

  it("keeps a text that fits", () => {
    expect(cut("abc", 3)).toBe("abc");
    expect(cut("漢字", 4)).toBe("漢字");
    expect(cut("漢字", 3)).toBe("漢…");
  });

  it("pads by columns, not by code units", () => {
    expect(padEnd("漢", 4)).toBe("漢  ");
  });
});

describe("width", () => {
  it("is what string-width says, also for texts that are measured in a quicker way", () => {
    for (let code = 0x20; code < 0x2600; code++) {
      const text = printable(`a${String.fromCharCode(code)}b`);
      expect([code, width(text)]).toEqual([code, stringWidth(text)]);
    }
    for (const text of ["\x1b[1mbold\x1b[22m ❯", "\x1b[31m漢\x1b[39m", "\x1b]8;;x\x07link", "\x1b[2Jx"]) {
      expect(quickWidth(text)).toBe(stringWidth(text));
    }
    for (const text of ["❯ └─ ├─ │ ● … ·", "é©®", "©\ufe0f", "漢a"])
      expect(width(text)).toBe(stringWidth(text));
  });
});

describe("age", () => {
  it.each([
    [0, "now"],
    [5 * 60_000, "5m"],
    [3 * 3_600_000, "3h"],
    [2 * 86_400_000, "2d"],
    [7 * 86_400_000, "1w"],
    [125 * 86_400_000, "4mo"],
    [800 * 86_400_000, "2y"],
    [-5, "now"],
  ])("of %d ms is %s", (elapsed, words) => {
    expect(age(1e12 - elapsed, 1e12)).toBe(words);
  });
});

describe("folderName", () => {
  it("encodes a working directory as the agents do", () => {
    expect(folderName("/home/ada/my-shop")).toBe("--home-ada-my-shop--");
    expect(folderName("C:\\work\\x")).toBe("--C--work-x--");
  });
});

describe("shellWord", () => {
  it("quotes what a shell would read otherwise", () => {
    expect(shellWord("/plain/path-1.jsonl")).toBe("/plain/path-1.jsonl");
    expect(shellWord("a b'c")).toBe("'a b'\\''c'");
    expect(shellWord("$(rm -rf x)")).toBe("'$(rm -rf x)'");
    expect(shellWord("a\nb\x1b[2J")).toBe("$'a\\nb\\x1b[2J'");
  });
});
