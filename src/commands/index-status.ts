import { existsSync, rmSync, statSync } from "node:fs";
import { basename } from "node:path";
import { grouped } from "../model/numbers.ts";
import { type DatabaseShape, openIndex } from "../store/index/database.ts";
import { databaseFiles, databasePath } from "../store/index/database-files.ts";
import { LIST_SHAPE } from "../store/index/digest-cache.ts";
import { lookInto } from "../store/index/look-into.ts";
import { openFileMemory } from "../store/index/open-file-memory.ts";
import { TEXT_SHAPE } from "../store/index/text-store.ts";
import { listSessions } from "../store/listing.ts";
import type { StoreLocation } from "../store/locations.ts";
import { indexTexts } from "../store/search-texts.ts";
import type { TextIndexSnapshot } from "../store/text-index.ts";

export interface IndexOptions {
  /** Where the index lies. */
  readonly directory: string;
  readonly locations: readonly StoreLocation[];
  readonly cwd: string;
  readonly onProgress: (snapshot: TextIndexSnapshot) => void;
}

const SHAPES = [LIST_SHAPE, TEXT_SHAPE];

/** `treeline index --status`: where the index lies, how large it is, and what it holds. It is left as it is. */
export function indexStatus(directory: string): string {
  const bytes = indexFiles(directory).reduce((sum, path) => sum + statSync(path).size, 0);
  if (bytes === 0) return `No index in ${directory}. It is made when it is needed.\n`;
  const [listed, indexed] = SHAPES.map((shape) => look(directory, shape));
  const sizes = `${(bytes / 1e6).toFixed(1)} MB`;
  const counts = `${grouped(listed?.files ?? 0)} sessions listed, ${grouped(indexed?.files ?? 0)} with their texts`;
  return `${directory}\n${sizes}, ${counts}\n${listed?.problem ?? ""}${indexed?.problem ?? ""}`;
}

/** How many files a database has, and a line about it when it cannot be used. */
function look(directory: string, shape: DatabaseShape): { readonly files: number; readonly problem: string } {
  const path = databasePath(directory, shape);
  if (!existsSync(path)) return { files: 0, problem: "" };
  const found = lookInto(directory, shape, (database) => database.column("select count(*) from files"));
  if (typeof found !== "string") return { files: Number(found[0]), problem: "" };
  return { files: 0, problem: `${basename(path)} ${found}: it is made anew when it is needed.\n` };
}

/** `treeline index --clear`: removes the index. Sessions are not touched. */
export function clearIndex(directory: string): string {
  const files = indexFiles(directory);
  for (const path of files) rmSync(path, { force: true });
  return files.length === 0 ? `No index in ${directory}.\n` : `Removed the index in ${directory}.\n`;
}

/** `treeline index --rebuild`: makes the index anew, of all sessions. Throws IndexUnavailableError. */
export async function rebuildIndex(options: IndexOptions): Promise<string> {
  clearIndex(options.directory);
  for (const shape of SHAPES) openIndex(options.directory, shape).database.close();
  const memory = openFileMemory(options.directory, () => undefined);
  const files = [...listSessions(options, { memory })].flatMap((batch) => batch.files);
  memory?.close();
  await indexTexts({ files, directory: options.directory, onProgress: options.onProgress });
  return indexStatus(options.directory);
}

const indexFiles = (directory: string): readonly string[] =>
  SHAPES.flatMap((shape) => databaseFiles(databasePath(directory, shape))).filter((path) => existsSync(path));
