import type { SessionDigest } from "../model/digest.ts";
import type { SessionHeader } from "../model/entry.ts";
import type { CatalogSnapshot, FileDiagnostic } from "./catalog.ts";
import { DigestReader } from "./digest-reader.ts";
import { findFiles } from "./find-files.ts";
import type { StoreLocation } from "./locations.ts";
import { parentResolver } from "./parent-session.ts";

export interface ListingRequest {
  readonly locations: readonly StoreLocation[];
  /** The working directory whose sessions are read first. */
  readonly cwd: string;
}

/** What a listing has found since its last report. */
export interface ListingBatch {
  readonly sessions: readonly SessionDigest[];
  readonly diagnostics: readonly FileDiagnostic[];
  readonly progress: CatalogSnapshot["progress"];
  readonly places: CatalogSnapshot["places"];
  readonly done: boolean;
}

/** Who asks for a listing hears of its progress so often. */
const BATCH_MS = 400;
export const NO_SESSION = "no session: it holds neither a header nor an entry";

/** Reads all sessions of the stores, newest first, in batches. `isWanted` may turn sessions away by their header. */
export function* listSessions(
  request: ListingRequest,
  isWanted?: (header: SessionHeader) => boolean,
): Generator<ListingBatch, void> {
  const found = findFiles(request.locations, request.cwd);
  const reader = new DigestReader();
  const resolveParent = parentResolver();
  const total = found.files.length;
  let sessions: SessionDigest[] = [];
  let diagnostics: FileDiagnostic[] = [...found.diagnostics];
  let read = 0;
  let deadline = performance.now() + BATCH_MS;
  const batch = (done: boolean): ListingBatch => ({
    sessions,
    diagnostics,
    progress: { read, total },
    places: found.places,
    done,
  });
  for (const file of found.files) {
    const result = reader.read(file, isWanted);
    read++;
    if (result.kind === "session") sessions.push(resolveParent(result.digest));
    else if (result.kind === "failed") diagnostics.push({ path: result.path, reason: result.reason });
    else if (result.kind === "foreign") diagnostics.push({ path: result.path, reason: NO_SESSION });
    if (performance.now() < deadline || read === total) continue;
    yield batch(false);
    sessions = [];
    diagnostics = [];
    deadline = performance.now() + BATCH_MS;
  }
  yield batch(true);
}
