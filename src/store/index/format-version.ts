import { parseLine } from "../../model/line.ts";
import { CURRENT_VERSION } from "../../model/migrate.ts";
import { readRawLinesFrom } from "../session-lines.ts";

/** A header stands in the first line; where other lines come first, it is looked for in so many. */
const MOST_LINES = 20;
const HEADER_TYPE = '"session"';

/** The version that a file's header tells; the current one where there is no header (specification: Session Version). */
export function formatVersion(path: string): number {
  let count = 0;
  for (const { bytes } of readRawLinesFrom(path, 0, () => false)) {
    if (count++ >= MOST_LINES) break;
    if (!bytes.includes(HEADER_TYPE)) continue;
    for (const value of parseLine(bytes.toString("utf8"), 0).values)
      if (value.kind === "header") return value.header.version ?? 1;
  }
  return CURRENT_VERSION;
}
