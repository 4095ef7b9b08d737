import type { SessionDigest } from "./digest.ts";
import { printable } from "./text.ts";

const WRAPPER = /^\s*<([a-z][\w-]*)(?:\s[^>]*)?>/i;
const TAG = /<\/?[a-z][\w-]*(?:\s[^>]*)?>/gi;
/** More than any terminal shows in one row: code units. */
const TITLE_LIMIT = 600;

export const NO_MESSAGES = "(no messages)";

/** What a list calls a session: its name, else its first message without the tags of a command's wrapper. */
export function sessionTitle(session: SessionDigest): string {
  if (session.name !== undefined) return printable(session.name.slice(0, TITLE_LIMIT)) || NO_MESSAGES;
  const text = session.firstMessage.trimStart().slice(0, TITLE_LIMIT);
  const bare = WRAPPER.test(text) ? text.replace(TAG, " ") : text;
  return printable(bare) || printable(text) || NO_MESSAGES;
}
