import { resolve } from "node:path";
import { age } from "../model/age.ts";
import { cut, padEnd, printable, printableJson, width } from "../model/text.ts";
import { restoreDeleted } from "../store/delete-sessions.ts";
import { expandHome } from "../store/locations.ts";
import { type TrashedSession, trashedSessions } from "../store/trash-journal.ts";

/** No session in the trash, or no single one, is what was asked for. */
export class TrashedNotFoundError extends Error {
  override readonly name = "TrashedNotFoundError";
  constructor(
    readonly asked: string,
    /** The places of those that it may mean; none where there is no such session. */
    readonly candidates: readonly string[],
  ) {
    super(
      candidates.length === 0
        ? `No session ${JSON.stringify(asked)} that treeline deleted is in the trash.`
        : `${JSON.stringify(asked)} is the start of several sessions in the trash:\n${candidates.map((path) => `  ${path}`).join("\n")}`,
    );
  }
}

export interface RestoreOptions {
  /** Paths, ids or starts of ids; with `all` they do not matter. */
  readonly asked: readonly string[];
  readonly all: boolean;
  readonly home: string;
}

export interface RestoreOutput {
  /** What came back and what did not: whole lines. */
  readonly stderr: string;
  readonly failed: boolean;
}

/** `treeline restore` without a session: what treeline put in the trash and still lies there, newest first. */
export function listTrashed({ json, now }: { readonly json: boolean; readonly now: number }): string {
  const sessions = trashedSessions();
  return json
    ? `${printableJson(JSON.stringify(sessions.map(trashedJson), null, 2))}\n`
    : table(sessions, now);
}

/** `treeline restore`: brings sessions back to their places. Throws TrashedNotFoundError; then none came back. */
export async function restore({ asked, all, home }: RestoreOptions): Promise<RestoreOutput> {
  const sessions = trashedSessions();
  const wanted = all ? sessions : [...new Set(asked.map((name) => findTrashedSession(name, sessions, home)))];
  const { restored, failures } = await restoreDeleted(wanted);
  const lines = [
    ...restored.map((path) => `${printable(path)} is back\n`),
    ...failures.map(
      ({ path, reason }) => `treeline: ${printable(path)} was not restored: ${printable(reason)}\n`,
    ),
  ];
  if (wanted.length === 0) lines.push(`${NOTHING}\n`);
  return { stderr: lines.join(""), failed: failures.length > 0 };
}

/** What is said when there is nothing to restore. */
export const NOTHING = "Nothing that treeline deleted is in the trash.";

/** The session that is meant; of several from one place the one that was deleted last. */
function findTrashedSession(
  asked: string,
  sessions: readonly TrashedSession[],
  home: string,
): TrashedSession {
  const path = resolve(expandHome(asked, home));
  const atPath = sessions.find((session) => session.path === path || session.trashed === path);
  if (atPath !== undefined) return atPath;
  const exact = sessions.filter(({ id }) => id === asked);
  const found = exact.length > 0 ? exact : sessions.filter(({ id }) => asked !== "" && id.startsWith(asked));
  const [newest] = found;
  const paths = [...new Set(found.map((session) => session.path))];
  if (newest === undefined || paths.length > 1) throw new TrashedNotFoundError(asked, paths);
  return newest;
}

function trashedJson({ path, id, title, time, trashed, identity }: TrashedSession) {
  return {
    path,
    id,
    title,
    deleted: new Date(time).toISOString(),
    trashed: trashed ?? null,
    size: identity.size,
  };
}

const TITLE_COLUMNS = 60;

function table(sessions: readonly TrashedSession[], now: number): string {
  const rows = sessions.map((session) => ({ session, title: cut(printable(session.title), TITLE_COLUMNS) }));
  const columns = rows.reduce((widest, { title }) => Math.max(widest, width(title)), 0);
  return rows
    .map(({ session: { time, id, path }, title }) => {
      const shortId = printable(id).slice(0, 8).padEnd(8);
      return `${age(time, now).padStart(4)}  ${shortId}  ${padEnd(title, columns)}  ${printable(path)}\n`;
    })
    .join("");
}
