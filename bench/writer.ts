/** An agent at work: `tsx writer.ts FILE LINES_PER_SECOND` appends messages until it is killed. */
import { appendFileSync } from "node:fs";

const [path = "", rate = "200"] = process.argv.slice(2);
const TICK_MS = 50;
let count = 0;
let parentId: string | null = null;
setInterval(() => {
  for (let line = 0; line < (Number(rate) * TICK_MS) / 1000; line++) {
    const id = `new-${count++}`;
    const timestamp = new Date().toISOString();
    const message = { role: "user", content: `line ${count} ${"words ".repeat(20)}` };
    appendFileSync(path, `${JSON.stringify({ type: "message", id, parentId, timestamp, message })}\n`);
    parentId = id;
  }
}, TICK_MS);
