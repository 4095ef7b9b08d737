import type { SessionDigest } from "../model/digest.ts";
import { type FileFacts, sameFacts } from "../model/digest-fold.ts";
import type { SessionHeader } from "../model/entry.ts";
import type { CatalogSnapshot, FileDiagnostic } from "./catalog.ts";
import { DigestReader, type DigestResult } from "./digest-reader.ts";
import { completeFolders, type FoundFiles, findFiles } from "./find-files.ts";
import type { FileMemory, RememberedFile } from "./index/file-memory.ts";
import { isBelow, type StoreLocation } from "./locations.ts";
import { parentResolver } from "./parent-session.ts";

export interface ListingRequest {
  readonly locations: readonly StoreLocation[];
  /** The working directory whose sessions are read first. */
  readonly cwd: string;
}

/** What a listing has found since its last report. */
export interface ListingBatch {
  readonly sessions: readonly SessionDigest[];
  /** The files of these sessions. */
  readonly files: readonly FileFacts[];
  readonly diagnostics: readonly FileDiagnostic[];
  readonly progress: CatalogSnapshot["progress"];
  readonly places: CatalogSnapshot["places"];
  /** The folders below which everything was looked at, be it told yet or not. */
  readonly complete: readonly string[];
  readonly done: boolean;
}

/** Who asks for a listing hears of its progress so often. */
const BATCH_MS = 400;
export const NO_SESSION = "no session: it holds neither a header nor an entry";

export interface ListingOptions {
  /** May turn sessions away by their header. */
  readonly isWanted?: ((header: SessionHeader) => boolean) | undefined;
  /** What was read at earlier starts; it learns what is read now. Sessions that it knows are never turned away. */
  readonly memory?: FileMemory | undefined;
}

/** Reads all sessions of the stores, newest first, in batches. */
export function* listSessions(
  request: ListingRequest,
  { isWanted, memory }: ListingOptions = {},
): Generator<ListingBatch, void> {
  const found = findFiles(request.locations, request.cwd);
  const reader = new RememberingReader(request, isWanted, memory);
  const resolveParent = parentResolver();
  const complete = completeFolders(found);
  reader.forgetOthers(found);
  const total = found.files.length;
  let sessions: SessionDigest[] = [];
  let files: FileFacts[] = [];
  let diagnostics: FileDiagnostic[] = [...found.diagnostics];
  let read = 0;
  let deadline = performance.now() + BATCH_MS;
  const batch = (done: boolean): ListingBatch => ({
    sessions,
    files,
    diagnostics,
    progress: { read, total },
    places: found.places,
    complete,
    done,
  });
  for (const file of found.files) {
    const result = reader.read(file);
    read++;
    if (result.kind === "session") {
      sessions.push(resolveParent(result.digest));
      files.push(file);
    } else if (result.kind === "failed") diagnostics.push({ path: result.path, reason: result.reason });
    else if (result.kind === "foreign") diagnostics.push({ path: result.path, reason: NO_SESSION });
    if (performance.now() < deadline || read === total) continue;
    yield batch(false);
    sessions = [];
    files = [];
    diagnostics = [];
    deadline = performance.now() + BATCH_MS;
  }
  yield batch(true);
}

/** Reads what it does not remember. */
class RememberingReader {
  readonly #reader = new DigestReader();
  readonly #memory: FileMemory | undefined;
  readonly #isWanted: ListingOptions["isWanted"];
  readonly #remembered = new Map<string, RememberedFile>();

  constructor(request: ListingRequest, isWanted: ListingOptions["isWanted"], memory: FileMemory | undefined) {
    this.#memory = memory;
    this.#isWanted = isWanted;
    for (const file of memory?.files(request) ?? []) this.#remembered.set(file.facts.path, file);
  }

  /** What was not found is gone, except where nobody looked. */
  forgetOthers({ files, passedOver }: FoundFiles): void {
    const there = new Set(files.map(({ path }) => path));
    for (const path of this.#remembered.keys()) {
      const isKnown = !passedOver.some((directory) => isBelow(path, directory));
      if (isKnown && !there.has(path)) this.#memory?.forget(path);
    }
  }

  read(facts: FileFacts): DigestResult {
    const known = this.#remembered.get(facts.path);
    if (known === undefined && this.#isWanted !== undefined) return this.#reader.read(facts, this.#isWanted);
    if (known !== undefined && sameFacts(known.facts, facts)) {
      if (known.row === undefined) return { kind: "foreign", path: facts.path };
      const digest = this.#memory?.digestOf(known.row);
      if (digest !== undefined) return { kind: "session", digest };
    }
    const before = known === undefined ? undefined : this.#memory?.progressOf(facts.path);
    const [result, progress] = this.#reader.readOn(facts, before);
    this.#memory?.remember(facts, result, progress);
    return result;
  }
}
