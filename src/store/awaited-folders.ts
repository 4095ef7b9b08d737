import { realpathSync } from "node:fs";
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
    const place = nearestFolder(directory);
    if (place === undefined) continue;
    const names = awaited.get(place.folder) ?? new Set();
    awaited.set(place.folder, names.add(place.name));
  }
  return awaited;
}

/** Undefined where not even the root is there, as with a drive that is not connected. */
function nearestFolder(missing: string): { readonly folder: string; readonly name: string } | undefined {
  for (let at = missing; dirname(at) !== at; at = dirname(at)) {
    try {
      return { folder: realpathSync(dirname(at)), name: basename(at) };
    } catch {
      // Not there either: the one above it may be.
    }
  }
  return undefined;
}
