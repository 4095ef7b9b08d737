import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { deserialize, serialize } from "node:v8";
import type { SessionDigest } from "../model/digest.ts";
import { type FileFacts, sameFacts } from "../model/digest-fold.ts";
import type { CatalogChange, CatalogSnapshot } from "./catalog.ts";
import { type DigestProgress, DigestReader, type DigestResult } from "./digest-reader.ts";
import { type FoundFiles, fileFacts, findFiles } from "./find-files.ts";
import type { FileMemory, RememberedFile } from "./index/file-memory.ts";
import { FileNewsGatherer } from "./index/file-news.ts";
import { type ListingRequest, NO_SESSION } from "./listing.ts";
import { parentResolver } from "./parent-session.ts";

/** What is known of a file that was read. */
interface KnownFile {
  readonly facts: FileFacts;
  readonly isSession: boolean;
  /** From where to read on, where nobody else remembers it; undefined for what is no session. */
  readonly progress: DigestProgress | undefined;
}

/** Which session a fork belongs to has to be looked up: a row with this text is taken apart for that. */
const PARENT_FIELD = '"parentSession":';

const NOTHING_FOUND: FoundFiles = {
  files: [],
  places: [],
  diagnostics: [],
  folders: new Map(),
  passedOver: [],
};

/**
 * Reads the sessions of the stores and keeps up with them: whoever learns that something may have happened says so
 * with `look` or `touch`, lets it read with `step` and takes what has changed. It never reads the same bytes twice
 * while a file only grows.
 */
export class CatalogReader {
  readonly #request: ListingRequest;
  readonly #reader = new DigestReader();
  readonly #known = new Map<string, KnownFile>();
  #resolveParent = parentResolver();
  #found = NOTHING_FOUND;
  /** What a look found to be read, in its order, and how much of it was read. */
  #queue: readonly FileFacts[] = [];
  #position = 0;
  #hasLooked = false;
  /** Files that somebody is at work on: these come first. */
  #touched = new Set<string>();
  #sessions = new Map<string, SessionDigest>();
  #problems = new Map<string, string>();
  #removed = new Set<string>();
  #taken: Pick<CatalogChange, "progress" | "loading" | "places"> | undefined;
  readonly #memory: FileMemory | undefined;
  /** For who indexes the texts of sessions. */
  readonly news = new FileNewsGatherer();
  /** What is remembered of an earlier start and was not taken yet. */
  #remembered: Iterator<RememberedFile> | undefined;
  /** Rows of an earlier start that wait to be taken: JSON. */
  #recalled: string[] = [];

  constructor(request: ListingRequest, memory?: FileMemory) {
    this.#request = request;
    this.#memory = memory;
    this.#remembered = memory?.files(request);
  }

  /** Whether rows of an earlier start wait to be taken, with `recall`. */
  get isRemembering(): boolean {
    return this.#remembered !== undefined;
  }

  /** Takes the row of one file as it was at an earlier start. Whether it still is so, the first look tells. */
  recall(): void {
    const { value, done } = this.#remembered?.next() ?? { value: undefined, done: true };
    if (done === true || value === undefined) {
      this.#remembered = undefined;
      return;
    }
    const { facts, row } = value;
    this.#known.set(facts.path, { facts, isSession: row !== undefined, progress: undefined });
    if (row === undefined) return;
    if (!row.includes(PARENT_FIELD)) this.#recalled.push(row);
    else {
      const digest = this.#memory?.digestOf(row);
      if (digest === undefined) this.#known.delete(facts.path);
      else this.#sessions.set(facts.path, this.#resolveParent(digest));
    }
  }

  /** What the last look found. */
  get found(): FoundFiles {
    return this.#found;
  }

  /** Whether something waits to be read. */
  get isBusy(): boolean {
    return this.#touched.size > 0 || this.#position < this.#queue.length;
  }

  /** How many rows wait to be taken. */
  get waitingRows(): number {
    return this.#sessions.size + this.#recalled.length;
  }

  /** Files found. */
  get total(): number {
    return this.#found.files.length;
  }

  get #isLoading(): boolean {
    return !this.#hasLooked || this.#position < this.#queue.length;
  }

  /** Looks through all folders for what has come, gone or changed. Reads no file. */
  look(): void {
    const before = this.#found;
    this.#hasLooked = true;
    this.#found = findFiles(this.#request.locations, this.#request.cwd);
    this.#resolveParent = parentResolver();
    const there = new Set(this.#found.files.map(({ path }) => path));
    for (const path of this.#known.keys()) if (!there.has(path)) this.#forget(path);
    this.#queue = this.#found.files.filter((facts) => {
      const known = this.#known.get(facts.path);
      const isSame = known !== undefined && sameFacts(known.facts, facts);
      if (isSame && known.isSession) this.news.found(facts);
      return !isSame;
    });
    this.#position = 0;
    this.#compareFolders(before, this.#found);
  }

  /** Folders that cannot be read, or can be again. */
  #compareFolders(before: FoundFiles, now: FoundFiles): void {
    const known = new Map(before.diagnostics.map(({ path, reason }) => [path, reason]));
    for (const { path, reason } of now.diagnostics) {
      if (known.get(path) !== reason) this.#complain(path, reason);
      known.delete(path);
    }
    for (const path of known.keys()) this.#remove(path);
  }

  /** Something has happened to a file of a known folder. */
  touch(path: string): void {
    if (this.#found.folders.has(dirname(path))) this.#touched.add(path);
  }

  /** Reads one of the files that wait, if it changed indeed. */
  step(): void {
    const path = this.#next();
    if (path === undefined) return;
    const known = this.#known.get(path);
    const facts = this.#facts(path);
    if (facts === undefined) this.#forget(path);
    else if (known === undefined || !sameFacts(known.facts, facts)) {
      this.#read(facts, known === undefined ? undefined : (known.progress ?? this.#memory?.progressOf(path)));
    }
  }

  /** A file in a folder that does not let it be looked at is gone for now: the next look says what is wrong. */
  #facts(path: string): FileFacts | undefined {
    try {
      return fileFacts(path, this.#found.folders.get(dirname(path)));
    } catch {
      return undefined;
    }
  }

  #read(facts: FileFacts, before: DigestProgress | undefined): void {
    const [result, progress] = this.#reader.readOn(facts, before);
    const isRemembered = this.#memory?.remember(facts, result, progress) === true;
    const kept = isRemembered || progress === undefined ? undefined : lasting(progress);
    const isSession = result.kind === "session";
    if (isSession) this.news.changed(facts);
    else this.news.gone(facts.path);
    this.#known.set(facts.path, { facts, isSession, progress: kept });
    this.#take(facts.path, result);
  }

  /** What has happened since it was asked before; undefined when nothing has. `isPart`: more follows at once. */
  takeChange(isPart = false): CatalogChange | undefined {
    const state = { progress: this.#progress(), loading: this.#isLoading, places: this.#found.places };
    const isSameState = isDeepStrictEqual(state, this.#taken);
    const hasItems = this.waitingRows + this.#problems.size + this.#removed.size > 0;
    if (isSameState && !hasItems) return undefined;
    const change = {
      ...state,
      sessions: [...this.#sessions.values()],
      diagnostics: [...this.#problems].map(([path, reason]) => ({ path, reason })),
      removed: [...this.#removed],
      recalled: this.#recalled.length === 0 ? undefined : `[${this.#recalled.join(",")}]`,
      isPart,
    };
    this.#recalled = [];
    this.#taken = state;
    this.#sessions = new Map();
    this.#problems = new Map();
    this.#removed = new Set();
    return change;
  }

  #progress(): CatalogSnapshot["progress"] {
    const waiting = this.#queue.length - this.#position;
    // How many there are is not known before the first look.
    if (!this.#hasLooked) return { read: 0, total: 0 };
    const total = this.#isLoading ? this.#found.files.length : this.#known.size;
    return { read: total - waiting, total };
  }

  #next(): string | undefined {
    for (const path of this.#touched) {
      this.#touched.delete(path);
      return path;
    }
    return this.#queue[this.#position++]?.path;
  }

  #take(path: string, result: DigestResult): void {
    if (result.kind === "session") {
      this.#removed.delete(path);
      this.#problems.delete(path);
      this.#sessions.set(path, this.#resolveParent(result.digest));
    } else if (result.kind === "foreign") this.#complain(path, NO_SESSION);
    else if (result.kind === "failed") this.#complain(path, result.reason);
  }

  #complain(path: string, reason: string): void {
    this.#removed.delete(path);
    this.#sessions.delete(path);
    this.#problems.set(path, reason);
  }

  #forget(path: string): void {
    this.#memory?.forget(path);
    this.news.gone(path);
    if (this.#known.delete(path)) this.#remove(path);
  }

  #remove(path: string): void {
    this.#sessions.delete(path);
    this.#problems.delete(path);
    this.#removed.add(path);
  }
}

/** A piece cut from a long text keeps the whole text in memory: what is kept for long is a text of its own. */
function lasting(progress: DigestProgress): DigestProgress {
  const { state } = progress;
  return { ...progress, state: { ...state, firstMessage: deserialize(serialize(state.firstMessage)) } };
}
