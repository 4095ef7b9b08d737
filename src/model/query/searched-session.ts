import type { SessionDigest } from "../digest.ts";
import { SessionFields } from "./session-fields.ts";

/** Numbers of sessions by their paths. One that was given stays. */
export interface SessionNumbering {
  numberOf(path: string): number | undefined;
}

/** A session that queries look at. Its texts are taken apart once, when a query first asks for them. */
export class SearchedSession {
  readonly session: SessionDigest;
  #fields: SessionFields | undefined;
  #numbering: SessionNumbering | undefined;
  #number: number | undefined;

  constructor(session: SessionDigest) {
    this.session = session;
  }

  /** The texts of the session to look for words in. */
  get fields(): SessionFields {
    this.#fields ??= new SessionFields(this.session);
    return this.#fields;
  }

  /** Does what the first query would else have to wait for. */
  prepare(): void {
    this.#fields ??= new SessionFields(this.session);
  }

  /** Which number the session has; looked up by its path until it has one. */
  numberIn(numbering: SessionNumbering): number | undefined {
    if (this.#number === undefined || this.#numbering !== numbering) {
      this.#numbering = numbering;
      this.#number = numbering.numberOf(this.session.path);
    }
    return this.#number;
  }
}

const knownSessions = new WeakMap<SessionDigest, SearchedSession>();
const knownLists = new WeakMap<readonly SessionDigest[], readonly SearchedSession[]>();

/**
 * Sessions to be searched, in the same order. A list that stays is made once: nearly every key of a search looks through
 * all sessions, and to look each of them up would take longer than to search it.
 */
export function searchedSessions(sessions: readonly SessionDigest[]): readonly SearchedSession[] {
  const known = knownLists.get(sessions);
  if (known !== undefined) return known;
  const searched = sessions.map(searchedSession);
  knownLists.set(sessions, searched);
  return searched;
}

/** The session to be searched: the same one each time. */
export function searchedSession(session: SessionDigest): SearchedSession {
  const known = knownSessions.get(session);
  if (known !== undefined) return known;
  const searched = new SearchedSession(session);
  knownSessions.set(session, searched);
  return searched;
}
