/** A process of its own that brings old session files up to date and appends to them: `migrator TEMPLATE FOLDER`. */
import { copyFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { appendAtLeaf } from "../../src/store/session-file.ts";

const [template = "", folder = ""] = process.argv.slice(2);
for (let i = 0; ; i++) {
  const path = join(folder, `${i}.jsonl`);
  copyFileSync(template, `${path}.copy`);
  renameSync(`${path}.copy`, path);
  if (i === 0) process.stdout.write("begun\n");
  appendAtLeaf(path, { type: "session_info", name: "appended" });
}
