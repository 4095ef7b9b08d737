import { reasonOf } from "../folder-problem.ts";
import { DamagedIndexError, openIndex } from "./database.ts";
import { databasePath, setAside } from "./database-files.ts";
import { DigestCache, LIST_SHAPE } from "./digest-cache.ts";
import { FileMemory } from "./file-memory.ts";

/** Opens what is remembered of session files; undefined where nothing can be. `onNote` is told what happened. */
export function openFileMemory(directory: string, onNote: (note: string) => void): FileMemory | undefined {
  try {
    const { database, note } = openIndex(directory, LIST_SHAPE);
    if (note !== "") onNote(note);
    return new FileMemory(new DigestCache(database), (error) => {
      database.close();
      const isDamaged = error instanceof DamagedIndexError;
      if (isDamaged) forgetAll(directory, database.inode);
      onNote(isDamaged ? "The index was damaged, so it is made anew." : reasonOf(error));
    });
  } catch (error) {
    onNote(reasonOf(error));
    return undefined;
  }
}

/** What cannot be trusted is out of the way at the next start. */
function forgetAll(directory: string, inode: number): void {
  try {
    setAside(databasePath(directory, LIST_SHAPE), inode);
  } catch {
    // Then it is found damaged again.
  }
}
