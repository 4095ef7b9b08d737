import type { SearchedSession } from "./searched-session.ts";
import type { SessionTerm } from "./session-query.ts";

/** How well the texts of a session meet one term of a query; greater is better. */
export const TEXT_RANKS = {
  none: 0,
  /** A call of a tool or a command holds the beginning of a word. */
  toolPrefix: 1,
  toolWord: 2,
  /** What somebody said, or a summary of it. */
  talkPrefix: 3,
  talkWord: 4,
} as const;
export type TextRank = (typeof TEXT_RANKS)[keyof typeof TEXT_RANKS];

/** Tells how well the texts of a session meet the term at a place of its query. */
export type RankOfText = (searched: SearchedSession, term: number) => TextRank;

/** Whether only what a session's entries say can tell if it meets a term, or also they can. */
export function asksTexts(term: SessionTerm): boolean {
  switch (term.kind) {
    case "words":
    case "pattern":
      return true;
    case "field":
      return term.field === "model" || term.field === "tool" || term.field === "file";
    case "has":
      return term.value !== "label";
    default:
      return false;
  }
}
