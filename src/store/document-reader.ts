import { statSync } from "node:fs";
import type { SessionHeader } from "../model/entry.ts";
import { digestLabels, type EntryDigest } from "../model/entry-digest.ts";
import { EntryDigester } from "../model/entry-digester.ts";
import { entryText } from "../model/entry-text.ts";
import { type LineDiagnostic, type ParsedLine, parseLine, type TextSpan } from "../model/line.ts";
import { CURRENT_VERSION } from "../model/migrate.ts";
import { fold } from "../model/query/fold.ts";
import type { SessionEntry } from "../model/session-entry.ts";
import { versionToRead } from "./append.ts";
import { type FileIdentity, identityOf, isSameFile, withOpenFile } from "./file-identity.ts";
import { FileWindow } from "./file-window.ts";
import { SearchText } from "./search-text.ts";
import { SessionReplacedError } from "./session-errors.ts";
import { readRawLinesFrom } from "./session-lines.ts";

/** What reading has found since its last report. */
export interface DocumentBatch {
  /** The file was replaced: this begins it anew, and nothing that was reported before counts. */
  readonly restart: boolean;
  readonly header: SessionHeader | undefined;
  readonly version: number;
  readonly entries: readonly EntryDigest[];
  readonly diagnostics: readonly LineDiagnostic[];
  /** Bytes. */
  readonly progress: { readonly read: number; readonly total: number };
  /** The end of the file is reached; a last line that is not whole is reported each time anew. */
  readonly done: boolean;
  readonly torn: readonly LineDiagnostic[];
}

/** Where an entry stands in the file: bytes. */
interface Place {
  readonly offset: number;
  readonly length: number;
  readonly id: string;
  readonly parentId: string | null;
}

/** An entry that carries a label, and the label folded for searching. */
export interface LabelledEntry {
  readonly entry: number;
  readonly label: string;
}

/** Each report costs the receiving thread a moment; so many rows are taken over between two frames. */
const BATCH_ENTRIES = 2000;
const BATCH_MS = 50;

/**
 * Reads one session file into rows and searchable texts, and single entries again when they are asked for. Of the
 * file itself nothing is kept. Reading again goes on where it ended.
 */
export class DocumentReader {
  readonly path: string;
  #text = new SearchText();
  #places: Place[] = [];
  #labelEntries: EntryDigest[] = [];
  #labelled: readonly LabelledEntry[] | undefined;
  #digester = this.#newDigester(CURRENT_VERSION);
  #header: SessionHeader | undefined;
  #version = CURRENT_VERSION;
  #identity: FileIdentity | undefined;
  /** Bytes and lines read so far. */
  #offset = 0;
  #line = 0;
  /** How many records of the line at `#offset`, which lacks its newline, were taken already. */
  #taken = 0;

  constructor(path: string) {
    this.path = path;
  }

  #newDigester(version: number): EntryDigester {
    return new EntryDigester(version, () => this.#places.map(({ id }) => id));
  }

  /** The texts of the entries, as far as `indexTexts` has taken them over. */
  get text(): SearchText {
    return this.#text;
  }

  get header(): SessionHeader | undefined {
    return this.#header;
  }

  /** Reads on to the end of the file, in batches; a file that was replaced from its start. Throws when it cannot. */
  *read(): Generator<DocumentBatch, void> {
    let restart = this.#restartIfReplaced();
    let entries: EntryDigest[] = [];
    let diagnostics: LineDiagnostic[] = [];
    let torn: readonly LineDiagnostic[] = [];
    let deadline = performance.now() + BATCH_MS;
    const batch = (done: boolean): DocumentBatch => {
      const progress = { read: this.#offset, total: Math.max(this.#offset, fileSize(this.path)) };
      const [header, version] = [this.#header, this.#version];
      return { restart, header, version, entries, diagnostics, progress, done, torn };
    };
    for (const { bytes, hasNewline } of readRawLinesFrom(this.path, this.#offset)) {
      const parsed = parseLine(bytes.toString("utf8"), this.#line + 1);
      for (const digest of this.#take(parsed, bytes, hasNewline)) entries.push(digest);
      // What a last line without its newline lacks may still be written: it is looked at again.
      if (!hasNewline) torn = parsed.diagnostics;
      else for (const diagnostic of parsed.diagnostics) diagnostics.push(diagnostic);
      if (entries.length < BATCH_ENTRIES && performance.now() < deadline) continue;
      yield batch(false);
      restart = false;
      entries = [];
      diagnostics = [];
      deadline = performance.now() + BATCH_MS;
    }
    this.#identity = this.#currentIdentity();
    yield batch(true);
  }

  #restartIfReplaced(): boolean {
    const isFirst = this.#identity === undefined;
    if (!isFirst && this.#isSameFile()) return false;
    this.#identity = this.#currentIdentity(0);
    this.#version = versionToRead(this.path);
    this.#digester = this.#newDigester(this.#version);
    this.#text = new SearchText();
    this.#places = [];
    this.#labelEntries = [];
    this.#labelled = undefined;
    this.#header = undefined;
    this.#offset = 0;
    this.#line = 0;
    this.#taken = 0;
    return !isFirst;
  }

  /** Takes the entries of a line that were not taken before, when it was not whole. */
  #take(parsed: ParsedLine, bytes: Buffer, hasNewline: boolean): readonly EntryDigest[] {
    const digests: EntryDigest[] = [];
    const pieces = parsed.spans === undefined ? undefined : byteSpans(bytes, parsed.spans);
    for (let part = this.#taken; part < parsed.values.length; part++) {
      const value = parsed.values[part];
      if (value === undefined) continue;
      if (value.kind === "header") {
        this.#takeHeader(value.header);
        continue;
      }
      const digest = this.#digester.add(value.entry, value.kind === "entry");
      const { id, parentId } = digest;
      const { start, end } = pieces?.[part] ?? { start: 0, end: bytes.length };
      this.#places.push({ offset: this.#offset + start, length: end - start, id, parentId });
      if (digest.label !== undefined) this.#labelEntries.push(digest);
      digests.push(digest);
    }
    if (digests.length > 0) this.#labelled = undefined;
    this.#taken = hasNewline ? 0 : Math.max(this.#taken, parsed.values.length);
    if (!hasNewline) return digests;
    this.#offset += bytes.length + 1;
    this.#line++;
    return digests;
  }

  /** An empty file may get its header later; until entries come its version is not too late. */
  #takeHeader(header: SessionHeader): void {
    if (this.#header !== undefined) return;
    this.#header = header;
    if (this.#places.length > 0) return;
    this.#version = header.version ?? 1;
    this.#digester = this.#newDigester(this.#version);
  }

  /**
   * Takes over the texts of all entries that are not searchable yet, and pauses now and then. Kept out of reading:
   * it takes as long again, and a tree is shown without it.
   */
  *indexTexts(): Generator<void, void> {
    const text = this.#text;
    let deadline = performance.now() + BATCH_MS;
    for (const entry of this.entries(rangeFrom(text.count, this.#places.length))) {
      text.add(`${this.#digester.rowWords(entry)}\n${entryText(entry)}`);
      if (performance.now() < deadline) continue;
      yield;
      // The file was replaced meanwhile: these texts are nobody's.
      if (this.#text !== text) return;
      deadline = performance.now() + BATCH_MS;
    }
  }

  /** The entries that carry a label. */
  labelled(): readonly LabelledEntry[] {
    if (this.#labelled !== undefined) return this.#labelled;
    const labels = digestLabels(this.#labelEntries);
    const labelled: LabelledEntry[] = [];
    if (labels.size > 0) {
      for (const [entry, { id }] of this.#places.entries()) {
        const label = labels.get(id);
        if (label !== undefined) labelled.push({ entry, label: fold(label.text) });
      }
    }
    this.#labelled = labelled;
    return labelled;
  }

  /** Entries read again from the file, in the given order. Throws SessionReplacedError when they are not there any more. */
  *entries(indexes: Iterable<number>): Generator<SessionEntry, void> {
    const window = new FileWindow(this.path);
    try {
      for (const index of indexes) yield this.#entryAt(window, index);
    } finally {
      window.close();
    }
  }

  #entryAt(window: FileWindow, index: number): SessionEntry {
    const place = this.#places[index];
    if (place === undefined) throw new SessionReplacedError(this.path);
    const { values } = parseLine(window.bytes(place.offset, place.length).toString("utf8"), 0);
    const value = values.find(({ kind }) => kind !== "header");
    const isOther = value !== undefined && value.kind !== "header" && hasOtherId(value.entry.id, place.id);
    if (value === undefined || value.kind === "header" || isOther) throw new SessionReplacedError(this.path);
    return this.#digester.again(value.entry, value.kind === "entry", place);
  }

  /** Throws SessionReplacedError when the path leads to another file than the one that was read, or its bytes changed. */
  requireSameFile(): void {
    if (!this.#isSameFile()) throw new SessionReplacedError(this.path);
  }

  #isSameFile(): boolean {
    const identity = this.#identity;
    return (
      identity !== undefined && withOpenFile(this.path, (descriptor) => isSameFile(descriptor, identity))
    );
  }

  #currentIdentity(end = this.#offset): FileIdentity {
    return withOpenFile(this.path, (descriptor) => identityOf(descriptor, end));
  }
}

/** Pieces of a line, given in code units and in order, in bytes. */
function byteSpans(line: Buffer, spans: readonly TextSpan[]): readonly TextSpan[] {
  const text = line.toString("utf8");
  let [unit, byte] = [0, 0];
  const bytesUpTo = (position: number) => {
    byte += Buffer.byteLength(text.slice(unit, position));
    unit = position;
    return byte;
  };
  return spans.map((span) => ({ start: bytesUpTo(span.start), end: bytesUpTo(span.end) }));
}

/** An id that was made up while reading is not in the file. */
function hasOtherId(found: unknown, known: string): boolean {
  return typeof found === "string" && found !== known;
}

function* rangeFrom(start: number, end: number): Generator<number, void> {
  for (let index = start; index < end; index++) yield index;
}

function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
