import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SessionDigest } from "../../model/digest.ts";
import type { FileFacts } from "../../model/digest-fold.ts";
import { folderName } from "../../model/folder-name.ts";
import type { DigestProgress, DigestResult } from "../digest-reader.ts";
import { EXTENSION, isFolderOf } from "../find-files.ts";
import type { ListingRequest } from "../listing.ts";
import type { StoreLocation } from "../locations.ts";
import { type CachedFile, type DigestCache, parsed } from "./digest-cache.ts";

/** A file as it was at an earlier start. */
export interface RememberedFile {
  readonly facts: FileFacts;
  /** Its digest as JSON; undefined for what is no session. */
  readonly row: string | undefined;
}

/** So many files are written at once: then another process has to wait for a moment only. */
const FLUSH_AT = 256;
const FLUSH_MS = 300;
const RETRY_MS = 1000;

/**
 * Remembers in a database what was read of session files. Where that fails it forgets, and tells the error once:
 * whatever it does not know is read again.
 */
export class FileMemory {
  #cache: DigestCache | undefined;
  readonly #onTrouble: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(cache: DigestCache, onTrouble: (error: unknown) => void) {
    this.#cache = cache;
    this.#onTrouble = onTrouble;
  }

  /** What is remembered of the files of a listing, those of its folder first, each part newest first. */
  *files({ locations, cwd }: ListingRequest): Generator<RememberedFile, void> {
    const places = locations.flatMap((location) => resolvedPlace(location) ?? []);
    const directories = places.map(({ directory }) => directory);
    const near = places.map(({ directory, layout }) =>
      layout === "flat" ? directory : join(directory, folderName(cwd)),
    );
    const files = this.#cache?.files(directories, near);
    let known: { readonly folder: string; readonly place: StoreLocation | undefined } | undefined;
    for (;;) {
      const next = this.#trying(() => files?.next());
      if (next === undefined || next.done === true) return;
      const folder = dirname(next.value.facts.path);
      if (known?.folder !== folder) known = { folder, place: places.find((one) => isFolderOf(one, folder)) };
      if (known.place !== undefined) yield withAgent(next.value, known.place.agent);
    }
  }

  /** The digest that a row stands for; undefined where it cannot be understood. */
  digestOf(row: string): SessionDigest | undefined {
    return this.#trying(() => parsed<SessionDigest>(row));
  }

  progressOf(path: string): DigestProgress | undefined {
    return this.#trying(() => this.#cache?.progressOf(path));
  }

  /** Whether how to read on will be remembered, so that nobody else has to. */
  remember(facts: FileFacts, result: DigestResult, progress: DigestProgress | undefined): boolean {
    if (this.#cache === undefined || (result.kind !== "session" && result.kind !== "foreign")) return false;
    this.#cache.save({ facts, digest: result.kind === "session" ? result.digest : undefined, progress });
    if (this.#cache.waiting >= FLUSH_AT) this.flush();
    return this.#cache !== undefined;
  }

  forget(path: string): void {
    this.#cache?.drop(path);
  }

  /** Writes what waits; false while another process writes, or where nothing can be written any more. */
  flush(): boolean {
    return this.#trying(() => this.#cache?.flush()) ?? false;
  }

  /** Writes what waits in a moment; what comes until then is written with it. */
  flushSoon(wait = FLUSH_MS): void {
    if (this.#cache === undefined || this.#cache.waiting === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (!this.flush()) this.flushSoon(RETRY_MS);
    }, wait);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.flush();
    this.#cache?.close();
    this.#cache = undefined;
  }

  #trying<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      this.#cache = undefined;
      this.#onTrouble(error);
      return undefined;
    }
  }
}

function withAgent({ facts, row }: CachedFile, agent: string | undefined): RememberedFile {
  const { path, size, mtime, ctime, inode } = facts;
  return {
    facts: { path, size, mtime, ctime, inode, baseName: basename(path, EXTENSION), agent },
    // To take thousands of rows apart for one field would be most of the work of a start.
    row: row === undefined || agent === undefined ? row : `{"agent":${JSON.stringify(agent)},${row.slice(1)}`,
  };
}

/** A location with links resolved; undefined where it is not there. */
function resolvedPlace(location: StoreLocation): StoreLocation | undefined {
  try {
    return { ...location, directory: realpathSync(location.directory) };
  } catch {
    return undefined;
  }
}
