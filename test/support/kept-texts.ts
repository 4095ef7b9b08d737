import { parseSessionQuery } from "../../src/model/query/parse-session-query.ts";
import { asksTexts } from "../../src/model/query/text-rank.ts";
import { fileFacts } from "../../src/store/find-files.ts";
import { TextIndexKeeper, type TextReport } from "../../src/store/index/text-index-keeper.ts";
import { RankTable } from "../../src/store/rank-table.ts";
import type { SessionHits, TextIndexSnapshot, TextMatches } from "../../src/store/text-index.ts";
import { searchedAt } from "./digest.ts";

/** A text index that is kept in this thread. */
export class KeptTexts {
  readonly keeper: TextIndexKeeper;
  readonly #table = new RankTable();
  readonly #watchers = new Set<(report: TextReport) => void>();
  readonly #paths = new Set<string>();
  state: TextIndexSnapshot = { progress: { indexed: 0, total: 0 }, version: 0, note: "" };
  #asked = 0;

  constructor(directory: string) {
    this.keeper = new TextIndexKeeper(directory, (report) => {
      if (report.kind === "paths") this.#table.learn(report.paths);
      if (report.kind === "state") this.state = report.state;
      for (const watcher of this.#watchers) watcher(report);
    });
  }

  /** Tells of files that are there, and waits until their words are known. */
  async index(...paths: readonly string[]): Promise<void> {
    const there = paths.flatMap((path) => fileFacts(path, undefined) ?? []);
    for (const { path } of there) this.#paths.add(path);
    const idle = this.next((report) => (report.kind === "idle" ? true : undefined));
    this.keeper.hear({ there, gone: [], complete: [] });
    await idle;
  }

  /** Tells of files that have gone, and waits until their words are forgotten. */
  async forget(...paths: readonly string[]): Promise<void> {
    const idle = this.next((report) => (report.kind === "idle" ? true : undefined));
    this.keeper.hear({ there: [], gone: paths, complete: [] });
    await idle;
  }

  /** What the texts say to a query. */
  search(query: string): Promise<TextMatches> {
    const number = ++this.#asked;
    const answer = this.next((report) =>
      report.kind === "ranks" && report.number === number && report.isComplete
        ? this.#table.matches(report)
        : undefined,
    );
    this.keeper.ask({ kind: "search", number, query });
    return answer;
  }

  /** The files whose texts meet every term of a query that asks for texts. */
  async found(query: string): Promise<readonly string[]> {
    const { rankOf } = await this.search(query);
    const { terms } = parseSessionQuery(query, Date.now());
    return [...this.#paths].filter((path) =>
      terms.every(
        (term, index) => !asksTexts(term) || rankOf(searchedAt(path), index) > 0 !== term.isExcluded,
      ),
    );
  }

  hits(path: string, query: string): Promise<SessionHits | undefined> {
    const number = ++this.#asked;
    const answer = this.next((report) =>
      report.kind === "hits" && report.number === number ? { hits: report.hits } : undefined,
    );
    this.keeper.ask({ kind: "hits", number, path, query });
    return answer.then(({ hits }) => hits);
  }

  /** The first report from now on that is wanted. */
  next<Answer>(wanted: (report: TextReport) => Answer | undefined): Promise<Answer> {
    return new Promise((settle) => {
      const watch = (report: TextReport) => {
        const answer = wanted(report);
        if (answer === undefined) return;
        this.#watchers.delete(watch);
        settle(answer);
      };
      this.#watchers.add(watch);
    });
  }
}
