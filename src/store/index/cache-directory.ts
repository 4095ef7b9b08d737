import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

export interface CacheOptions {
  /** `--cache-dir`: beats everything else. */
  readonly cacheDir?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** Where the index lies: what the person says, else where the system keeps what can be made again. */
export function cacheDirectory({ cacheDir, env }: CacheOptions): string {
  const asked = cacheDir ?? env.TREELINE_CACHE_DIR;
  if (asked !== undefined && asked !== "") return resolve(asked);
  return join(systemCache(env), "treeline");
}

function systemCache({ XDG_CACHE_HOME: cache, LOCALAPPDATA: local }: NodeJS.ProcessEnv): string {
  if (cache !== undefined && isAbsolute(cache)) return cache;
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches");
  if (process.platform === "win32") return local ?? join(homedir(), "AppData", "Local");
  return join(homedir(), ".cache");
}
