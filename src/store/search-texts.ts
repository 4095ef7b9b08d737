import type { FileFacts } from "../model/digest-fold.ts";
import { grouped } from "../model/numbers.ts";
import { TextIndexKeeper, type TextReport } from "./index/text-index-keeper.ts";
import { TextSearch } from "./index/text-search.ts";
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

/** What the texts of sessions say to a query, once all of them are indexed or, while another treeline writes, read. */
export function searchTexts(query: string, work: TextWork): Promise<TextMatches> {
  const table = new RankTable();
  let number = 0;
  let state = NOTHING_KNOWN;
  /** Which version of the index is asked. */
  let asked: number | undefined;
  let answer: TextMatches | undefined;
  let isBusy = false;
  const ask = (keeper: TextIndexKeeper) => {
    asked = state.version;
    answer = undefined;
    keeper.ask({ kind: "search", number: ++number, query });
  };
  return withKeeper(work, (report, keeper, settle) => {
    if (report.kind === "paths") table.learn(report.paths);
    else if (report.kind === "state") state = report.state;
    else if (report.kind === "ranks" && report.isComplete && report.number === number) {
      answer = table.matches(report);
      if (!isBusy) return;
      const { unread } = keeper;
      if (unread.length > 0) work.onProgress({ ...state, note: readDirectly(unread.length) });
      settle(withUnread(answer, query, unread));
    } else if (report.kind === "busy") {
      isBusy = true;
      ask(keeper);
    } else if (report.kind === "idle") {
      if (answer !== undefined && asked === state.version) settle(answer);
      // Not asked yet, or the index was found damaged meanwhile and made anew.
      else ask(keeper);
    }
  });
}

const NOTHING_KNOWN: TextIndexSnapshot = { progress: { indexed: 0, total: 0 }, version: 0, note: "" };
const OTHER = "Another treeline is writing the index";
const readDirectly = (count: number) =>
  `${OTHER}: ${count === 1 ? "a session that is" : `${grouped(count)} sessions that are`} not in it yet must be read.`;

/** What an index says to a query, and for the sessions that it has not got, their files. */
function withUnread(indexed: TextMatches, query: string, unread: readonly string[]): TextMatches {
  const search = new TextSearch(0, query, unread);
  while (search.step(undefined));
  const found = search.take(0);
  if (found === undefined) return indexed;
  const table = new RankTable();
  table.learn(unread);
  const read = table.matches(found);
  const isUnread = new Set(unread);
  return {
    rankOf: (searched, term) => (isUnread.has(searched.session.path) ? read : indexed).rankOf(searched, term),
    isComplete: true,
    error: indexed.error ?? read.error,
  };
}

/** Indexes the texts of sessions to the end, however long another treeline is writing. */
export function indexTexts(work: TextWork): Promise<void> {
  let state = NOTHING_KNOWN;
  return withKeeper(work, (report, _keeper, settle: () => void) => {
    if (report.kind === "state") state = report.state;
    else if (report.kind === "busy") work.onProgress({ ...state, note: `${OTHER}, and is waited for.` });
    else if (report.kind === "idle") settle();
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
