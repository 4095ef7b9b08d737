/** A process of its own that appends entries: `tsx appender.ts FILE NAME COUNT`. */
import { appendAtLeaf } from "../../src/store/session-file.ts";

const [path = "", name = "", count = "0"] = process.argv.slice(2);
for (let i = 0; i < Number(count); i++)
  appendAtLeaf(path, { type: "custom", customType: name, data: { i, pad: "x".repeat(i % 300) } });
