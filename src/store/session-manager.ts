import { realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { branchedEntries } from "../model/branched.ts";
import type { WorkflowLink } from "../model/digest.ts";
import type { SessionHeader } from "../model/entry.ts";
import { workflowOf } from "../model/fact.ts";
import { folderName } from "../model/folder-name.ts";
import { CURRENT_VERSION } from "../model/migrate.ts";
import type { SessionEntry } from "../model/session-entry.ts";
import { appendLines } from "./append.ts";
import { sessionDirectory, storeLocations } from "./locations.ts";
import { branchedTexts, type RecordText } from "./rewrite.ts";
import { SessionAppends } from "./session-appends.ts";
import { NotASessionError } from "./session-errors.ts";
import {
  createSessionFile,
  fileSize,
  newEntryId,
  placed,
  prepareForAppend,
  readSessionFile,
  readSessionTexts,
  rewriteSessionHeader,
  serialiseEntry,
  sessionPath,
} from "./session-file.ts";
import { completeWorkflow, markerOf, type NewSessionOptions, newHeader } from "./session-header.ts";
import {
  type ListOptions,
  type ListProgress,
  listSessionInfos,
  mostRecentSession,
  type SessionInfo,
} from "./session-list.ts";

interface Place {
  readonly cwd: string;
  readonly sessionDir: string;
  readonly persisted: boolean;
}

/**
 * One session: its entries, where in their tree the conversation stands, and its file (specification:
 * SessionManager API). Nothing is written for a new session before its first assistant message; then everything
 * so far at once, and from then on each entry as it is appended. A call that fails changes nothing, neither here
 * nor on disk.
 */
export class SessionManager extends SessionAppends {
  readonly #persisted: boolean;
  readonly #sessionDir: string;
  #cwd: string;
  #file: string | undefined;
  /** Whether the file has the header; before, everything waits here. */
  #isOnDisk = false;
  /** The lines of entries that are not written yet. */
  #waiting: string[] = [];

  private constructor({ cwd, sessionDir, persisted }: Place, header: SessionHeader) {
    super(header);
    this.#cwd = cwd;
    this.#sessionDir = sessionDir;
    this.#persisted = persisted;
    this.#start(header);
  }

  /** A new session. Throws InvalidSessionIdError and InvalidWorkflowError. */
  static create(cwd: string, sessionDir?: string, options?: NewSessionOptions): SessionManager {
    const place = {
      cwd: resolve(cwd),
      sessionDir: sessionDirectory(sessionDir) ?? defaultSessionDir(resolve(cwd)),
      persisted: true,
    };
    return new SessionManager(place, newHeader(place.cwd, options));
  }

  /**
   * The session of a file. One that does not exist or is empty becomes a new session with its first write. Throws
   * NotASessionError for a file with content but no valid header.
   */
  static open(path: string, sessionDir?: string): SessionManager {
    const place = {
      cwd: process.cwd(),
      sessionDir: sessionDirectory(sessionDir) ?? dirname(resolve(path)),
      persisted: true,
    };
    const manager = new SessionManager(place, newHeader(place.cwd));
    manager.setSessionFile(path);
    return manager;
  }

  /** The session of a working directory that was last spoken in, or a new one. Damaged files are never taken. */
  static continueRecent(cwd: string, sessionDir?: string, options?: ListOptions): SessionManager {
    const recent = mostRecentSession(resolve(cwd), sessionDir, options);
    return recent === undefined
      ? SessionManager.create(cwd, sessionDir)
      : SessionManager.open(recent.path, sessionDir);
  }

  /** A session that is never written to disk. */
  static inMemory(cwd = process.cwd(), options?: NewSessionOptions): SessionManager {
    return new SessionManager({ cwd, sessionDir: "", persisted: false }, newHeader(cwd, options));
  }

  /**
   * A new session for `targetCwd` with all entries of another one, which it names as its parent. It is written at
   * once if an assistant has spoken in it. Throws NotASessionError.
   */
  static forkFrom(
    sourcePath: string,
    targetCwd: string,
    sessionDir?: string,
    options?: NewSessionOptions,
  ): SessionManager {
    const source = resolve(sourcePath);
    const { header, entries, texts } = readSessionTexts(source);
    if (header === undefined) throw new NotASessionError(source);
    const inherited = options?.internal === false ? {} : markerOf(header);
    const asked = Object.fromEntries(
      Object.entries(options ?? {}).filter(([, value]) => value !== undefined),
    );
    const manager = SessionManager.create(targetCwd, sessionDir, {
      ...inherited,
      parentSession: source,
      ...asked,
    });
    manager.#take(
      entries,
      texts.map(({ text }) => text),
    );
    return manager;
  }

  /** The sessions of a working directory, newest first. */
  static list(
    cwd: string,
    sessionDir?: string,
    onProgress?: ListProgress,
    options?: ListOptions,
  ): Promise<SessionInfo[]> {
    return listSessionInfos(sessionDir, resolve(cwd), onProgress, options);
  }

  /** The sessions of all working directories, or all of one session directory, newest first. */
  static listAll(
    sessionDir?: string,
    onProgress?: ListProgress,
    options?: ListOptions,
  ): Promise<SessionInfo[]> {
    return listSessionInfos(sessionDir, undefined, onProgress, options);
  }

  /** Goes on with a new session. Returns its file, which is not written yet. Throws as `create` does. */
  newSession(options?: NewSessionOptions): string | undefined {
    this.#start(newHeader(this.#cwd, options));
    return this.#file;
  }

  /**
   * Makes the session belong to a workflow. A valid marker stays; a malformed one is repaired. Throws
   * InvalidWorkflowError where there is neither a valid marker nor a complete workflow.
   */
  markSessionInternal(workflow?: WorkflowLink): void {
    if (workflowOf(this.header) !== undefined) return;
    let marker = { internal: true, workflow: completeWorkflow(workflow, this.#file) };
    if (this.#isOnDisk && this.#file !== undefined) {
      prepareForAppend(this.#file);
      rewriteSessionHeader(this.#file, (header) => {
        // Somebody else may have marked it since it was read.
        const theirs = markerOf({ ...header, type: "session", id: this.header.id });
        if (theirs !== undefined) marker = theirs;
        return theirs === undefined ? { ...header, ...marker } : header;
      });
    }
    this.header = { ...this.header, ...marker };
  }

  /** Goes on with another file. Throws NotASessionError; then the session stays the one it was. */
  setSessionFile(path: string): void {
    const file = resolveLinks(resolve(path));
    const size = fileSize(file) ?? 0;
    if (size === 0) {
      this.#start(newHeader(this.#cwd), file);
      return;
    }
    const { header, entries } = readSessionFile(file);
    if (header === undefined) throw new NotASessionError(file);
    this.#start({ ...header, version: CURRENT_VERSION }, file);
    this.#cwd = header.cwd ?? this.#cwd;
    this.#isOnDisk = this.#persisted;
    this.hold(entries);
  }

  /**
   * Goes on in a new session that holds the way from the root to `leafId` and the labels on it. Returns its file,
   * undefined in memory. Throws UnknownEntryError.
   */
  createBranchedSession(leafId: string): string | undefined {
    this.requireEntry(leafId);
    const entries = branchedEntries(this.entries, leafId, (taken) => newEntryId(taken));
    const texts = branchedTexts(entries, this.#texts());
    const parentSession = this.#file;
    const left = { header: this.header, file: this.#file, isOnDisk: this.#isOnDisk, waiting: this.#waiting };
    const [held, leaf] = [this.entries, this.leafId];
    this.#start(
      newHeader(this.#cwd, {
        ...(parentSession === undefined ? {} : { parentSession }),
        ...markerOf(this.header),
      }),
    );
    try {
      this.#take(entries, texts);
    } catch (error) {
      this.#start(left.header, left.file);
      this.hold(held);
      this.leafId = leaf;
      this.#isOnDisk = left.isOnDisk;
      this.#waiting = left.waiting;
      throw error;
    }
    return this.#file;
  }

  /** Working directory of the session, by its header. */
  getCwd(): string {
    return this.#cwd;
  }

  /** Where its file lies, and new ones will. */
  getSessionDir(): string {
    return this.#sessionDir;
  }

  /** Undefined in memory. The file may not exist yet. */
  getSessionFile(): string | undefined {
    return this.#file;
  }

  /** Whether the session belongs on disk. */
  isPersisted(): boolean {
    return this.#persisted;
  }

  #start(header: SessionHeader, file?: string): void {
    this.header = header;
    this.#file = this.#persisted ? (file ?? sessionPath(this.#sessionDir, header)) : undefined;
    this.#isOnDisk = false;
    this.#waiting = [];
    this.hold([]);
  }

  /** Fills a new session with entries; `texts` are their lines. */
  #take(entries: readonly SessionEntry[], texts: readonly string[]): void {
    this.#waiting = [...texts];
    if (entries.some(isAssistant)) this.#writeWaiting();
    this.hold(entries);
  }

  protected override append(fields: Readonly<Record<string, unknown>> & { readonly type: string }): string {
    const id = newEntryId(this.byId);
    const { text, entry } = serialiseEntry(placed(fields, id, this.leafId), this.#file);
    this.#write(entry, text);
    this.entries.push(entry);
    this.byId.set(id, entry);
    this.leafId = id;
    return id;
  }

  #write(entry: SessionEntry, text: string): void {
    if (this.#file !== undefined && this.#isOnDisk) {
      prepareForAppend(this.#file);
      appendLines(this.#file, [text]);
      return;
    }
    this.#waiting.push(text);
    try {
      if (isAssistant(entry)) this.#writeWaiting();
    } catch (error) {
      this.#waiting.pop();
      throw error;
    }
  }

  #writeWaiting(): void {
    if (this.#file === undefined) return;
    const lines = [JSON.stringify(this.header), ...this.#waiting];
    if (fileSize(this.#file) === 0) appendLines(this.#file, lines);
    else createSessionFile(this.#file, lines);
    this.#isOnDisk = true;
    this.#waiting = [];
  }

  /** The entries' lines as they stand on disk, or wait to. */
  #texts(): readonly RecordText[] {
    if (this.#file !== undefined && this.#isOnDisk) return readSessionTexts(this.#file).texts;
    return this.#waiting.map((text) => ({ record: JSON.parse(text), text }));
  }
}

function isAssistant(entry: SessionEntry): boolean {
  if (entry.type !== "message") return false;
  const { message } = entry;
  return typeof message === "object" && message !== null && "role" in message && message.role === "assistant";
}

/** Where the agents would put the sessions of a working directory. */
function defaultSessionDir(cwd: string): string {
  const [store] = storeLocations({ cwd, env: process.env });
  if (store === undefined) return cwd;
  return store.layout === "flat" ? store.directory : join(store.directory, folderName(cwd));
}

function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
