import { statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { totalsOf } from "../model/compare.ts";
import { copyText } from "../model/entry-text.ts";
import { rawJson, sectionsOf } from "../model/sections.ts";
import type { SessionEntry } from "../model/session-entry.ts";
import { printable } from "../model/text.ts";
import { continueHere, continueInNewSession } from "./continue.ts";
import type { ContinueRequest, ContinueResult, FileState, SearchResult } from "./document.ts";
import { type DocumentBatch, DocumentReader } from "./document-reader.ts";
import { DocumentSearch } from "./document-search.ts";
import { labelEntry } from "./label.ts";
import { renameSession } from "./rename.ts";
import { SessionReplacedError } from "./session-errors.ts";
import { watchFile } from "./watch-file.ts";

/** What the interface asks of the worker that holds a session. */
export type DocumentQuestion =
  | { readonly kind: "search"; readonly query: string }
  | { readonly kind: "sections" | "rawJson" | "copyText"; readonly index: number }
  | { readonly kind: "totals"; readonly entries: readonly number[] }
  | { readonly kind: "fileState" }
  | { readonly kind: "label"; readonly entryId: string; readonly text: string }
  | { readonly kind: "rename"; readonly name: string }
  | { readonly kind: "continue"; readonly request: ContinueRequest };

export interface NumberedQuestion {
  readonly number: number;
  /** Which of the files that were at the path the indexes of the question belong to. */
  readonly generation: number;
  readonly question: DocumentQuestion;
}

export type DocumentReport =
  | { readonly kind: "batch"; readonly batch: DocumentBatch }
  | { readonly kind: "failed"; readonly reason: string }
  /** The system does not tell of changes, and why. */
  | { readonly kind: "polling"; readonly reason: string }
  | { readonly kind: "answer"; readonly number: number; readonly value: unknown }
  | { readonly kind: "refused"; readonly number: number; readonly reason: string };

export interface DocumentRequest {
  readonly path: string;
  /** False: what comes to the file is read only when somebody asks. */
  readonly watch: boolean;
}

const request: DocumentRequest = workerData;
const { path } = request;
const reader = new DocumentReader(path);
const searcher = new DocumentSearch(reader);
const report = (message: DocumentReport) => parentPort?.postMessage(message);
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
let latestSearch = 0;
let generation = 0;
let reading: Promise<void> = Promise.resolve();
let indexing: Promise<void> = Promise.resolve();

/** Reads to the end of the file; questions get their turn between two batches. */
async function read(): Promise<void> {
  try {
    for (const batch of reader.read()) {
      if (batch.restart) generation++;
      report({ kind: "batch", batch });
      await setImmediate();
    }
  } catch (error) {
    const isGone = error instanceof Error && "code" in error && error.code === "ENOENT";
    report({ kind: "failed", reason: isGone ? "the file is gone" : printable(reasonOf(error)) });
  }
}

async function search(number: number, query: string): Promise<SearchResult | undefined> {
  latestSearch = number;
  const isStale = () => latestSearch !== number;
  // Of several letters typed at once only the last one's question is worth an answer.
  await setImmediate();
  if (isStale()) return undefined;
  await indexing;
  if (isStale()) return undefined;
  const result = await searcher.search(query, isStale);
  // After the answer is on its way.
  void setImmediate().then(() => isStale() || searcher.prepare());
  return result;
}

/** Makes what was read searchable, one after the other with what is read later. */
async function index(): Promise<void> {
  for (const _pause of reader.indexTexts()) await setImmediate();
  await warmUp();
}

let isWarm = false;

/** The first searches in a large session would wait for the engine to compile them: nobody waits for these. */
async function warmUp(): Promise<void> {
  if (isWarm || reader.text.count < LARGE) return;
  isWarm = true;
  for (const query of ["e", "er", "err", "st", "th"]) {
    await setImmediate();
    if (latestSearch > 0) return;
    await new DocumentSearch(reader).search(query, () => false);
  }
}

/** Entries. */
const LARGE = 20_000;

/** Writers write often: what they wrote is read at most so often, ms. */
const LEAST_PAUSE_MS = 150;
let isDue = false;

/** Reads what has come to the file, soon. */
function readSoon(): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    readAndIndex();
  }, LEAST_PAUSE_MS);
}

/** One reading after the other: two at a time would take the same lines twice. */
function readAndIndex(): void {
  reading = reading.then(read);
  indexing = Promise.all([indexing, reading])
    .then(index)
    // The file went away or was replaced meanwhile. Reading says so, and the next reading indexes what is missing.
    .catch(() => {});
}

/** Looks at the file anew, and reads what has come to it. */
async function fileState(): Promise<FileState> {
  const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  readAndIndex();
  await reading;
  return { changed };
}

/** Settles when nothing is being written. */
let writing: Promise<unknown> = Promise.resolve();

/** Writes, and reads what was written, so that it is on the screen before the answer. */
function write<Result>(change: () => Result): Promise<Result> {
  const written = writeAndRead(change);
  writing = Promise.allSettled([writing, written]);
  return written;
}

async function writeAndRead<Result>(change: () => Result): Promise<Result> {
  await reading;
  reader.requireSameFile();
  const result = change();
  readAndIndex();
  await reading;
  return result;
}

function continueFrom(request: ContinueRequest): Promise<ContinueResult> {
  const { entryId } = request;
  if (request.where === "newSession") return write(() => continueInNewSession(path, entryId));
  return write(() => {
    continueHere(path, entryId, request.note);
    return { path, id: reader.header?.id ?? "" };
  });
}

function entryAt(index: number): SessionEntry {
  for (const entry of reader.entries([index])) return entry;
  throw new SessionReplacedError(path);
}

async function answer(number: number, question: DocumentQuestion): Promise<unknown> {
  switch (question.kind) {
    case "search":
      return search(number, question.query);
    case "sections":
      return sectionsOf(entryAt(question.index));
    case "rawJson":
      return rawJson(entryAt(question.index));
    case "copyText":
      return copyText(entryAt(question.index));
    case "totals":
      return totalsOf(reader.entries(question.entries));
    case "fileState":
      return fileState();
    case "label":
      return write(() => labelEntry(path, question.entryId, question.text));
    case "rename":
      return write(() => renameSession(path, question.name));
    case "continue":
      return continueFrom(question.request);
  }
}

function isFound(value: unknown): value is { readonly matches: Uint8Array<ArrayBuffer> } {
  return (
    typeof value === "object" && value !== null && "matches" in value && value.matches instanceof Uint8Array
  );
}

async function answerFor({ number, question, generation: asked }: NumberedQuestion): Promise<unknown> {
  const isAboutIndexes = "index" in question || "entries" in question;
  if (isAboutIndexes && asked !== generation) throw new SessionReplacedError(path);
  return answer(number, question);
}

parentPort?.on("message", (numbered: NumberedQuestion | "close") => {
  if (numbered === "close") {
    // It ends this thread only.
    void writing.then(() => process.exit());
    return;
  }
  const { number, question } = numbered;
  answerFor(numbered).then(
    (value) => {
      const isSearch = question.kind === "search" && isFound(value);
      parentPort?.postMessage({ kind: "answer", number, value }, isSearch ? [value.matches.buffer] : []);
    },
    (error: unknown) => report({ kind: "refused", number, reason: reasonOf(error) }),
  );
});
readAndIndex();
if (request.watch) {
  const onTrouble = (reason: string) => report({ kind: "polling", reason });
  watchFile(path, { onChange: readSoon, onTrouble });
}
