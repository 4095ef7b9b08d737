import { existsSync, rmSync, statSync } from "node:fs";
import { grouped } from "../model/numbers.ts";
import { databaseFiles, databasePath, openIndex } from "../store/index/database.ts";
import { LIST_SHAPE } from "../store/index/digest-cache.ts";
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

/** `treeline index --status`: where the index lies, how large it is, and what it holds. */
export function indexStatus(directory: string): string {
  const bytes = indexFiles(directory).reduce((sum, path) => sum + statSync(path).size, 0);
  if (bytes === 0) return `No index in ${directory}. It is made when it is needed.\n`;
  const [listed, indexed] = SHAPES.map((shape) => count(directory, shape));
  const sizes = `${(bytes / 1e6).toFixed(1)} MB`;
  return `${directory}\n${sizes}, ${grouped(listed ?? 0)} sessions listed, ${grouped(indexed ?? 0)} with their texts\n`;
}

function count(directory: string, shape: (typeof SHAPES)[number]): number {
  if (!existsSync(databasePath(directory, shape))) return 0;
  const { database } = openIndex(directory, shape);
  const [files] = database.column("select count(*) from files");
  database.close();
  return Number(files);
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
