import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderName } from "../src/model/folder-name.ts";
import { makeProse, type Prose } from "./prose.ts";
import { makeRandom } from "./random.ts";

const FOLDERS = 60;
/** Sizes in bytes from the smallest on, spread over so many powers of e. */
interface SizeRange {
  readonly smallest: number;
  readonly spread: number;
}

const LARGE_SIZES: SizeRange = { smallest: 12_000, spread: 3.75 };
/** A question and an answer. */
export const SMALL_SIZES: SizeRange = { smallest: 100, spread: 0 };
const START = Date.UTC(2026, 0, 1);

/** A store of `count` sessions, about 140 KB each, made once and used again. Returns its directory. */
export function benchStore(count: number, seed = 7, sizes = LARGE_SIZES): string {
  const kind = sizes === LARGE_SIZES ? "words" : "small";
  const root = join(tmpdir(), `treeline-bench-${process.getuid?.() ?? 0}`, `${count}-${seed}-${kind}`);
  const complete = join(root, "complete");
  if (existsSync(complete)) return join(root, "sessions");
  const random = makeRandom(seed);
  const prose = makeProse(random);
  let previous: string | undefined;
  for (let i = 0; i < count; i++) {
    const parent = random() < 0.05 ? previous : undefined;
    previous = writeSession(join(root, "sessions"), i, random, prose, parent, sizes);
  }
  writeFileSync(complete, "");
  return join(root, "sessions");
}

function writeSession(
  store: string,
  index: number,
  random: () => number,
  prose: Prose,
  parent: string | undefined,
  sizes: SizeRange,
): string {
  const cwd = `/home/bench/project-${index % FOLDERS}`;
  const id = `${index.toString(16).padStart(8, "0")}-0000-7000-8000-000000000000`;
  let time = START + index * 60_000;
  const start = new Date(time).toISOString();
  const lines = [
    JSON.stringify({ type: "session", version: 3, id, timestamp: start, cwd, parentSession: parent }),
  ];
  let parentId: string | null = null;
  let bytes = 0;
  const add = (fields: object) => {
    time += 1000;
    const entryId = (lines.length * 7919 + index).toString(16).padStart(8, "0");
    const line = JSON.stringify({
      ...fields,
      id: entryId,
      parentId,
      timestamp: new Date(time).toISOString(),
    });
    lines.push(line);
    bytes += line.length;
    parentId = entryId;
  };
  const say = (message: object) => {
    time += 1000;
    const entryId = (lines.length * 7919 + index).toString(16).padStart(8, "0");
    const timestamp = new Date(time).toISOString();
    const line = JSON.stringify({
      type: "message",
      id: entryId,
      parentId,
      timestamp,
      message: { ...message, timestamp: time },
    });
    lines.push(line);
    bytes += line.length;
    parentId = entryId;
  };
  const size = sizes.smallest * Math.exp(random() * sizes.spread);
  if (random() < 0.2) add({ type: "session_info", name: prose(30).replaceAll("\n", " ") });
  for (let turn = 0; bytes < size; turn++) sayTurn(say, turn, random, prose);
  const folder = join(store, folderName(cwd));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${start.replace(/[:.]/g, "-")}_${id}.jsonl`);
  writeFileSync(path, `${lines.join("\n")}\n`);
  utimesSync(path, time / 1000, time / 1000);
  return path;
}

const COST = { input: 0.001, output: 0.002, cacheRead: 0, cacheWrite: 0, total: 0.003 };
const USAGE = { input: 1200, output: 80, cacheRead: 0, cacheWrite: 0, totalTokens: 1280, cost: COST };

/** One question, one answer with a tool call, one tool result: most bytes are the tool's. */
function sayTurn(say: (message: object) => void, turn: number, random: () => number, prose: Prose): void {
  if (turn % 4 === 0) say({ role: "user", content: [{ type: "text", text: prose(20 + random() * 300) }] });
  const call = toolCall(random, prose);
  const content = [
    { type: "thinking", thinking: prose(random() * 800) },
    { type: "text", text: prose(random() * 1200) },
    { type: "toolCall", id: `call_${turn}`, ...call },
  ];
  const origin = { api: "anthropic-messages", provider: "anthropic", model: "claude-sonnet-4-5" };
  say({ role: "assistant", content, ...origin, usage: USAGE, stopReason: "toolUse" });
  const output = [{ type: "text", text: prose(random() * 14_000) }];
  say({
    role: "toolResult",
    toolCallId: `call_${turn}`,
    toolName: call.name,
    content: output,
    isError: false,
  });
}

function toolCall(random: () => number, prose: Prose) {
  const [folder, file] = prose(60).split(/\W+/);
  const path = `src/${folder}/${file}.ts`;
  const kind = random();
  if (kind < 0.5) return { name: "bash", arguments: { command: prose(60) } };
  if (kind < 0.75) return { name: "read", arguments: { path } };
  return { name: "edit", arguments: { path, oldText: prose(40), newText: prose(40) } };
}
