import { sep } from "node:path";
import { sameFacts } from "../../model/digest-fold.ts";
import type { CachedFacts } from "./digest-cache.ts";
import { FileInWork, isReadError } from "./file-in-work.ts";
import { openPieces, type ReadPiece } from "./piece-stream.ts";
import type { ReadingAhead } from "./reading-ahead.ts";
import type { IndexedFile, TextStore } from "./text-store.ts";

export type IndexStep = "worked" | "idle" | "busy";

/** So much is written as one whole: bytes of session files. What is lost by a crash is read again. */
const COMMIT_BYTES = 64 << 20;
/** Another treeline may want to write too: ms. */
const COMMIT_MS = 3000;
/** Fewer files are read sooner than another thread hears of them. */
const MANY_FILES = 64;
/** So far from the first the next new files are looked for. */
const MOST_LOOKS = 256;

/**
 * Keeps the words of session files up to date. Whoever learns of a file says so with `announce` or `remove`, and lets
 * it work with `step`. Of a file that only grew, what was added is read.
 */
export class TextIndexer {
  readonly #store: TextStore;
  readonly #ahead: ReadingAhead | undefined;
  /** What of the announced files the store has; a file that it has not, or not as it is now, waits. */
  readonly #numbers = new Map<string, number>();
  readonly #waiting = new Map<string, CachedFacts>();
  readonly #announced = new Set<string>();
  readonly #removed = new Set<string>();
  /** Files without words, because they could not be read, which have not changed since. */
  readonly #unreadable = new Set<string>();
  #known: Map<string, IndexedFile> | undefined;
  #file: FileInWork | undefined;
  #writtenBytes = 0;
  #writingSince = 0;

  /** `ahead`: who reads many files at once. */
  constructor(store: TextStore, ahead?: ReadingAhead) {
    this.#store = store;
    this.#ahead = ahead;
  }

  /** The announced files whose words can be found, be it as they were a moment ago, and those that have none. */
  get indexed(): number {
    return this.#numbers.size + this.#unreadable.size;
  }

  get isBusy(): boolean {
    return (
      this.#waiting.size > 0 || this.#removed.size > 0 || this.#file !== undefined || this.#store.isWriting
    );
  }

  /** The announced files whose words cannot be found yet as they are now. */
  get waiting(): readonly string[] {
    return [...(this.#file === undefined ? [] : [this.#file.facts.path]), ...this.#waiting.keys()];
  }

  /** The announced files whose words can be found, and their numbers in the store. */
  numbers(): ReadonlyMap<string, number> {
    return this.#numbers;
  }

  /** There is such a file. Reads nothing yet. */
  announce(facts: CachedFacts): void {
    if (this.#isInWork(facts.path) && this.#file?.facts.inode !== facts.inode) this.#drop();
    this.#announced.add(facts.path);
    this.#unreadable.delete(facts.path);
    this.#removed.delete(facts.path);
    const known = this.#stored().get(facts.path);
    if (known !== undefined) this.#numbers.set(facts.path, known.number);
    if (known === undefined || !sameFacts(known.facts, facts)) this.#waiting.set(facts.path, facts);
  }

  /** There is no such file any more. */
  remove(path: string): void {
    if (this.#isInWork(path)) this.#drop();
    this.#announced.delete(path);
    this.#numbers.delete(path);
    this.#unreadable.delete(path);
    this.#waiting.delete(path);
    this.#removed.add(path);
  }

  /** All files below these directories were announced: whatever else the store has of them is gone. */
  removeOthers(directories: readonly string[]): void {
    for (const path of this.#stored().keys()) {
      const isBelow = directories.some((directory) => path.startsWith(directory + sep));
      if (isBelow && !this.#announced.has(path)) this.remove(path);
    }
  }

  #stored(): Map<string, IndexedFile> {
    this.#known ??= new Map(this.#store.files().map((file) => [file.facts.path, file]));
    return this.#known;
  }

  /** Does a little work. `busy`: another process writes, so try again in a while. May throw DamagedIndexError. */
  step(): IndexStep {
    const waiting = this.#waiting.size;
    const isOver = this.#file === undefined && this.#removed.size === 0 && !this.#hasNext();
    if (isOver && this.#store.isWriting) {
      this.#commit();
      return "worked";
    }
    // What another treeline has read can be found now, even while that one goes on writing.
    if (this.#waiting.size < waiting) return "worked";
    if (isOver) return "idle";
    if (!this.#store.isWriting && !this.#begin()) return "busy";
    this.#removeWaiting();
    this.#file ??= this.#next();
    const file = this.#file;
    if (file !== undefined) this.#reading(file.facts.path, () => this.#readOn(file));
    this.pauseWhenDue();
    return "worked";
  }

  /** Commits when that is due; to be called also while something else is done than indexing. */
  pauseWhenDue(): void {
    if (this.#writtenBytes > COMMIT_BYTES || performance.now() - this.#writingSince > COMMIT_MS) this.pause();
  }

  /** Commits what was read so far: whoever does something else for long must not make others wait. */
  pause(): void {
    if (this.#store.isWriting) this.#commit();
  }

  #begin(): boolean {
    if (!this.#store.begin()) return false;
    this.#writingSince = performance.now();
    const file = this.#file;
    if (file?.number === undefined) return true;
    // Since the last commit another treeline may have worked on this file too.
    const stored = this.#refreshed(file.facts.path);
    if (stored?.number === file.number && stored.identity.end === file.end) return true;
    file.close();
    this.#file = undefined;
    this.#waiting.set(file.facts.path, file.facts);
    return true;
  }

  #commit(): void {
    const file = this.#file;
    if (file?.number !== undefined) this.#reading(file.facts.path, () => this.#save(file, false));
    this.#store.commit();
    this.#writtenBytes = 0;
  }

  #removeWaiting(): void {
    for (const path of this.#removed) {
      const stored = this.#store.file(path);
      if (stored !== undefined) this.#store.removeFile(stored);
      this.#stored().delete(path);
    }
    this.#removed.clear();
  }

  /** Whether a file has to be read; those that another treeline has read meanwhile have not. */
  #hasNext(): boolean {
    for (const [path, facts] of this.#waiting) {
      const stored = this.#refreshed(path);
      if (stored === undefined || !sameFacts(stored.facts, facts)) return true;
      this.#waiting.delete(path);
    }
    return false;
  }

  #next(): FileInWork | undefined {
    const facts = this.#choose();
    if (facts === undefined) return undefined;
    const { path } = facts;
    this.#waiting.delete(path);
    const stored = this.#refreshed(path);
    if (stored !== undefined && sameFacts(stored.facts, facts)) return undefined;
    const ahead = this.#ahead;
    return this.#reading(
      path,
      () =>
        new FileInWork(facts, stored, (file, before) =>
          ahead === undefined ? openPieces(file.path, before) : ahead.open(file, before),
        ),
    );
  }

  /** The file to read now. Of many that are new it may be another one than the first. */
  #choose(): CachedFacts | undefined {
    const ahead = this.#ahead;
    if (ahead !== undefined && this.#waiting.size > MANY_FILES) ahead.expect(this.#newFiles());
    for (let path = ahead?.choose(); path !== undefined; path = ahead?.choose()) {
      const facts = this.#waiting.get(path);
      if (facts !== undefined) return facts;
      ahead?.leave(path);
    }
    for (const facts of this.#waiting.values()) return facts;
    return undefined;
  }

  *#newFiles(): Generator<CachedFacts, void> {
    let looks = 0;
    for (const facts of this.#waiting.values()) {
      // Where none is new, every file that is read would look through all that wait.
      if (++looks > MOST_LOOKS) return;
      if (!this.#stored().has(facts.path)) yield facts;
    }
  }

  #refreshed(path: string): IndexedFile | undefined {
    const file = this.#store.file(path);
    if (file === undefined) this.#stored().delete(path);
    else {
      this.#stored().set(path, file);
      this.#numbers.set(path, file.number);
    }
    return file;
  }

  #isInWork(path: string): boolean {
    return this.#file?.facts.path === path;
  }

  /** Reads a file no further. What was not committed of it goes beyond what is noted, so nothing of it stays. */
  #drop(): void {
    const file = this.#file;
    if (file === undefined) return;
    file.close();
    this.#file = undefined;
    const { path } = file.facts;
    const stored = this.#stored().get(path);
    if (stored === undefined || file.number === undefined || !this.#store.isWriting) return;
    this.#store.removeFile(stored);
    this.#stored().delete(path);
    this.#numbers.delete(path);
  }

  /** A file that cannot be read has no words; the list says what is wrong with it. */
  #reading<Result>(path: string, work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      if (!isReadError(error)) throw error;
      this.#drop();
      if (!this.#numbers.has(path)) this.#unreadable.add(path);
      return undefined;
    }
  }

  #readOn(file: FileInWork): void {
    const piece = file.next();
    if (piece === "changed") this.#readAnew(file);
    else if (piece !== undefined) this.#add(file, piece);
    else if (this.#start(file) !== undefined && this.#save(file, true) !== undefined) this.#file = undefined;
  }

  /** The number of a file under which its words are kept; undefined when it was replaced. */
  #start(file: FileInWork): number | undefined {
    if (file.number !== undefined) return file.number;
    file.number = this.#save(file, false);
    // What the store has is about another file in its place.
    if (file.number !== undefined && file.isAnew) this.#store.removePieces(file.number);
    return file.number;
  }

  #add(file: FileInWork, piece: ReadPiece): void {
    const number = this.#start(file);
    if (number === undefined) return;
    this.#store.addPiece(number, piece);
    this.#writtenBytes += piece.end - file.end;
    file.took(piece);
  }

  #readAnew({ facts }: FileInWork): void {
    this.#drop();
    this.#waiting.set(facts.path, facts);
  }

  /** Notes how far a file was read; undefined when it was replaced meanwhile, and has to be read anew. */
  #save(file: FileInWork, isWhole: boolean): number | undefined {
    const { path } = file.facts;
    const progress = file.progress(isWhole);
    if (progress === undefined) {
      this.#readAnew(file);
      return undefined;
    }
    const number = this.#store.saveFile(progress.facts, progress);
    this.#stored().set(path, { number, ...progress });
    if (isWhole) this.#numbers.set(path, number);
    return number;
  }
}
