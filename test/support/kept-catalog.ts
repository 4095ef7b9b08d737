import { type CatalogSnapshot, EMPTY_CATALOG, withChange } from "../../src/store/catalog.ts";
import {
  type CatalogCompanions,
  CatalogKeeper,
  type CatalogReport,
  type CatalogRequest,
} from "../../src/store/catalog-keeper.ts";

/** A catalog that is kept in this thread, and what one can wait for in it. */
export class KeptCatalog {
  snapshot: CatalogSnapshot = EMPTY_CATALOG;
  reports = 0;
  readonly keeper: CatalogKeeper;
  readonly #watchers = new Set<() => void>();

  constructor(
    request: Omit<CatalogRequest, "cwd" | "watch"> & Partial<CatalogRequest>,
    companions: CatalogCompanions = {},
  ) {
    const hear = (report: CatalogReport) => {
      this.reports++;
      if (report.kind === "change") this.snapshot = withChange(this.snapshot, report.change);
      else if (report.kind === "note") this.snapshot = { ...this.snapshot, note: report.note };
      else this.snapshot = { ...this.snapshot, watching: report.watching };
      for (const watcher of this.#watchers) watcher();
    };
    this.keeper = new CatalogKeeper({ cwd: "/w", watch: true, ...request }, hear, companions);
    this.keeper.start();
  }

  /** What the rows say: name or first message, and the number of messages. */
  rows(): readonly string[] {
    return this.snapshot.sessions
      .map(({ name, firstMessage, messageCount }) => `${name ?? firstMessage} ${messageCount}`)
      .sort();
  }

  /** Waits until the snapshot satisfies a condition. */
  until(condition: (snapshot: CatalogSnapshot) => boolean, timeout = 5000): Promise<void> {
    return new Promise((settle, refuse) => {
      const watch = () => {
        if (!condition(this.snapshot)) return;
        clearTimeout(timer);
        this.#watchers.delete(watch);
        settle();
      };
      const timer = setTimeout(() => {
        this.#watchers.delete(watch);
        refuse(new Error(`${condition} never came true: ${this.rows().join(", ")}`));
      }, timeout);
      this.#watchers.add(watch);
      watch();
    });
  }

  /** Waits until the rows are these, in any order. */
  shows(...rows: readonly string[]): Promise<void> {
    const wanted = [...rows].sort().join("\n");
    return this.until(() => this.rows().join("\n") === wanted);
  }
}
