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
export async function searchTexts(query: string, work: TextWork): Promise<TextMatches> {
  const table = new RankTable();
  return withIndexed(work, (keeper, settle) => {
    keeper.ask({ kind: "search", number: 1, query });
    return (report) => {
      if (report.kind === "paths") table.learn(report.paths);
      else if (report.kind === "ranks" && report.isComplete) settle(table.matches(report));
    };
  });
}

/** Indexes the texts of sessions to the end. */
export function indexTexts(work: TextWork): Promise<void> {
  return withIndexed(work, (_keeper, settle) => {
    settle();
    return () => undefined;
  });
}

type Hear = (report: TextReport) => void;

/** Does something with an index once it is complete, and closes it when that has settled. */
function withIndexed<Answer>(
  { files, complete = [], directory, onProgress }: TextWork,
  begin: (keeper: TextIndexKeeper, settle: (answer: Answer) => void) => Hear,
): Promise<Answer> {
  return new Promise((settle) => {
    let hear: Hear | undefined;
    const early: TextReport[] = [];
    const keeper = new TextIndexKeeper(directory, (report) => {
      if (report.kind === "state") onProgress(report.state);
      if (hear !== undefined) hear(report);
      else if (report.kind !== "idle") early.push(report);
      else {
        hear = begin(keeper, (answer) => {
          keeper.close();
          settle(answer);
        });
        for (const one of early) hear(one);
      }
    });
    keeper.hear({ there: files, gone: [], complete });
  });
}
