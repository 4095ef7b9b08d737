import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";

/** So much of the beginning and of the end of what was read is what a file is known by. */
export const IDENTITY_BYTES = 512;

/** What tells a file, of which `end` bytes were read, from another one in its place. */
export interface FileIdentity {
  /** Bytes. */
  readonly end: number;
  readonly text: string;
}

/** The identity of an open file: its inode, how it begins, and how what was read of it ends. */
export function identityOf(
  descriptor: number,
  end: number,
  { ino, dev }: Pick<Stats, "ino" | "dev"> = fstatSync(descriptor),
): FileIdentity {
  const head = Buffer.alloc(Math.min(end, IDENTITY_BYTES));
  const tail = Buffer.alloc(head.length);
  readSync(descriptor, head, 0, head.length, 0);
  readSync(descriptor, tail, 0, tail.length, end - tail.length);
  const hash = createHash("sha256").update(head).update(tail).digest("base64");
  return { end, text: `${dev}:${ino}:${hash}` };
}

/** Whether the first `identity.end` bytes of an open file are still those that were read. */
export function isSameFile(descriptor: number, identity: FileIdentity): boolean {
  const stats = fstatSync(descriptor);
  if (stats.size < identity.end) return false;
  return identityOf(descriptor, identity.end, stats).text === identity.text;
}

/** Whether the file that was read still has its path, whatever was written to it. Throws when nothing is there. */
export function isAtPath(path: string, { text }: FileIdentity): boolean {
  const { ino, dev } = statSync(path);
  return text.startsWith(`${dev}:${ino}:`);
}

/** Opens a file for what is asked of it. Throws when it cannot be opened. */
export function withOpenFile<Answer>(path: string, ask: (descriptor: number) => Answer): Answer {
  const descriptor = openSync(path, "r");
  try {
    return ask(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
