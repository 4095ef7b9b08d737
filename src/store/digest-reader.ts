import { readSync } from "node:fs";
import type { SessionDigest } from "../model/digest.ts";
import {
  type DigestState,
  EMPTY_DIGEST,
  type FileFacts,
  finishDigest,
  foldDamage,
  foldFact,
  isSession,
} from "../model/digest-fold.ts";
import type { SessionHeader } from "../model/entry.ts";
import { type DigestFact, factOf, parseTime } from "../model/fact.ts";
import { parseLine } from "../model/line.ts";
import { skimHead, skimTalk } from "../model/skim.ts";
import { type FileIdentity, identityOf, isSameFile, withOpenFile } from "./file-identity.ts";

/** What became of one file: a row, no session at all, a session that was not wanted, or a failure. */
export type DigestResult =
  | { readonly kind: "session"; readonly digest: SessionDigest }
  | { readonly kind: "foreign"; readonly path: string }
  | { readonly kind: "unwanted" }
  | { readonly kind: "failed"; readonly path: string; readonly reason: string };

/** How far a file was read: from here on an append is all that has to be read. */
export interface DigestProgress {
  /** What the whole lines said; a last line without its newline is looked at again. */
  readonly state: DigestState;
  /** When the last whole line that is neither a name nor a label was written, as far as one said: ms since 1970. */
  readonly lastTime: number | undefined;
  readonly identity: FileIdentity;
  readonly hasLostNewline: boolean;
}

const CHUNK = 1 << 20;
/** A line beyond this many bytes cannot become one JavaScript string; it counts as damaged. */
const LONGEST_LINE = 500 << 20;
/** A file whose whole lines hold neither header nor entry in this many bytes is no session; the rest is not read. */
const FOREIGN_HEAD = 256 << 10;
/** The time of an entry stands in so many of its first bytes, if an agent wrote it. */
const LINE_HEAD = 512;
const LINE_TIME = /"timestamp":"([^"]+)"/;
/** The beginning of a line that gives a name or a label: that is no work in a session. */
const NAMING_LINE = /^[^{]*\{[^{}[\]]*"type":"(?:session_info|label)"/;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const CLOSE = 0x7d;
const LOST_NEWLINE = Buffer.from('}{"type":"');

/**
 * Reads session files into list rows through one buffer that is used again for every file. Each file is read
 * once, start to end; memory is bound to the longest line that a row needs.
 */
export class DigestReader {
  #buffer = Buffer.allocUnsafeSlow(CHUNK);

  /** The row of one file. `isWanted` may turn a session away by its header before the rest is read. Never throws. */
  read(file: FileFacts, isWanted?: (header: SessionHeader) => boolean): DigestResult {
    const scan = new Scan(isWanted);
    return this.#open(file, (descriptor) => {
      this.#scan(descriptor, 0, file.size, scan);
      return scan.unwanted ? { kind: "unwanted" } : resultOf(scan, file);
    });
  }

  /**
   * The row of a file of which something may have been read before: then only what was added is read, unless other
   * bytes stand there now. Never throws.
   */
  readOn(file: FileFacts, before: DigestProgress | undefined): readonly [DigestResult, DigestProgress?] {
    let progress: DigestProgress | undefined;
    const result = this.#open(file, (descriptor) => {
      const known = before !== undefined && isSameFile(descriptor, before.identity) ? before : undefined;
      const scan = new Scan(undefined, known);
      this.#scan(descriptor, known?.identity.end ?? 0, file.size, scan);
      const { whole, hasLostNewline } = scan;
      const read = resultOf(scan, file);
      if (read.kind !== "session") return read;
      const { state, lastTime } = whole;
      progress = { state, lastTime, identity: identityOf(descriptor, whole.end), hasLostNewline };
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

  #scan(descriptor: number, start: number, size: number, scan: Scan): void {
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
  #makeRoom(scan: Scan): boolean {
    if (scan.skipHeld(this.#buffer)) return false;
    const larger = Buffer.allocUnsafeSlow(this.#buffer.length * 2);
    this.#buffer.copy(larger);
    this.#buffer = larger;
    return true;
  }
}

function resultOf(scan: Scan, file: FileFacts): DigestResult {
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

/** Goes through the lines of one file. */
class Scan {
  state: DigestState;
  unwanted = false;
  /** Whether a whole line was seen: before, nothing can be said of a file. */
  hasLine = false;
  skipping: DigestFact | "damage" | undefined;
  /** Somewhere a newline between two records is missing: no line is taken for one record without a look. */
  hasLostNewline: boolean;
  /** When the last line that is neither a name nor a label was written, as far as one said: ms since 1970. */
  lastTime: number | undefined;
  /** What the whole lines said, and where in the file they end: bytes. */
  whole: { readonly state: DigestState; readonly lastTime: number | undefined; readonly end: number };
  readonly #isWanted: ((header: SessionHeader) => boolean) | undefined;

  constructor(isWanted: ((header: SessionHeader) => boolean) | undefined, before?: DigestProgress) {
    this.#isWanted = isWanted;
    this.state = before?.state ?? EMPTY_DIGEST;
    this.hasLostNewline = before?.hasLostNewline ?? false;
    this.lastTime = before?.lastTime;
    this.whole = { state: this.state, lastTime: this.lastTime, end: before?.identity.end ?? 0 };
  }

  get stopped(): boolean {
    return this.unwanted;
  }

  /**
   * Takes all whole lines of `buffer[0, filled)`, which stands at `offset` in the file; up to `searched` no newline is
   * left. Returns where the rest begins.
   */
  lines(buffer: Buffer, filled: number, searched: number, offset: number): number {
    const view = buffer.subarray(0, filled);
    this.hasLostNewline ||= view.indexOf(LOST_NEWLINE) !== -1;
    let start = 0;
    // What is left of a line that was skipped is no line.
    let first = this.skipping === undefined ? 0 : filled;
    let end = view.indexOf(NEWLINE, searched);
    while (end !== -1 && !this.stopped) {
      if (this.skipping === undefined) this.line(buffer, start, end);
      else {
        this.endSkipped();
        first = end + 1;
      }
      this.hasLine = true;
      start = end + 1;
      end = view.indexOf(NEWLINE, start);
    }
    this.#noteLastTime(view, first, start);
    if (start > 0) this.whole = { state: this.state, lastTime: this.lastTime, end: offset + start };
    if (this.skipping !== undefined && start === 0) return filled;
    return start;
  }

  /** A last line that lacks its newline. */
  tail(buffer: Buffer, end: number): void {
    this.line(buffer, 0, end);
    this.#noteTime(buffer, 0, end);
  }

  /** Of the lines in `[first, end)` the last that tells its time counts, however the file came to be read in parts. */
  #noteLastTime(view: Buffer, first: number, end: number): void {
    let lineEnd = end;
    while (lineEnd > first) {
      // Below 0 it would be counted from the end.
      const start = Math.max(first, lineEnd < 2 ? 0 : view.lastIndexOf(NEWLINE, lineEnd - 2) + 1);
      if (this.#noteTime(view, start, lineEnd)) return;
      lineEnd = start;
    }
  }

  #noteTime(buffer: Buffer, start: number, end: number): boolean {
    const head = buffer.toString("latin1", start, Math.min(end, start + LINE_HEAD));
    const time = NAMING_LINE.test(head) ? undefined : parseTime(LINE_TIME.exec(head)?.[1]);
    this.lastTime = time ?? this.lastTime;
    return time !== undefined;
  }

  line(buffer: Buffer, from: number, to: number): void {
    let end = to;
    if (end > from && buffer[end - 1] === RETURN) end--;
    if (end === from) return;
    const fact = this.hasLostNewline || buffer[end - 1] !== CLOSE ? undefined : this.#skim(buffer, from, end);
    if (fact !== undefined) this.state = foldFact(this.state, fact);
    else this.#parse(buffer.toString("utf8", from, end));
  }

  #skim(buffer: Buffer, start: number, end: number): DigestFact | undefined {
    // Before the header, a line may as well be another program's: only the parser tells.
    if (this.state.header === undefined) return undefined;
    const fact = skimHead(buffer, start, end) ?? skimTalk(buffer, start, end);
    const wantsText = this.state.firstMessage === "" && fact?.kind === "talk" && fact.role === "user";
    return wantsText ? undefined : fact;
  }

  #parse(text: string): void {
    const parsed = parseLine(text, 0);
    let state = this.state;
    for (const value of parsed.values) {
      const fact = factOf(value);
      if (fact === undefined) continue;
      if (fact.kind === "header" && state.header === undefined && this.#isWanted?.(fact.header) === false) {
        this.unwanted = true;
      }
      state = foldFact(state, fact);
    }
    this.state = parsed.diagnostics.some(({ kind }) => kind === "damaged") ? foldDamage(state) : state;
  }

  /** Whether the line that fills the whole buffer can be skipped; then only its end matters. */
  skipHeld(buffer: Buffer): boolean {
    if (this.skipping !== undefined) return true;
    if (this.state.header !== undefined) this.skipping = skimHead(buffer, 0, buffer.length);
    if (this.skipping === undefined && buffer.length * 2 > LONGEST_LINE) this.skipping = "damage";
    if (this.skipping !== undefined) this.#noteTime(buffer, 0, buffer.length);
    return this.skipping !== undefined;
  }

  endSkipped(): void {
    if (this.skipping === "damage") this.state = foldDamage(this.state);
    else if (this.skipping !== undefined) this.state = foldFact(this.state, this.skipping);
    this.skipping = undefined;
  }
}
