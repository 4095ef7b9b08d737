/** What the agents do to list a store: every file is read whole, every line parsed. */
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { textOf } from "../src/model/fact.ts";

const AT_ONCE = 10;
const files = readdirSync(process.argv[2] ?? ".", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

async function row(path: string) {
  let [messageCount, modified] = [0, 0];
  let firstMessage = "";
  const texts: string[] = [];
  for (const line of (await readFile(path, "utf8")).trim().split("\n")) {
    const entry = JSON.parse(line);
    if (entry.type !== "message") continue;
    messageCount++;
    if (entry.message.role !== "user" && entry.message.role !== "assistant") continue;
    modified = Math.max(modified, entry.message.timestamp);
    const text = textOf(entry.message.content);
    texts.push(text);
    if (firstMessage === "" && entry.message.role === "user") firstMessage = text;
  }
  return { path, messageCount, modified, firstMessage, allMessagesText: texts.join(" ") };
}

const rows: unknown[] = [];
const waiting = files.values();
const work = async () => {
  for (const path of waiting) {
    const { allMessagesText, ...shown } = await row(path);
    rows.push({ ...shown, textLength: allMessagesText.length });
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, work));
process.stdout.write(JSON.stringify(rows));
