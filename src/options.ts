import { homedir } from "node:os";
import { resolve } from "node:path";
import type { SortMode } from "./model/arrange.ts";
import type { TreeFilter } from "./model/tree-filter.ts";
import { cacheDirectory } from "./store/index/cache-directory.ts";
import { type StoreLocation, storeLocations } from "./store/locations.ts";

/** Where to look for sessions. */
export interface StoreOptions {
  readonly sessionDir?: string;
  readonly cwd?: string;
}

/** Where the index lies. */
export interface CacheOptions {
  readonly cacheDir?: string;
}

export interface FolderOptions extends StoreOptions {
  readonly all?: boolean;
  readonly includeInternal?: boolean;
}

export interface ScopeOptions extends FolderOptions, CacheOptions {
  readonly named?: boolean;
  readonly empty?: boolean;
  readonly sort: SortMode;
}

/** What happens to the session that was chosen. */
export interface ResumeOptions {
  readonly agent?: string;
  readonly print?: "path" | "id" | "command";
}

/** What holds for as long as the interface is open. */
export interface InterfaceOptions extends ResumeOptions {
  /** False: changes on disk are found only when somebody asks. */
  readonly watch: boolean;
}

export interface PickOptions extends ScopeOptions, InterfaceOptions {
  readonly demo?: boolean;
}

export interface ListCommandOptions extends ScopeOptions {
  readonly json?: boolean;
  readonly limit?: number;
  readonly query?: string;
}

export interface TreeCommandOptions extends StoreOptions, InterfaceOptions {
  readonly json?: boolean;
  readonly plain?: boolean;
  readonly filter?: TreeFilter;
  readonly depth?: number;
  /** Id of the entry to select. */
  readonly entry?: string;
  readonly demo?: boolean;
}

export interface ContinueCommandOptions extends StoreOptions, ResumeOptions {
  readonly new?: boolean;
  readonly note?: string;
}

export interface DeleteCommandOptions extends StoreOptions {
  readonly yes?: boolean;
  readonly permanent?: boolean;
}

export interface RestoreCommandOptions {
  readonly all?: boolean;
  readonly json?: boolean;
}

export interface SearchCommandOptions extends StoreOptions, CacheOptions {
  readonly includeInternal?: boolean;
  readonly json?: boolean;
  readonly limit?: number;
}

export interface IndexCommandOptions extends StoreOptions, CacheOptions {
  readonly status?: boolean;
  readonly rebuild?: boolean;
  readonly clear?: boolean;
}

export interface LabelsCommandOptions extends FolderOptions {
  readonly json?: boolean;
}

/** What is set, or else taken away. */
export interface EditCommandOptions extends StoreOptions {
  readonly clear?: boolean;
}

export const FAILED = 1;
export const USAGE_ERROR = 2;
export const LEFT_WITHOUT_CHOOSING = 130;

export function workingDirectory(options: StoreOptions): string {
  return resolve(options.cwd ?? process.cwd());
}

export function locationsOf(options: StoreOptions): readonly StoreLocation[] {
  return storeLocations({ sessionDir: options.sessionDir, cwd: process.cwd(), env: process.env });
}

export function cacheDirectoryOf({ cacheDir }: CacheOptions): string {
  return cacheDirectory({ cacheDir, env: process.env });
}

export function findOptions(options: StoreOptions, locations = locationsOf(options)) {
  return { locations, cwd: workingDirectory(options), home: homedir() };
}
