import type { SessionNumbering } from "../model/query/searched-session.ts";
import { type RankOfText, TEXT_RANKS, type TextRank } from "../model/query/text-rank.ts";
import type { FoundRanks } from "./index/text-search.ts";
import type { TextMatches } from "./text-index.ts";

const RANKS: readonly TextRank[] = Object.values(TEXT_RANKS);

/** Reads what was found of a query: there sessions have numbers, here paths. */
export class RankTable implements SessionNumbering {
  readonly #numbers = new Map<string, number>();

  /** The paths of the next numbers. */
  learn(paths: readonly string[]): void {
    for (const path of paths) this.#numbers.set(path, this.#numbers.size);
  }

  numberOf(path: string): number | undefined {
    return this.#numbers.get(path);
  }

  matches({ ranks, isComplete, error }: FoundRanks): TextMatches {
    const rankOf: RankOfText = (searched, term) => {
      const number = searched.numberIn(this);
      const rank = number === undefined ? undefined : ranks[term]?.[number];
      return RANKS[rank ?? 0] ?? TEXT_RANKS.none;
    };
    return { rankOf, isComplete, error };
  }
}
