import type { Usage } from "./message.ts";
import { isForeign, type SessionEntry } from "./session-entry.ts";
import { fileTouch } from "./tool-call.ts";
import type { TreeShape } from "./tree-shape.ts";

/** Two ways from one entry. Entries are meant by their index. */
export interface Divergence {
  /** The last entry both have in common; -1 where they have none. */
  readonly ancestor: number;
  /** The entries of each side after it, oldest first. */
  readonly sides: readonly [readonly number[], readonly number[]];
}

/** Where the ways to two entries part. Either side is empty where its entry lies on the way to the other. */
export function divergence({ parents }: TreeShape, first: number, second: number): Divergence {
  const onFirst = new Set<number>();
  for (let at = first; at !== -1; at = parents[at] ?? -1) onFirst.add(at);
  let ancestor = second;
  while (ancestor !== -1 && !onFirst.has(ancestor)) ancestor = parents[ancestor] ?? -1;
  const since = (end: number) => {
    const side: number[] = [];
    for (let at = end; at !== ancestor && at !== -1; at = parents[at] ?? -1) side.push(at);
    return side.reverse();
  };
  return { ancestor, sides: [since(first), since(second)] };
}

/** What happened on one side. Only what the entries themselves say is counted. */
export interface BranchTotals {
  readonly questions: number;
  readonly answers: number;
  /** How often each tool was called, most often first. */
  readonly tools: readonly (readonly [name: string, calls: number])[];
  /** Paths as the calls write them, in order of first mention. */
  readonly filesRead: readonly string[];
  readonly filesChanged: readonly string[];
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
}

/** Adds up the entries of one side of a comparison. */
export function totalsOf(entries: Iterable<SessionEntry>): BranchTotals {
  let [questions, answers, tokens, cost] = [0, 0, 0, 0];
  const tools = new Map<string, number>();
  const read = new Set<string>();
  const changed = new Set<string>();
  for (const entry of entries) {
    const usage = usageOf(entry);
    tokens += usage === undefined ? 0 : tokensOf(usage);
    cost += usage?.cost?.total ?? 0;
    if (isForeign(entry) || entry.type !== "message") continue;
    if (entry.message.role === "user") questions++;
    if (entry.message.role !== "assistant") continue;
    answers++;
    for (const block of entry.message.content) {
      if (block.type !== "toolCall") continue;
      tools.set(block.name, (tools.get(block.name) ?? 0) + 1);
      const touch = fileTouch(block.name, block.arguments);
      if (touch !== undefined) (touch.changes ? changed : read).add(touch.path);
    }
  }
  return {
    questions,
    answers,
    tools: [...tools].sort((a, b) => b[1] - a[1]),
    filesRead: [...read],
    filesChanged: [...changed],
    tokens,
    cost,
  };
}

function usageOf(entry: SessionEntry): Usage | undefined {
  if (isForeign(entry)) return undefined;
  switch (entry.type) {
    case "message":
      return entry.message.role === "assistant" ? entry.message.usage : undefined;
    case "usage":
    case "compaction":
    case "branch_summary":
    case "session_summary":
      return entry.usage;
    default:
      return undefined;
  }
}

function tokensOf(usage: Usage): number {
  return usage.totalTokens ?? usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
}
