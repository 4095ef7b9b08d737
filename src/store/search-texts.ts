import type { FileFacts } from "../model/digest-fold.ts";
import { TextIndexKeeper, type TextReport } from "./index/text-index-keeper.ts";
import { RankTable } from "./rank-table.ts";
import type { TextIndexSnapshot, TextMatches } from "./text-index.ts";

export interface TextWork {
  /** The session files that are there. */
  readonly files: readonly FileFacts[];
  /** Folders below which there are no others. */
  readonly complete?: readonly string[];
  /** Where the index lies. */
  readonly directory: string;
  /** Hears now and then how much is indexed. */
  readonly onProgress: (snapshot: TextIndexSnapshot) => void;
}

/** What the texts of sessions say to a query, once all of them are indexed. */
export function searchTexts(query: string, work: TextWork): Promise<TextMatches> {
  const table = new RankTable();
  let number = 0;
  let version = 0;
  /** Which version of the index is asked. */
  let asked: number | undefined;
  let answer: TextMatches | undefined;
  return withKeeper(work, (report, keeper, settle) => {
    if (report.kind === "paths") table.learn(report.paths);
    else if (report.kind === "state") version = report.state.version;
    else if (report.kind === "ranks" && report.isComplete) answer = table.matches(report);
    else if (report.kind === "idle" && answer !== undefined && asked === version) settle(answer);
    else if (report.kind === "idle") {
      // Not asked yet, or the index was found damaged meanwhile and made anew.
      asked = version;
      answer = undefined;
      keeper.ask({ kind: "search", number: ++number, query });
    }
  });
}

/** Indexes the texts of sessions to the end. */
export function indexTexts(work: TextWork): Promise<void> {
  return withKeeper(work, ({ kind }, _keeper, settle: () => void) => {
    if (kind === "idle") settle();
  });
}

/** Has an index kept for as long as whoever hears of it has not settled. */
function withKeeper<Answer>(
  { files, complete = [], directory, onProgress }: TextWork,
  hear: (report: TextReport, keeper: TextIndexKeeper, settle: (answer: Answer) => void) => void,
): Promise<Answer> {
  return new Promise((settle) => {
    const end = (answer: Answer) => {
      keeper.close();
      settle(answer);
    };
    const keeper = new TextIndexKeeper(directory, (report) => {
      if (report.kind === "state") onProgress(report.state);
      hear(report, keeper, end);
    });
    keeper.hear({ there: files, gone: [], complete });
  });
}
