import { existsSync, realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { StorePlace } from "./catalog.ts";

/**
 * Where the stores that do not exist yet will begin to appear: the nearest folder above each that exists, links
 * resolved, and the names that are awaited in it.
 */
export function awaitedFolders(places: readonly StorePlace[]): ReadonlyMap<string, ReadonlySet<string>> {
  const awaited = new Map<string, Set<string>>();
  for (const { directory, exists } of places) {
    if (exists) continue;
    let missing = directory;
    while (!existsSync(dirname(missing))) missing = dirname(missing);
    const folder = realpathSync(dirname(missing));
    const names = awaited.get(folder) ?? new Set();
    awaited.set(folder, names.add(basename(missing)));
  }
  return awaited;
}
