import { useEffect, useRef } from "react";
import type { DocumentSnapshot, SessionDocument } from "../../store/document.ts";
import type { TreeEvent, TreeState } from "./state.ts";

type Dispatch = (event: TreeEvent) => void;

/** Asks for the matches of a query; the answer comes as an event. */
export function search(document: SessionDocument, query: string, dispatch: Dispatch): void {
  if (query.trim() === "") return;
  document.search(query).then(
    (result) => {
      if (result?.kind === "found") dispatch({ type: "found", query, matches: result.matches });
      else if (result?.kind === "unusable") dispatch({ type: "unusable", query, reason: result.reason });
    },
    (error: Error) => dispatch({ type: "unusable", query, reason: error.message }),
  );
}

/** Entries that arrive while a query stands are searched too. */
export function useSearchAgain(
  { entries }: DocumentSnapshot,
  live: { readonly current: TreeState },
  document: SessionDocument,
  dispatch: Dispatch,
): void {
  const searched = useRef(
    live.current.found === undefined && live.current.line.text !== "" ? undefined : entries,
  );
  useEffect(() => {
    if (searched.current === entries) return;
    searched.current = entries;
    search(document, live.current.line.text, dispatch);
  });
}
