import { PassThrough } from "node:stream";
import { expect, it, vi } from "vitest";
import { openApp } from "../../src/ui/app.tsx";
import { sample } from "../support/digest.ts";
import { user } from "../support/entries.ts";
import { MemoryCatalog } from "../support/memory-catalog.ts";
import { MemoryDocument } from "../support/memory-document.ts";
import { pickerProps } from "../support/picker-props.ts";

/** Begins whatever Ink writes, be it only a move of the cursor. */
const FRAME = "\x1b[?2026h";

/** Streams with as much of a terminal as the interface asks for. */
function memoryTerminal() {
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => stdin,
    ref: () => stdin,
    unref: () => stdin,
  });
  let written = "";
  stdout.on("data", (chunk: Buffer) => {
    written += chunk.toString();
  });
  /** What was written since it was asked last. */
  const take = () => {
    const taken = written;
    written = "";
    return taken;
  };
  const writes = (text: string) => vi.waitFor(() => expect(written).toContain(text));
  return {
    press: (keys: string) => stdin.write(keys),
    take,
    writes,
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
  };
}

it("what happens to the list below a tree leaves the cursor of the tree's search alone", async () => {
  const session = (path: string) => sample({ path, id: path, cwd: "/w", modified: 1, firstMessage: path });
  const catalog = new MemoryCatalog([session("alpha")]);
  const document = new MemoryDocument([user("q", null, 1, "the question")]);
  const terminal = memoryTerminal();
  const outcome = openApp({
    ...terminal,
    picker: { ...pickerProps(catalog), cwd: "/w", sort: "recent" },
    tree: undefined,
    treeOptions: {
      filter: "default",
      otherFolder: () => undefined,
      command: () => "",
      copy: () => true,
      now: () => 0,
    },
    openDocument: () => document,
    openBookmarks: () => ({ read: async () => [], close: () => {} }),
  });
  await terminal.writes("alpha");
  terminal.press("\x14");
  await terminal.writes("the question");
  terminal.press("que");
  await terminal.writes("1/1");
  terminal.take();
  catalog.set({ sessions: [session("alpha"), session("beta")] });
  terminal.press("\x1b");
  await terminal.writes("type to search this session");
  const [, firstFrame] = terminal.take().split(FRAME);
  expect(firstFrame).toContain("type to search this session");
  terminal.press("\x03");
  await terminal.writes("beta");
  terminal.press("\x03");
  expect(await outcome).toEqual({ kind: "cancelled" });
});
