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

/** A screen full of rows: enough for the first batch, even before its time is up. */
const FIRST_BATCH_ROWS = 60;
const FIRST_BATCH_MS = 10;
/** Each batch makes the list be arranged anew, which a key press may have to wait for: so not too often. */
const LATER_BATCH_MS = 400;
export const NO_SESSION = "no session: it holds neither a header nor an entry";

/**
 * Reads all sessions of the stores, newest first, in batches: a small one at once, so that the first rows are
 * on the screen while the rest is read. `isWanted` may turn sessions away by their header.
 */
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
  let isFirst = true;
  let deadline = performance.now() + FIRST_BATCH_MS;
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
    const isScreenFull = isFirst && sessions.length >= FIRST_BATCH_ROWS;
    if ((performance.now() < deadline && !isScreenFull) || read === total) continue;
    isFirst = false;
    yield batch(false);
    sessions = [];
    diagnostics = [];
    deadline = performance.now() + LATER_BATCH_MS;
  }
  yield batch(true);
}
