import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import * as z from "zod/mini";
import { appendLines } from "./append.ts";
import { stillTrashed, type Trashed } from "./trashed.ts";

/** A session in the trash. */
export interface TrashedSession extends Trashed {
  readonly id: string;
  /** Its name or first message. */
  readonly title: string;
}

/** More than anybody reads of a title in a list: code units. */
const TITLE_LIMIT = 200;

/** No calendar goes further: ms since 1970. */
const LATEST = 8.64e15;

const JournalLine = z.object({
  path: z.string(),
  trashed: z.string(),
  info: z.optional(z.string()),
  time: z.number().check(z.minimum(-LATEST), z.maximum(LATEST)),
  mtimeMs: z.number(),
  mode: z.number(),
  identity: z.object({
    device: z.number(),
    inode: z.number(),
    size: z.number(),
    mtimeMs: z.number(),
    birthtimeMs: z.optional(z.number()),
  }),
  id: z.string(),
  title: z.string(),
});

/** Where treeline keeps what it put in the trash. */
function journalPath(env: NodeJS.ProcessEnv): string {
  const { XDG_STATE_HOME: state } = env;
  const folder = state !== undefined && isAbsolute(state) ? state : join(homedir(), ".local", "state");
  return join(folder, "treeline", "trashed.jsonl");
}

/**
 * Notes what was put in the trash, so that it can be found there later. It is deleted whether or not that can be
 * written down, so this never throws.
 */
export function noteTrashed(session: TrashedSession): void {
  if (session.trashed === undefined) return;
  const title = session.title.slice(0, TITLE_LIMIT).toWellFormed();
  try {
    const path = journalPath(process.env);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
    appendLines(path, [JSON.stringify({ ...session, title })]);
  } catch {
    // Undoing it still works for as long as treeline runs.
  }
}

/** The sessions that treeline put in the trash and that still lie there, newest first. */
export function trashedSessions(): readonly TrashedSession[] {
  return journal()
    .reverse()
    .filter(isStillThere)
    .sort((a, b) => b.time - a.time);
}

/** Every line that can be understood. */
function journal(): TrashedSession[] {
  let text: string;
  try {
    text = readFileSync(journalPath(process.env), "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => sessionIn(line) ?? []);
}

function sessionIn(line: string): TrashedSession | undefined {
  try {
    const { data } = JournalLine.safeParse(JSON.parse(line));
    return data === undefined ? undefined : { ...data, info: data.info };
  } catch {
    return undefined;
  }
}

function isStillThere(session: TrashedSession): boolean {
  try {
    return stillTrashed(session) !== undefined;
  } catch {
    return false;
  }
}
