import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { FolderWatch } from "./folder-watch.ts";

export interface FileListener {
  readonly onChange: () => void;
  /** The system does not tell of changes: the file is looked at every second instead. */
  readonly onTrouble: (reason: string) => void;
}

/** Events can get lost, and a folder that was away and came back is another one: ms between two looks. */
const LOOK_MS = 5000;
const POLL_MS = 1000;

/**
 * Tells of everything that happens to a file: growth, replacement, disappearance and return. Its folder is watched,
 * for a file that is gone cannot be. The result ends it.
 */
export function watchFile(path: string, { onChange, onTrouble }: FileListener): () => void {
  const folder = dirname(path);
  let seen = stateOf(path);
  const change = () => {
    seen = stateOf(path);
    onChange();
  };
  const look = () => {
    void watch.follow([folder]);
    if (stateOf(path) !== seen) change();
  };
  let timer = setInterval(look, LOOK_MS);
  let isPolling = false;
  const watch = new FolderWatch({
    onEvent: (_folder, name) => {
      if (name === undefined || name === basename(path)) change();
    },
    onReady: look,
    onTrouble: (reason) => {
      if (isPolling) return;
      isPolling = true;
      clearInterval(timer);
      timer = setInterval(look, POLL_MS);
      onTrouble(reason);
    },
  });
  void watch.follow([folder]);
  return () => {
    clearInterval(timer);
    watch.close();
  };
}

/** Whatever keeps the file from being looked at is a state too: reading it says what that is. */
function stateOf(path: string): string {
  try {
    const { size, mtimeMs, ctimeMs, ino } = statSync(path);
    return `${size}:${mtimeMs}:${ctimeMs}:${ino}`;
  } catch {
    return "unreachable";
  }
}
