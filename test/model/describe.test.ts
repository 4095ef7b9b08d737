import { expect, it } from "vitest";
import { digestLabels, ROW_TEXT_LIMIT, treeTitle } from "../../src/model/entry-digest.ts";
import { copyText, entryText } from "../../src/model/entry-text.ts";
import { sectionsOf } from "../../src/model/sections.ts";
import { describeToolCall } from "../../src/model/tool-call.ts";
import { assistant, entriesOf, entry, user } from "../support/entries.ts";
import { digestsOf } from "../support/outline.ts";

const message = (id: string, fields: object) => entry("message", id, null, 1, { message: fields });
const rowOf = (object: object) => digestsOf([object])[0];
const textOf = (object: object) => rowOf(object)?.text;
const result = (toolCallId: string, isError = false) =>
  message("r", {
    role: "toolResult",
    toolCallId,
    toolName: "bash",
    content: [{ type: "text", text: "out" }],
    isError,
  });
const calling = (name: string, args: object, id = "c") =>
  message("a", { role: "assistant", content: [{ type: "toolCall", id, name, arguments: args }] });

it.each([
  ["read", { path: "src/a.ts" }, "read: src/a.ts"],
  ["read", { path: "src/a.ts", offset: 1, limit: 20 }, "read: src/a.ts:1-20"],
  ["read", { path: "src/a.ts", offset: 5 }, "read: src/a.ts:5"],
  ["read", { file_path: "src/a.ts", limit: 3 }, "read: src/a.ts:1-3"],
  ["bash", { command: "npm test" }, "bash: npm test"],
  ["edit", { path: "a", oldText: "x" }, "edit: a"],
  ["grep", { pattern: "x+", path: "src" }, "grep: /x+/ in src"],
  ["find", { pattern: "*.ts" }, "find: *.ts"],
  ["ask", { question: "why" }, 'ask: {"question":"why"}'],
  ["wait", {}, "wait"],
  ["read", { path: 7 }, "read"],
])("a call of %s with %j is described as %s", (name, args, expected) => {
  expect(describeToolCall(name, args)).toBe(expected);
});

it.each([
  [user("u", null, 1, "hello\n  there"), "hello there", "user"],
  [
    message("u", { role: "user", content: [{ type: "image", data: "AA", mimeType: "image/png" }] }),
    "[image]",
    "user",
  ],
  [message("u", { role: "user", content: "" }), "(empty)", "user"],
  [assistant("a", null, 1, "done"), "done", "assistant"],
  [calling("bash", { command: "ls" }), "[bash: ls]", "calls"],
  [
    message("a", { role: "assistant", content: [{ type: "thinking", thinking: "hm" }] }),
    "(thinking) hm",
    "assistant",
  ],
  [message("a", { role: "assistant", content: [] }), "(no content)", "assistant"],
  [
    message("a", { role: "assistant", content: [], stopReason: "error", errorMessage: "overloaded" }),
    "(overloaded)",
    "assistant",
  ],
  [
    message("b", {
      role: "bashExecution",
      command: "ls",
      output: "",
      exitCode: 0,
      cancelled: false,
      truncated: false,
    }),
    "[bash]: ls",
    "bash",
  ],
  [
    entry("compaction", "c", null, 1, { summary: "s", tokensBefore: 51_234 }),
    "[compaction: 51k tokens]",
    "compaction",
  ],
  [
    entry("branch_summary", "s", null, 1, { fromId: "x", summary: "left" }),
    "[branch summary]: left",
    "branchSummary",
  ],
  [entry("model_change", "m", null, 1, { provider: "p", modelId: "gpt" }), "[model: gpt]", "model"],
  [entry("thinking_level_change", "t", null, 1, { thinkingLevel: "high" }), "[thinking: high]", "thinking"],
  [
    entry("context_window_change", "w", null, 1, { contextWindow: 200_000 }),
    "[context window: 200k tokens]",
    "contextWindow",
  ],
  [entry("session_info", "n", null, 1, { name: "" }), "[name: (cleared)]", "name"],
  [entry("label", "l", null, 1, { targetId: "a", label: "x" }), "[label: x]", "label"],
  [entry("custom", "c", null, 1, { customType: "ext" }), "[custom: ext]", "custom"],
  [entry("plan_step", "p", null, 1, { goal: "x" }), '[plan_step] {"goal":"x"}', "other"],
  [message("x", { role: null }), '[message] {"message":{"role":null}}', "other"],
])("%j is the row %s", (object, text, kind) => {
  expect(rowOf(object)).toMatchObject({ text, kind });
});

it("a tool's result is described by its call, and by the tool's name where that is missing", () => {
  const rows = digestsOf([
    calling("bash", { command: "npm test" }),
    { ...result("c"), id: "r1" },
    { ...result("gone"), id: "r2" },
  ]);
  expect(rows.map(({ text }) => text)).toEqual(["[bash: npm test]", "[bash: npm test]", "[bash]"]);
});

it.each([
  [result("c", true), true],
  [result("c"), false],
  [message("a", { role: "assistant", content: [], stopReason: "aborted" }), true],
])("%j counts as failed: %s", (object, failed) => {
  expect(rowOf(object)?.failed).toBe(failed);
});

it("what a file says reaches no terminal as a control, and no row is longer than needed", () => {
  expect(textOf(user("u", null, 1, "\t\x1b[2J\x1b[31mred\r\x07 \u202eend"))).toBe("red end");
  expect(textOf(user("u", null, 1, "x".repeat(100_000)))).toHaveLength(ROW_TEXT_LIMIT);
  expect(textOf(user("u", null, 1, "😀".repeat(1000)))?.isWellFormed()).toBe(true);
  expect(textOf(user("u", null, 1, `${"\n".repeat(700)}said`))).toBe("said");
});

it("the latest label of an entry wins, and one without text clears it", () => {
  const label = (id: string, targetId: string, text?: string) =>
    entry("label", id, null, 3, { targetId, ...(text === undefined ? {} : { label: text }) });
  const rows = digestsOf([
    label("1", "a", "old"),
    label("2", "b", "stays"),
    label("3", "a", "new"),
    label("4", "c", "x"),
    label("5", "c"),
  ]);
  expect([...digestLabels(rows)].map(([id, { text }]) => `${id}: ${text}`)).toEqual(["a: new", "b: stays"]);
});

it.each([
  [[user("u", null, 1, "first"), entry("session_info", "n", "u", 2, { name: " Named " })], "Named"],
  [
    [
      entry("session_info", "n", null, 2, { name: "x" }),
      entry("session_info", "m", "n", 3, { name: "" }),
      user("u", "m", 4, "first"),
    ],
    "first",
  ],
  [[], ""],
])("a tree is called by the latest name, else by the first message", (objects, title) => {
  expect(treeTitle(digestsOf(objects))).toBe(title);
});

it("a search covers everything an entry says, thinks, calls and answers, and no image", () => {
  const [said] = entriesOf(
    message("a", {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "THOUGHT" },
        { type: "text", text: "SAID" },
        { type: "toolCall", id: "c", name: "NAME", arguments: { path: "src/a\nb.ts", n: 7 } },
      ],
      errorMessage: "BROKEN",
    }),
  );
  if (said === undefined) throw new Error("no entry");
  expect(entryText(said)).toBe("THOUGHT\nSAID\nNAME\nsrc/a\nb.ts\n7\nBROKEN");
  expect(copyText(said)).toBe("SAID");
  const [shown] = entriesOf(
    message("u", {
      role: "user",
      content: [
        { type: "text", text: "look" },
        { type: "image", data: "QUJD", mimeType: "image/png" },
      ],
    }),
  );
  expect(shown && entryText(shown)).toBe("look");
});

it("copying a message of an extension copies what it says", () => {
  const [custom] = entriesOf(
    entry("custom_message", "x", null, 1, { customType: "ext", content: "Hello", display: true }),
  );
  expect(custom && copyText(custom)).toBe("Hello");
});

it("an entry in full names images by kind and size, and says what a compaction kept", () => {
  const data = "A".repeat(19_116);
  const objects = entriesOf(
    message("u", {
      role: "user",
      content: [
        { type: "text", text: "look" },
        { type: "image", data, mimeType: "image/png" },
      ],
    }),
    entry("compaction", "c", "u", 2, {
      summary: "S",
      firstKeptEntryId: "u",
      tokensBefore: 51_234,
      details: {
        strategy: "verbatim-lines",
        stats: { linesBefore: 812, linesKept: 395, tokensAfter: 24_980 },
      },
    }),
  );
  const texts = objects.map((object) => sectionsOf(object).map(({ text }) => text));
  expect(texts).toEqual([
    ["look", "[image/png 14 KB]"],
    ["51,234 tokens before, 24,980 after", "395 of 812 lines kept", "messages kept from u", "S"],
  ]);
});
