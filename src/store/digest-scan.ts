import { type DigestState, EMPTY_DIGEST, foldDamage, foldFact } from "../model/digest-fold.ts";
import type { SessionHeader } from "../model/entry.ts";
import { type DigestFact, factOf, parseTime } from "../model/fact.ts";
import { parseLine } from "../model/line.ts";
import { skimHead, skimTalk } from "../model/skim.ts";
import type { FileIdentity } from "./file-identity.ts";

/** How far a file was read: from here on an append is all that has to be read. */
export interface DigestProgress {
  /** What the whole lines said; a last line without its newline is looked at again. */
  readonly state: DigestState;
  /** When the last whole line that is neither a name nor a label was written, as far as one said: ms since 1970. */
  readonly lastTime: number | undefined;
  readonly identity: FileIdentity;
  /** The size of the file, with the last line: bytes. */
  readonly size: number;
  readonly hasLostNewline: boolean;
}

/** A line beyond this many bytes cannot become one JavaScript string; it counts as damaged. */
const LONGEST_LINE = 500 << 20;
/** The time of an entry stands in so many of its first bytes, if an agent wrote it. */
const LINE_HEAD = 512;
const LINE_TIME = /"timestamp":"([^"]+)"/;
/** The beginning of a line that gives a name or a label: that is no work in a session. */
const NAMING_LINE = /^[^{]*\{[^{}[\]]*"type":"(?:session_info|label)"/;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const CLOSE = 0x7d;
const LOST_NEWLINE = Buffer.from('}{"type":"');

/** Goes through the lines of one file, and folds what they say into its row. */
export class DigestScan {
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
