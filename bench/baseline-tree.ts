/** What the agents do to open a session: the file is read whole, every line parsed, parents and children mapped. */
import { readFileSync } from "node:fs";

const text = readFileSync(process.argv[2] ?? "", "utf8");
const entries = text
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))
  .filter((entry) => entry.type !== "session");
const byId = new Map<string, unknown>();
const children = new Map<string | null, unknown[]>();
for (const entry of entries) {
  byId.set(entry.id, entry);
  const siblings = children.get(entry.parentId);
  if (siblings === undefined) children.set(entry.parentId, [entry]);
  else siblings.push(entry);
}
process.stdout.write(`${byId.size} ${children.size}`);
