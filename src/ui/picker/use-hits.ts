import { useEffect, useState, useSyncExternalStore } from "react";
import { shownTerms } from "../../model/query/match-entry.ts";
import type { SessionQuery } from "../../model/query/session-query.ts";
import type { TextIndex } from "../../store/text-index.ts";
import { SelectedHits, type ShownHits, type WantedHits } from "./selected-hits.ts";

/** Whether entries can be hits of a query: then a line of the list is kept for them. */
export function hasHits(query: SessionQuery): boolean {
  return query.error === undefined && shownTerms(query).some(({ kind }) => kind !== "has");
}

/**
 * The hits of what is drawn as selected. They are asked for when the selection, the query or the texts have changed;
 * `drawn` is undefined where there can be none.
 */
export function useHits(
  texts: TextIndex,
  drawn: WantedHits | undefined,
): { readonly hits: SelectedHits; readonly shown: ShownHits | undefined } {
  const [hits] = useState(() => new SelectedHits(texts));
  const shown = useSyncExternalStore(hits.subscribe, hits.getSnapshot);
  const { path, text = "", round = 0 } = drawn ?? {};
  useEffect(() => {
    hits.want(path === undefined ? undefined : { path, text, round });
  }, [hits, path, text, round]);
  const isOfDrawn = shown !== undefined && shown.path === path && shown.text === text;
  return { hits, shown: isOfDrawn ? shown : undefined };
}
