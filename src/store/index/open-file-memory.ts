import { openIndex } from "./database.ts";
import { databasePath, setAside } from "./database-files.ts";
import { DigestCache, LIST_SHAPE } from "./digest-cache.ts";
import { FileMemory } from "./file-memory.ts";

/** Opens what is remembered of session files; undefined where nothing can be. `onNote` is told what happened. */
export function openFileMemory(directory: string, onNote: (note: string) => void): FileMemory | undefined {
  try {
    const { database, note } = openIndex(directory, LIST_SHAPE);
    if (note !== "") onNote(note);
    return new FileMemory(new DigestCache(database), (reason) => {
      database.close();
      if (reason === "damaged") forgetAll(directory, database.inode);
      onNote(reason === "damaged" ? "The index was damaged, so it is made anew." : reason);
    });
  } catch (error) {
    onNote(error instanceof Error ? error.message : String(error));
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
