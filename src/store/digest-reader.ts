import { readSync } from "node:fs";
import type { SessionDigest } from "../model/digest.ts";
import { type FileFacts, finishDigest, isSession } from "../model/digest-fold.ts";
import type { SessionHeader } from "../model/entry.ts";
import { type DigestProgress, DigestScan } from "./digest-scan.ts";
import { identityOf, isSameFile, withOpenFile } from "./file-identity.ts";

export type { DigestProgress } from "./digest-scan.ts";

/** What became of one file: a row, no session at all, a session that was not wanted, or a failure. */
export type DigestResult =
  | { readonly kind: "session"; readonly digest: SessionDigest }
  | { readonly kind: "foreign"; readonly path: string }
  | { readonly kind: "unwanted" }
  | { readonly kind: "failed"; readonly path: string; readonly reason: string };

const CHUNK = 1 << 20;
/** A file whose whole lines hold neither header nor entry in this many bytes is no session; the rest is not read. */
const FOREIGN_HEAD = 256 << 10;

/**
 * Reads session files into list rows through one buffer that is used again for every file. Each file is read
 * once, start to end; memory is bound to the longest line that a row needs.
 */
export class DigestReader {
  #buffer = Buffer.allocUnsafeSlow(CHUNK);

  /** The row of one file. `isWanted` may turn a session away by its header before the rest is read. Never throws. */
  read(file: FileFacts, isWanted?: (header: SessionHeader) => boolean): DigestResult {
    const scan = new DigestScan(isWanted);
    return this.#open(file, (descriptor) => {
      this.#scan(descriptor, 0, file.size, scan);
      return scan.unwanted ? { kind: "unwanted" } : resultOf(scan, file);
    });
  }

  /**
   * The row of a file of which something may have been read before: then only what was added is read, unless nothing
   * was, or other bytes stand there now. Never throws.
   */
  readOn(file: FileFacts, before: DigestProgress | undefined): readonly [DigestResult, DigestProgress?] {
    let progress: DigestProgress | undefined;
    const result = this.#open(file, (descriptor) => {
      const known = before !== undefined && isContinued(descriptor, file, before) ? before : undefined;
      const scan = new DigestScan(undefined, known);
      this.#scan(descriptor, known?.identity.end ?? 0, file.size, scan);
      const { whole, hasLostNewline } = scan;
      const read = resultOf(scan, file);
      if (read.kind !== "session") return read;
      const { state, lastTime } = whole;
      const identity = identityOf(descriptor, whole.end);
      progress = { state, lastTime, identity, size: file.size, hasLostNewline };
      return read;
    });
    return [result, progress];
  }

  #open(file: FileFacts, read: (descriptor: number) => DigestResult): DigestResult {
    try {
      return withOpenFile(file.path, read);
    } catch (error) {
      return { kind: "failed", path: file.path, reason: reasonOf(error) };
    } finally {
      if (this.#buffer.length > 16 * CHUNK) this.#buffer = Buffer.allocUnsafeSlow(CHUNK);
    }
  }

  #scan(descriptor: number, start: number, size: number, scan: DigestScan): void {
    let held = 0;
    let total = start;
    while (!scan.stopped && total < size) {
      if (held === this.#buffer.length && !this.#makeRoom(scan)) held = 0;
      const read = readSync(descriptor, this.#buffer, held, this.#buffer.length - held, total);
      if (read === 0) break;
      const filled = held + read;
      const rest = scan.lines(this.#buffer, filled, held, total - held);
      total += read;
      this.#buffer.copyWithin(0, rest, filled);
      held = filled - rest;
      if (total > FOREIGN_HEAD && scan.hasLine && !isSession(scan.state)) return;
    }
    if (held > 0 && !scan.stopped) scan.tail(this.#buffer, held);
    else if (scan.skipping) scan.endSkipped();
  }

  /** Grows the buffer for a long line; false when the line is of no use and its bytes may be dropped. */
  #makeRoom(scan: DigestScan): boolean {
    if (scan.skipHeld(this.#buffer)) return false;
    const larger = Buffer.allocUnsafeSlow(this.#buffer.length * 2);
    this.#buffer.copy(larger);
    this.#buffer = larger;
    return true;
  }
}

/** A file that was written to but did not grow may hold other bytes anywhere. */
function isContinued(descriptor: number, file: FileFacts, { size, identity }: DigestProgress): boolean {
  return file.size > size && isSameFile(descriptor, identity);
}

function resultOf(scan: DigestScan, file: FileFacts): DigestResult {
  if (!isSession(scan.state)) return { kind: "foreign", path: file.path };
  return { kind: "session", digest: finishDigest(scan.state, file, scan.lastTime) };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  if (code === "EACCES" || code === "EPERM") return "no permission to read it";
  if (code === "ENOENT") return "it disappeared while the list was read";
  return error.message;
}
