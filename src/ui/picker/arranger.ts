import { arrangeSessions, type ListRow } from "../../model/arrange.ts";
import type { SessionDigest } from "../../model/digest.ts";
import { parseQuery, type Query } from "../../model/query/parse.ts";
import { TooSlowError } from "../../store/time-limit.ts";
import { guarded } from "../parts/guarded.ts";
import type { PickerState } from "./state.ts";

/** The rows to show and the query that chose them. */
export interface Arrangement {
  readonly query: Query;
  readonly rows: readonly ListRow[];
}

export interface ArrangerOptions {
  readonly cwd: string;
  readonly includeInternal: boolean;
  readonly emptyOnly: boolean;
}

export type Arrange = (sessions: readonly SessionDigest[], state: PickerState) => Arrangement;

/** Arranges sessions for a state, and anew only when something has changed that the order depends on. */
export function makeArranger({ cwd, includeInternal, emptyOnly }: ArrangerOptions): Arrange {
  let key: readonly unknown[] = [];
  let arrangement: Arrangement = { query: parseQuery(""), rows: [] };
  let query = arrangement.query;
  let queryText = "";
  return (sessions, state) => {
    const { scope, sort, namedOnly, line } = state;
    const next = [sessions, line.text, scope, sort, namedOnly];
    if (next.every((value, index) => value === key[index])) return arrangement;
    key = next;
    if (line.text !== queryText) {
      queryText = line.text;
      query = parseQuery(queryText);
    }
    const view = {
      sort,
      namedOnly,
      emptyOnly,
      includeInternal,
      scope: scope === "all" ? ALL : { kind: "folder" as const, cwd },
    };
    try {
      const rows = guarded(query, () => arrangeSessions(sessions, { ...view, query }));
      arrangement = { query, rows };
    } catch (error) {
      if (!(error instanceof TooSlowError)) throw error;
      // Kept for as long as the query stays: what was too slow once is not tried again.
      query = { ...query, error: "this pattern takes too long" };
      arrangement = { query, rows: [] };
    }
    return arrangement;
  };
}

const ALL = { kind: "all" } as const;
