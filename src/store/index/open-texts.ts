import { type IndexDatabase, openIndex } from "./database.ts";
import { databasePath, setAside } from "./database-files.ts";
import type { ReadingAhead } from "./reading-ahead.ts";
import type { SessionNumbers } from "./session-numbers.ts";
import { TextIndexer } from "./text-indexer.ts";
import { TextRanks } from "./text-ranks.ts";
import { TEXT_SHAPE, TextStore } from "./text-store.ts";

/** The words of all sessions, where they are kept; without a store texts are looked through one by one. */
export interface OpenTexts {
  readonly indexer: TextIndexer | undefined;
  readonly ranks: TextRanks | undefined;
  /** What happened, as a sentence; empty when nothing did. */
  readonly note: string;
  /** The file that they are kept in. */
  readonly inode: number | undefined;
  close(): void;
}

/** Opens the words of all sessions; `ahead` reads many files at once. Never throws. */
export function openTexts(directory: string, sessions: SessionNumbers, ahead?: ReadingAhead): OpenTexts {
  try {
    const { database, note } = openIndex(directory, TEXT_SHAPE);
    return textsIn(database, sessions, note, ahead);
  } catch (error) {
    return withoutTexts(error);
  }
}

/** Puts words that cannot be trusted, and are closed, out of the way and begins anew. Never throws. */
export function openTextsAnew(
  directory: string,
  sessions: SessionNumbers,
  { inode }: Pick<OpenTexts, "inode">,
  ahead?: ReadingAhead,
): OpenTexts {
  try {
    if (inode !== undefined) setAside(databasePath(directory, TEXT_SHAPE), inode);
  } catch (error) {
    return withoutTexts(error);
  }
  return { ...openTexts(directory, sessions, ahead), note: "The index was damaged, so it is made anew." };
}

/** Nothing is kept, for a reason. */
export function withoutTexts(error: unknown): OpenTexts {
  const reason = error instanceof Error ? error.message : String(error);
  const note = `${reason} Searching reads every file.`;
  return { indexer: undefined, ranks: undefined, note, inode: undefined, close: () => undefined };
}

function textsIn(
  database: IndexDatabase,
  sessions: SessionNumbers,
  note: string,
  ahead: ReadingAhead | undefined,
): OpenTexts {
  const store = new TextStore(database);
  const indexer = new TextIndexer(store, ahead);
  const ranks = new TextRanks(store, indexer, sessions);
  return { indexer, ranks, note, inode: database.inode, close: () => store.close() };
}
