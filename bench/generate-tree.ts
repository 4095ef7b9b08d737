import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { makeProse, type Prose } from "./prose.ts";
import { makeRandom } from "./random.ts";

const START = Date.UTC(2026, 0, 1);
/** How often the conversation goes back to an earlier entry. */
const FORK_SHARE = 0.01;
/** How far it goes back at most: entries. */
const LONGEST_WAY_BACK = 400;

/** One session of `count` entries with many branches, about 900 bytes an entry; made once and used again. */
export function benchTree(count: number, seed = 11): string {
  const folder = join(tmpdir(), `treeline-bench-${process.getuid?.() ?? 0}`);
  return writeOnce(join(folder, `tree-${count}-${seed}.jsonl`), () => {
    const random = makeRandom(seed);
    const prose = makeProse(random);
    const session = new Session();
    for (let turn = 0; session.count < count; turn++) {
      if (random() < FORK_SHARE * 4) session.goBack(Math.floor(random() * LONGEST_WAY_BACK));
      addTurn(session, turn, random, prose);
    }
    return session.lines;
  });
}

/** Each entry the child of the one before. */
export function benchChain(count: number): string {
  const folder = join(tmpdir(), `treeline-bench-${process.getuid?.() ?? 0}`);
  return writeOnce(join(folder, `chain-${count}.jsonl`), () => {
    const session = new Session();
    for (let i = 0; i < count; i++) session.say({ role: "user", content: `step ${i}` });
    return session.lines;
  });
}

/** One question with `count` answers. */
export function benchFan(count: number): string {
  const folder = join(tmpdir(), `treeline-bench-${process.getuid?.() ?? 0}`);
  return writeOnce(join(folder, `fan-${count}.jsonl`), () => {
    const session = new Session();
    session.say({ role: "user", content: "the question" });
    for (let i = 0; i < count; i++) {
      session.goBack(session.count - 1);
      session.say({ role: "user", content: `try ${i}` });
    }
    return session.lines;
  });
}

function writeOnce(path: string, make: () => readonly string[]): string {
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, `${make().join("\n")}\n`);
  renameSync(`${path}.new`, path);
  return path;
}

/** The lines of a session that grows at its leaf. */
class Session {
  readonly lines: string[] = [
    JSON.stringify({
      type: "session",
      version: 3,
      id: "bench-tree",
      timestamp: new Date(START).toISOString(),
      cwd: "/home/bench/tree",
    }),
  ];
  #leaf = 0;

  get count(): number {
    return this.lines.length - 1;
  }

  say(message: object): void {
    const time = START + this.lines.length * 1000;
    this.add("message", { message: { ...message, timestamp: time } });
  }

  add(type: string, fields: object): void {
    const number = this.lines.length;
    const timestamp = new Date(START + number * 1000).toISOString();
    const parentId = this.#leaf === 0 ? null : idOf(this.#leaf);
    this.lines.push(JSON.stringify({ type, id: idOf(number), parentId, timestamp, ...fields }));
    this.#leaf = number;
  }

  /** Goes on from an entry that many before the last one. */
  goBack(steps: number): void {
    this.#leaf = Math.max(1, this.count - steps);
  }

  get leafId(): string {
    return idOf(this.#leaf);
  }
}

const idOf = (number: number) => ((number * 2654435761) >>> 0).toString(16).padStart(8, "0");

const COST = { input: 0.001, output: 0.002, cacheRead: 0, cacheWrite: 0, total: 0.003 };
const USAGE = { input: 1200, output: 80, cacheRead: 0, cacheWrite: 0, totalTokens: 1280, cost: COST };
const ORIGIN = { api: "anthropic-messages", provider: "anthropic", model: "claude-sonnet-4-5" };

/** A question now and then, an answer with a call, its result; a label and a change of model here and there. */
function addTurn(session: Session, turn: number, random: () => number, prose: Prose): void {
  if (turn % 3 === 0) {
    session.say({ role: "user", content: [{ type: "text", text: prose(20 + random() * 300) }] });
    if (random() < 0.02) session.add("label", { targetId: session.leafId, label: `mark ${turn}` });
    if (random() < 0.02) session.add("model_change", { provider: "openai", modelId: "gpt-5" });
  }
  const content = [
    ...(random() < 0.3 ? [{ type: "thinking", thinking: prose(random() * 600) }] : []),
    ...(random() < 0.5 ? [{ type: "text", text: prose(random() * 900) }] : []),
    { type: "toolCall", id: `call_${turn}`, name: "bash", arguments: { command: prose(60) } },
  ];
  session.say({ role: "assistant", content, ...ORIGIN, usage: USAGE, stopReason: "toolUse" });
  const text = prose(random() * 1850);
  session.say({
    role: "toolResult",
    toolCallId: `call_${turn}`,
    toolName: "bash",
    content: [{ type: "text", text }],
    isError: false,
  });
}
