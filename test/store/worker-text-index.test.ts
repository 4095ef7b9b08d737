import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MessageChannel } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TextMatches } from "../../src/store/text-index.ts";
import { WorkerTextIndex } from "../../src/store/worker-text-index.ts";

let home: string;
let texts: WorkerTextIndex | undefined;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "treeline-worker-")));
});
afterEach(() => {
  texts?.close();
  rmSync(home, { recursive: true, force: true });
});

/** A text index whose worker does what a script says. */
function working(script: string): WorkerTextIndex {
  const path = join(home, "worker.mjs");
  writeFileSync(path, script);
  texts = new WorkerTextIndex(pathToFileURL(path), home, new MessageChannel().port1);
  return texts;
}

const searched = (index: WorkerTextIndex) =>
  new Promise<TextMatches>((settle) => index.search("voucher", settle));
const told = (index: WorkerTextIndex) => new Promise<void>((settle) => index.subscribe(settle));

describe("a worker that has ended", () => {
  it.each([
    ["by an error", "throw new Error('no more');", "no more"],
    ["without a word", "process.exit();", "its thread has ended"],
  ])("%s lets nobody wait: it finds nothing, and says why", async (_, end, reason) => {
    const index = working(`import { parentPort } from "node:worker_threads";
      parentPort.once("message", () => { ${end} });`);
    const failed = told(index);
    const nothing = { isComplete: true, error: undefined };
    expect(await searched(index)).toMatchObject(nothing);
    await failed;
    expect(index.getSnapshot().note).toBe(`Searching texts does not work: ${reason}`);
    expect(await searched(index)).toMatchObject(nothing);
    expect(await index.hits("/a.jsonl", "voucher")).toBeUndefined();
  });
});
