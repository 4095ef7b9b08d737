import { dirname } from "node:path";
import { watch } from "chokidar";

/** Ends watching. */
export type StopWatching = () => void;

/**
 * Tells of everything that happens to a file: growth, replacement, disappearance and return. Its folder is watched,
 * for a file that is gone cannot be. `onTrouble` is told when the system refuses.
 */
export function watchFile(
  path: string,
  onChange: () => void,
  onTrouble: (reason: string) => void,
): StopWatching {
  const folder = dirname(path);
  const watcher = watch(folder, {
    depth: 0,
    ignoreInitial: true,
    ignored: (entry) => entry !== folder && entry !== path,
  });
  watcher.on("all", (_event, entry) => {
    if (entry === path) onChange();
  });
  watcher.on("error", (error) => onTrouble(error instanceof Error ? error.message : String(error)));
  return () => void watcher.close();
}
