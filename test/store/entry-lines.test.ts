import { appendFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withOpenFile } from "../../src/store/file-identity.ts";
import { entryLinesIn } from "../../src/store/index/entry-lines.ts";
import { type SpokenEntry, spokenLine, spokenLines } from "../support/spoken-session.ts";

let home: string;
let path: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-lines-")));
  path = join(home, "a.jsonl");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const LONG = 3 << 20;

/** A result as agents write it: whether the tool failed stands behind what it printed. */
const result = (text: string, isError: boolean): SpokenEntry => ({
  type: "message",
  message: {
    role: "toolResult",
    toolCallId: "call1",
    content: [{ type: "text", text }],
    isError,
    timestamp: 1,
  },
});

const read = (start = 0) => withOpenFile(path, (descriptor) => [...entryLinesIn(descriptor, start)]);
const failures = (start = 0) => read(start).map(({ id, failed }) => [id, failed]);

describe("the result of a tool", () => {
  it("has failed when it says so, however much was printed before that", () => {
    const long = "x".repeat(LONG);
    const said = `${long}"isError":true`;
    writeFileSync(path, spokenLines([result(long, true), result("x", false), result(said, false)]));
    expect(failures()).toEqual([
      ["e1", true],
      ["e2", false],
      ["e3", false],
    ]);
  });

  it.each([LONG - 1, LONG, LONG + 1, LONG + 400])("of %i bytes is known by its end", (length) => {
    const [header = ""] = spokenLines([]).split("\n");
    const rest = spokenLine(result("", true), 1).length;
    const text = "x".repeat(length - rest - header.length);
    writeFileSync(path, `${header}\n${spokenLine(result(text, true), 1)}${spokenLine(["user", "next"], 2)}`);
    expect(failures()).toEqual([
      ["e1", true],
      ["e2", false],
    ]);
  });

  it("that is still being written is read when it is whole", () => {
    const line = spokenLine(result(`${"{}".repeat(LONG)}, and more`, true), 2);
    writeFileSync(path, spokenLines([["user", "run it"]]));
    const { end } = read().at(-1) ?? expect.unreachable();
    // It looks like the end of a record, but is within what was printed.
    const written = line.indexOf("}", LONG) + 1;
    appendFileSync(path, line.slice(0, written));
    expect(failures(end)).toEqual([]);
    appendFileSync(path, line.slice(written));
    expect(failures(end)).toEqual([["e2", true]]);
  });

  it("that is the last of the file, without a newline, is read", () => {
    for (const length of [10, LONG]) {
      writeFileSync(path, spokenLines([["user", "run it"], result("x".repeat(length), true)]).trimEnd());
      expect(read().map(({ id }) => id)).toEqual(["e1", "e2"]);
    }
  });
});
