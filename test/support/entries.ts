import type { AgentMessage } from "../../src/model/message.ts";
import type { SessionEntry } from "../../src/model/session-entry.ts";
import { readSession } from "../../src/model/session-text.ts";

export const HEADER = {
  type: "session",
  version: 3,
  id: "s1",
  timestamp: "2026-05-01T10:00:00.000Z",
  cwd: "/w",
} as const;

/** An entry as an agent writes it; `minute` is its time after 2026-05-01T10:00Z. */
export function entry(
  type: string,
  id: string,
  parentId: string | null,
  minute: number,
  fields: object = {},
): object {
  const timestamp = new Date(Date.UTC(2026, 4, 1, 10, minute)).toISOString();
  return { type, id, parentId, timestamp, ...fields };
}

export function user(id: string, parentId: string | null, minute = 1, text = `ask ${id}`): object {
  return entry("message", id, parentId, minute, {
    message: { role: "user", content: text, timestamp: minute },
  });
}

export function assistant(id: string, parentId: string | null, minute = 2, text = `answer ${id}`): object {
  const content = [{ type: "text", text }];
  const message = {
    role: "assistant",
    content,
    provider: "anthropic",
    model: "sonnet",
    stopReason: "stop",
    timestamp: minute,
  };
  return entry("message", id, parentId, minute, { message });
}

/** Objects as entries, through the reader. */
export function entriesOf(...objects: readonly object[]): readonly SessionEntry[] {
  return entriesOfAll(objects);
}

/** The same for more objects than a call takes arguments. */
export function entriesOfAll(objects: readonly object[]): readonly SessionEntry[] {
  return readSession([HEADER, ...objects].map((object) => JSON.stringify(object))).entries;
}

export const ASSISTANT: AgentMessage = {
  role: "assistant",
  content: [{ type: "text", text: "done" }],
  provider: "anthropic",
  model: "sonnet",
  stopReason: "stop",
  timestamp: 5,
};
export const USER: AgentMessage = { role: "user", content: "do it", timestamp: 4 };

/** Two answers to one question; the later one is in use. */
export const FORKED = [
  user("q", null, 1, "why is the total wrong"),
  assistant("old", "q", 2, "rounding, I guess"),
  user("old2", "old", 3, "look closer"),
  assistant("new", "q", 4, "the voucher is applied twice"),
  user("new2", "new", 5, "fix the voucher"),
  assistant("end", "new2", 6, "fixed in cart.ts"),
  entry("label", "l", "end", 7, { targetId: "new", label: "cause" }),
];
