import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { assistant, entry, HEADER, user } from "../support/entries.ts";

const EXAMPLE = /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g;
const examples = Array.from(
  readFileSync("docs/library.md", "utf8").matchAll(EXAMPLE),
  ([, code = "", output = ""]) => ({
    code,
    output,
  }),
);

const SHOP = { ...HEADER, id: "doc-example", cwd: "/home/ada/shop" };
const answer = (id: string, parentId: string, minute: number) => {
  const message = {
    role: "assistant",
    content: [{ type: "text", text: id }],
    provider: "anthropic",
    model: "claude-sonnet-4-5",
  };
  return entry("message", id, parentId, minute, { message });
};
/** The session that the examples speak of. */
const SESSION = [
  SHOP,
  entry("thinking_level_change", "t", null, 0, { thinkingLevel: "medium" }),
  user("a", "t", 1),
  answer("b", "a", 2),
  entry("session_info", "n", "b", 3, { name: "Voucher rounding" }),
  user("c1", "n", 4),
  answer("d1", "c1", 5),
  user("c2", "n", 6),
  answer("d2", "c2", 7),
  user("e", "d2", 8),
  answer("f", "e", 9),
  entry("custom", "x", "f", 10, { customType: "ext" }),
  entry("model_change", "m", "x", 11, { provider: "anthropic", modelId: "claude-sonnet-4-5" }),
  entry("usage", "u", "m", 12, {
    kind: "title",
    usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
  }),
  entry("label", "l", "u", 13, { targetId: "b", label: "cause found" }),
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "treeline-docs-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(resolve("."), join(folder, "node_modules", "treeline"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  const text = (objects: readonly object[]) =>
    objects.map((object) => `${JSON.stringify(object)}\n`).join("");
  writeFileSync(join(folder, "session.jsonl"), text(SESSION));
  rmSync(join(folder, "sessions"), { recursive: true, force: true });
  mkdirSync(join(folder, "sessions"));
  writeFileSync(join(folder, "sessions", "one.jsonl"), text([SHOP, user("a", null), assistant("b", "a")]));
});

describe("the library's documentation", () => {
  it("has examples", () => {
    expect(examples.length).toBeGreaterThan(6);
  });

  it.each(examples)("prints what it says: $output", ({ code, output }) => {
    const script = join(folder, "example.mjs");
    writeFileSync(script, transformSync(code, { loader: "ts" }).code);
    const { stdout, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout).toBe(output);
  });
});
