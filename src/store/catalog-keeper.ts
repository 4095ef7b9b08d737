import { join } from "node:path";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { awaitedFolders } from "./awaited-folders.ts";
import type { CatalogChange, Watching } from "./catalog.ts";
import { CatalogReader } from "./catalog-reader.ts";
import { completeFolders, EXTENSION } from "./find-files.ts";
import type { FolderWatch } from "./folder-watch.ts";
import type { FileMemory } from "./index/file-memory.ts";
import type { FileNews } from "./index/file-news.ts";
import type { ListingRequest } from "./listing.ts";

export interface CatalogRequest extends ListingRequest {
  /** False: nothing is watched, and changes are found only when somebody asks. */
  readonly watch: boolean;
}

export type CatalogReport =
  | { readonly kind: "change"; readonly change: CatalogChange }
  | { readonly kind: "watching"; readonly watching: Watching }
  | { readonly kind: "note"; readonly note: string };

/** Who works with a catalog, where there is somebody. */
export interface CatalogCompanions {
  /** What was read at earlier starts. */
  readonly memory?: FileMemory | undefined;
  /** Hears of each session file that is there, has changed or has gone. */
  readonly onNews?: ((news: FileNews) => void) | undefined;
}

/** A screen full of rows: enough for the first report, even before its time is up. */
const FIRST_ROWS = 60;
/** So many rows of an earlier start are sent at once: they are gone before they count as memory that lasts. */
const RECALLED_ROWS = 1000;
const FIRST_REPORT_MS = 10;
/** A store that fits on a screen is better reported whole: the row that is selected first is then the first row. */
const WHOLE_REPORT_MS = 60;
/** Each report makes the list be arranged anew, which a key press may have to wait for: so not too often. */
const LOADING_REPORT_MS = 400;
const REPORT_MS = 60;
/** Questions and events get their turn at least so often. */
const SLICE_MS = 20;
/** What is written together is read together. */
const SETTLING_MS = 20;
/** A look costs 6 µs a file: looking takes a twentieth of the time at most where much happens, else a two-hundredth. */
const LOOK_SHARE = 20;
const IDLE_LOOK_SHARE = 200;
/** Events can get lost. */
const IDLE_LOOK_MS = 30_000;
const POLLED_LOOK_MS = 10_000;
const POLL_MS = 1000;
/** The first frame is drawn meanwhile, on what processors there are. */
const WATCH_DELAY_MS = 400;

/** Keeps up with all sessions of the stores and reports what changes, in its own time. */
export class CatalogKeeper {
  readonly #reader: CatalogReader;
  readonly #report: (report: CatalogReport) => void;
  readonly #isWatched: boolean;
  readonly #memory: FileMemory | undefined;
  readonly #onNews: ((news: FileNews) => void) | undefined;
  #hasToldAll = false;
  #watch: FolderWatch | undefined;
  #whenWatching: Promise<void> | undefined;
  #awaited: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  #shown: readonly string[] = [];
  #isPolling = false;
  #isWorking = false;
  #isClosed = false;
  #reports = 0;
  #reportedRows = 0;
  /** Rows that were sent and are to be shown with the next ones. */
  #partRows = 0;
  #reported = 0;
  /** What looking took, and when it ended, 0 before the first look: ms. */
  #lookTime = 0;
  #looked = 0;
  #work: NodeJS.Timeout | undefined;
  #soonLook: NodeJS.Timeout | undefined;
  #laterLook: NodeJS.Timeout | undefined;
  #reportTimer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(
    request: CatalogRequest,
    report: (report: CatalogReport) => void,
    { memory, onNews }: CatalogCompanions = {},
  ) {
    this.#memory = memory;
    this.#onNews = onNews;
    this.#reader = new CatalogReader(request, memory);
    this.#report = report;
    this.#isWatched = request.watch;
  }

  /** Reads everything, and keeps up with it from then on. */
  start(): void {
    if (!this.#isWatched) this.#report({ kind: "watching", watching: { kind: "off" } });
    this.#reported = performance.now();
    void this.#recall();
  }

  /** First the rows of an earlier start, then what is different now. */
  async #recall(): Promise<void> {
    while (this.#reader.isRemembering && !this.#isClosed) {
      const end = performance.now() + this.#slice();
      const isFull = () => this.#isScreenFull() || this.#reader.waitingRows >= RECALLED_ROWS;
      while (this.#reader.isRemembering && performance.now() < end && !isFull()) this.#reader.recall();
      if (this.#isScreenFull()) this.#reportNow();
      else if (isFull()) this.#reportRecalled();
      await setImmediate();
    }
    if (this.#isClosed) return;
    if (this.#reader.waitingRows > 0) this.#reportNow();
    this.reread();
  }

  /** Whether something is being read; others get their turn now and then. */
  get isBusy(): boolean {
    return this.#isWorking || this.#reader.isRemembering;
  }

  /** Settles when all folders are watched that were there; undefined before watching begins. */
  get whenWatching(): Promise<void> | undefined {
    return this.#whenWatching;
  }

  /** Looks through all folders at once. */
  reread(): void {
    clearTimeout(this.#soonLook);
    this.#soonLook = undefined;
    const start = performance.now();
    this.#reader.look();
    this.#looked = performance.now();
    this.#lookTime = this.#looked - start;
    if (this.#watch !== undefined) void this.#follow(this.#watch);
    this.#lookLater();
    void this.#workOff();
  }

  /** These sessions are on the screen. */
  show(paths: readonly string[]): void {
    this.#shown = paths;
  }

  close(): void {
    this.#isClosed = true;
    this.#memory?.close();
    this.#watch?.close();
    for (const timer of [this.#work, this.#soonLook, this.#laterLook, this.#reportTimer]) clearTimeout(timer);
    clearInterval(this.#poll);
  }

  async #workOff(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    while (this.#reader.isBusy && !this.#isClosed) {
      const end = performance.now() + this.#slice();
      while (this.#reader.isBusy && performance.now() < end && !this.#isScreenFull()) this.#reader.step();
      if (this.#isReportDue()) this.#reportNow();
      await setImmediate();
    }
    this.#isWorking = false;
    this.#memory?.flushSoon();
    if (!this.#isClosed) this.#reportSoon();
  }

  /** The first rows at once, then a full screen, then now and then. */
  #isReportDue(): boolean {
    if (this.#reports === 0) return true;
    const hasFullScreen = this.#reportedRows < FIRST_ROWS && this.#isScreenFull();
    return hasFullScreen || performance.now() - this.#reported > LOADING_REPORT_MS;
  }

  /** How long to read without a pause: ms. */
  #slice(): number {
    if (this.#reports > 0) return SLICE_MS;
    return this.#reader.total <= FIRST_ROWS ? WHOLE_REPORT_MS : FIRST_REPORT_MS;
  }

  #isScreenFull(): boolean {
    return this.#reportedRows < FIRST_ROWS && this.#reportedRows + this.#reader.waitingRows >= FIRST_ROWS;
  }

  #reportSoon(): void {
    // A small store is read to its end a moment after the first report: that need not wait.
    const wait = this.#reports < 2 ? 0 : this.#reported + REPORT_MS - performance.now();
    this.#reportTimer ??= setTimeout(() => this.#reportNow(), Math.max(0, wait));
  }

  /** To arrange all rows for each part would be most of the work: the list doubles each time. */
  #reportRecalled(): void {
    const rows = this.#partRows + this.#reader.waitingRows;
    if (!this.#reader.isRemembering || rows >= this.#reportedRows) this.#reportNow();
    else {
      this.#partRows = rows;
      const change = this.#reader.takeChange(true);
      if (change !== undefined) this.#report({ kind: "change", change });
    }
  }

  #reportNow(): void {
    clearTimeout(this.#reportTimer);
    this.#reportTimer = undefined;
    const waiting = this.#reader.waitingRows;
    const change = this.#reader.takeChange();
    if (change !== undefined) {
      this.#reports++;
      this.#reportedRows += this.#partRows + waiting;
      this.#partRows = 0;
      this.#reported = performance.now();
      this.#report({ kind: "change", change });
    }
    this.#tellNews();
    if (this.#isWatched) this.#whenWatching ??= this.#startWatching();
  }

  #tellNews(): void {
    const isKnown = this.#looked > 0 && !this.#reader.isRemembering && !this.#reader.isBusy;
    const isAll = !this.#hasToldAll && isKnown;
    const news = this.#reader.news.take(isAll ? completeFolders(this.#reader.found) : []);
    this.#hasToldAll ||= isAll;
    if (news !== undefined) this.#onNews?.(news);
  }

  /** Loaded only when the first rows are on the screen: what happened until then is found by the look that follows. */
  async #startWatching(): Promise<void> {
    await pause(WATCH_DELAY_MS);
    const { FolderWatch } = await import("./folder-watch.ts");
    if (this.#isClosed) return;
    this.#watch = new FolderWatch({
      onEvent: (folder, name) => this.#notice(folder, name),
      onReady: () => this.#lookSoon(),
      onTrouble: (reason) => this.#startPolling(reason),
    });
    await this.#follow(this.#watch);
  }

  #follow(watch: FolderWatch): Promise<void> {
    this.#awaited = awaitedFolders(this.#reader.found.places);
    return watch.follow(new Set([...this.#reader.found.folders.keys(), ...this.#awaited.keys()]));
  }

  #notice(folder: string, name: string | undefined): void {
    const { folders } = this.#reader.found;
    if (name?.endsWith(EXTENSION) === true && folders.has(folder)) {
      this.#reader.touch(join(folder, name));
      this.#workSoon();
    } else if (name === undefined || folders.has(folder) || this.#awaited.get(folder)?.has(name))
      this.#lookSoon();
  }

  #workSoon(): void {
    if (this.#isWorking) return;
    this.#work ??= setTimeout(() => {
      this.#work = undefined;
      void this.#workOff();
    }, SETTLING_MS);
  }

  #lookSoon(): void {
    if (this.#isClosed) return;
    const wait = this.#looked + LOOK_SHARE * this.#lookTime - performance.now();
    this.#soonLook ??= setTimeout(() => this.reread(), Math.max(SETTLING_MS, wait));
  }

  /** Whatever was missed is found after a while. */
  #lookLater(): void {
    clearTimeout(this.#laterLook);
    if (!this.#isWatched || this.#isClosed) return;
    const wait = this.#isPolling ? POLLED_LOOK_MS : IDLE_LOOK_MS;
    this.#laterLook = setTimeout(() => this.reread(), Math.max(wait, IDLE_LOOK_SHARE * this.#lookTime));
  }

  #startPolling(reason: string): void {
    if (this.#isPolling || this.#isClosed) return;
    this.#isPolling = true;
    this.#report({ kind: "watching", watching: { kind: "polling", reason } });
    this.#poll = setInterval(() => {
      for (const path of this.#shown) this.#reader.touch(path);
      void this.#workOff();
    }, POLL_MS);
    this.#lookLater();
  }
}
