import { useEffect } from "react";
import type { ListRow } from "../../model/arrange.ts";
import { searchedSession } from "../../model/query/searched-session.ts";

/** So many sessions are prepared between two keys: less than a millisecond mostly, 5 where first messages are long. */
const PORTION = 25;

/** Prepares sessions for being searched while nothing else is to be done: the first key would wait for all of them. */
export function usePrepared(rows: readonly ListRow[], isIdle: boolean): void {
  useEffect(() => (isIdle ? prepare(rows) : undefined), [rows, isIdle]);
}

function prepare(rows: readonly ListRow[]): () => void {
  let next = 0;
  const goOn = () => {
    for (const { session } of rows.slice(next, next + PORTION)) searchedSession(session).prepare();
    next += PORTION;
    if (next < rows.length) waiting = setImmediate(goOn);
  };
  let waiting = setImmediate(goOn);
  return () => clearImmediate(waiting);
}
