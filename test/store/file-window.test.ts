import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { FileWindow } from "../../src/store/file-window.ts";

it("gives the bytes that stand in the file, in whatever order they are asked for", () => {
  const folder = mkdtempSync(join(tmpdir(), "treeline-window-"));
  const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251));
  const path = join(folder, "file");
  writeFileSync(path, content);
  const near = fc.tuple(fc.nat(400), fc.nat(300)).map(([gap, length]) => ({ gap, length }));
  const far = fc
    .tuple(fc.integer({ min: -300_000, max: 300_000 }), fc.nat(90_000))
    .map(([gap, length]) => ({ gap, length }));
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 4, arbitrary: near }, { weight: 1, arbitrary: far }), { maxLength: 40 }),
      (pieces) => {
        const window = new FileWindow(path);
        let offset = 0;
        for (const { gap, length } of pieces) {
          offset = Math.max(0, Math.min(content.length, offset + gap));
          expect(window.bytes(offset, length).equals(content.subarray(offset, offset + length))).toBe(true);
          offset += length;
        }
        window.close();
      },
    ),
  );
  rmSync(folder, { recursive: true, force: true });
});
