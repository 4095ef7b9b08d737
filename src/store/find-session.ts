import { realpathSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { type FileFacts, nameParts } from "../model/digest-fold.ts";
import type { SessionHeader } from "../model/entry.ts";
import { sameFolder } from "../model/folder.ts";
import { byModified } from "../model/threads.ts";
import { DigestReader } from "./digest-reader.ts";
import { findFiles } from "./find-files.ts";
import { listSessions } from "./listing.ts";
import { expandHome, type StoreLocation } from "./locations.ts";

/** A session file, and the agent whose store holds it, if any. */
export interface FoundSession {
  readonly path: string;
  readonly agent: string | undefined;
}

/** No session, or no single one, is what was asked for. */
export class SessionNotFoundError extends Error {
  override readonly name = "SessionNotFoundError";
  constructor(
    readonly asked: string,
    /** The files that it may mean; none where there is no such session. */
    readonly candidates: readonly string[],
  ) {
    super(
      candidates.length === 0
        ? `No session ${JSON.stringify(asked)}: it is neither a file nor the id of a session, nor the start of one.`
        : `${JSON.stringify(asked)} is the start of several sessions:\n${candidates.map((path) => `  ${path}`).join("\n")}`,
    );
  }
}

export interface FindOptions {
  readonly locations: readonly StoreLocation[];
  readonly cwd: string;
  readonly home: string;
}

/** The session that is meant by a path, an id or the start of one. Throws SessionNotFoundError. */
export function findSession(asked: string, options: FindOptions): FoundSession {
  const path = resolve(expandHome(asked, options.home));
  if (isFile(path)) return atPath(path, options.locations);
  const { files } = findFiles(options.locations, options.cwd);
  const found = matchesOf(asked, files);
  const [only] = found;
  if (only === undefined || found.length > 1 || asked === "")
    throw new SessionNotFoundError(
      asked,
      found.slice(0, MOST_CANDIDATES).map(({ path }) => path),
    );
  return only;
}

const MOST_CANDIDATES = 10;

/** The session of the current folder that was last spoken in; undefined when it has none. */
export function newestSession({ locations, cwd }: FindOptions): FoundSession | undefined {
  const isWanted = (header: SessionHeader) => sameFolder(header.cwd ?? "", cwd);
  const sessions = [...listSessions({ locations, cwd }, { isWanted })].flatMap((batch) => batch.sessions);
  return sessions.filter(({ internal, damaged }) => !internal && !damaged).sort(byModified)[0];
}

function atPath(path: string, locations: readonly StoreLocation[]): FoundSession {
  const real = realpathSync(path);
  const store = locations.find(
    ({ directory }) => real.startsWith(directory + sep) || path.startsWith(directory + sep),
  );
  return { path: real, agent: store?.agent };
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The files whose id is what was asked for, else those whose id begins with it. Names are asked first, they cost nothing. */
function matchesOf(asked: string, files: readonly FileFacts[]): readonly FileFacts[] {
  const inName = (file: FileFacts) => nameParts(file.baseName).id;
  const exact = files.filter((file) => inName(file) === asked);
  if (exact.length > 0) return exact;
  const inHeader = headerId();
  const ids = files.map((file) => ({ file, header: inHeader(file) }));
  const exactHeader = ids.filter(({ header }) => header === asked);
  const started = ids.filter(({ file, header }) =>
    [inName(file), header].some((id) => id?.startsWith(asked)),
  );
  return (exactHeader.length > 0 ? exactHeader : started).map(({ file }) => file);
}

/** Reads no more of a file than its header. */
function headerId(): (file: FileFacts) => string | undefined {
  const reader = new DigestReader();
  return (file) => {
    let id: string | undefined;
    reader.read(file, (header) => {
      id = header.id;
      return false;
    });
    return id;
  };
}
