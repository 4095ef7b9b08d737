import type { Catalog } from "../../src/store/catalog.ts";
import { MemoryCommands } from "./memory-commands.ts";
import { MemoryTextIndex } from "./memory-text-index.ts";

/** What a picker over all folders begins with; the clock stands at 0, and every file and folder is there. */
export const pickerProps = (catalog: Catalog) => ({
  catalog,
  texts: new MemoryTextIndex(),
  cwd: "/work",
  home: "/home/ada",
  query: "",
  scope: "all" as const,
  sort: "threaded" as const,
  namedOnly: false,
  emptyOnly: false,
  commands: new MemoryCommands(),
  copy: () => true,
  includeInternal: false,
  runningSessions: [],
  directoryExists: () => true,
  fileExists: () => true,
  now: () => 0,
});
