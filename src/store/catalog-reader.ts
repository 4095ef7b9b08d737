import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { deserialize, serialize } from "node:v8";
import type { SessionDigest } from "../model/digest.ts";
import { type FileFacts, sameFacts } from "../model/digest-fold.ts";
import type { CatalogChange, CatalogSnapshot } from "./catalog.ts";
import { type DigestProgress, DigestReader, type DigestResult } from "./digest-reader.ts";
import { type FoundFiles, fileFacts, findFiles } from "./find-files.ts";
import { type ListingRequest, NO_SESSION } from "./listing.ts";
import { parentResolver } from "./parent-session.ts";

/** What is known of a file that was read. */
interface KnownFile {
  readonly facts: FileFacts;
  /** From where to read on; undefined for what is no session. */
  readonly progress: DigestProgress | undefined;
}

const NOTHING_FOUND: FoundFiles = { files: [], places: [], diagnostics: [], folders: new Map() };

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
  /** Files that somebody is at work on: these come first. */
  #touched = new Set<string>();
  #sessions = new Map<string, SessionDigest>();
  #problems = new Map<string, string>();
  #removed = new Set<string>();
  #taken: Pick<CatalogChange, "progress" | "loading" | "places"> | undefined;

  constructor(request: ListingRequest) {
    this.#request = request;
  }

  /** The folders that sessions lie in, links resolved, and their agents. */
  get folders(): ReadonlyMap<string, string | undefined> {
    return this.#found.folders;
  }

  get places(): CatalogSnapshot["places"] {
    return this.#found.places;
  }

  /** Whether something waits to be read. */
  get isBusy(): boolean {
    return this.#touched.size > 0 || this.#isLoading;
  }

  /** How many rows wait to be taken. */
  get waitingRows(): number {
    return this.#sessions.size;
  }

  /** Files found. */
  get total(): number {
    return this.#found.files.length;
  }

  get #isLoading(): boolean {
    return this.#position < this.#queue.length;
  }

  /** Looks through all folders for what has come, gone or changed. Reads no file. */
  look(): void {
    const before = this.#found;
    this.#found = findFiles(this.#request.locations, this.#request.cwd);
    this.#resolveParent = parentResolver();
    const there = new Set(this.#found.files.map(({ path }) => path));
    for (const path of this.#known.keys()) if (!there.has(path)) this.#forget(path);
    this.#queue = this.#found.files.filter((facts) => {
      const known = this.#known.get(facts.path);
      return known === undefined || !sameFacts(known.facts, facts);
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
    else if (known === undefined || !sameFacts(known.facts, facts)) this.#read(facts, known?.progress);
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
    this.#known.set(facts.path, { facts, progress: progress === undefined ? undefined : lasting(progress) });
    this.#take(facts.path, result);
  }

  /** What has happened since it was asked before; undefined when nothing has. */
  takeChange(): CatalogChange | undefined {
    const state = { progress: this.#progress(), loading: this.#isLoading, places: this.#found.places };
    const isSameState = isDeepStrictEqual(state, this.#taken);
    const hasItems = this.#sessions.size + this.#problems.size + this.#removed.size > 0;
    if (isSameState && !hasItems) return undefined;
    const change = {
      ...state,
      sessions: [...this.#sessions.values()],
      diagnostics: [...this.#problems].map(([path, reason]) => ({ path, reason })),
      removed: [...this.#removed],
    };
    this.#taken = state;
    this.#sessions = new Map();
    this.#problems = new Map();
    this.#removed = new Set();
    return change;
  }

  #progress(): CatalogSnapshot["progress"] {
    const waiting = this.#queue.length - this.#position;
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
