import { useEffect, useState, useSyncExternalStore } from "react";
import type { TextIndex } from "../../store/text-index.ts";
import { type TextAnswer, TextSearch } from "./text-search.ts";

/** The texts, asked about what is typed; `text` is what it begins with. `now` gives ms since 1970. */
export function useTextMatches(
  texts: TextIndex,
  text: string,
  now: () => number,
  isActive: boolean,
): { readonly search: TextSearch; readonly answer: TextAnswer } {
  const [search] = useState(() => new TextSearch(texts, now, text));
  const answer = useSyncExternalStore(search.subscribe, search.getSnapshot);
  useEffect(() => (isActive ? search.watch() : undefined), [search, isActive]);
  return { search, answer };
}
