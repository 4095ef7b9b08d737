import { sep } from "node:path";
import type { FileFacts } from "../../model/digest-fold.ts";

/** What has become of the session files, as far as they can be read. */
export interface FileNews {
  /** New or changed. */
  readonly there: readonly FileFacts[];
  readonly gone: readonly string[];
  /** Directories of which all files have been told by now. */
  readonly complete: readonly string[];
}

/** Gathers what has become of session files, for somebody who has to be told of each. */
export class FileNewsGatherer {
  readonly #told = new Set<string>();
  #there = new Map<string, FileFacts>();
  #gone = new Set<string>();

  /** A session was found that is as it was; it is news only the first time. */
  found(facts: FileFacts): void {
    if (!this.#told.has(facts.path)) this.changed(facts);
  }

  changed(facts: FileFacts): void {
    this.#told.add(facts.path);
    this.#gone.delete(facts.path);
    this.#there.set(facts.path, facts);
  }

  gone(path: string): void {
    if (!this.#told.delete(path)) return;
    this.#there.delete(path);
    this.#gone.add(path);
  }

  /** The news since it was asked before; undefined when there are none. `complete`: directories that are told whole. */
  take(complete: Iterable<string> = []): FileNews | undefined {
    const news = {
      there: [...this.#there.values()],
      gone: [...this.#gone],
      complete: outermost([...complete]),
    };
    this.#there = new Map();
    this.#gone = new Set();
    return news.there.length + news.gone.length + news.complete.length === 0 ? undefined : news;
  }
}

/** The directories that lie in none of the others. */
function outermost(directories: readonly string[]): readonly string[] {
  return directories.filter((one) => !directories.some((other) => one.startsWith(other + sep)));
}
