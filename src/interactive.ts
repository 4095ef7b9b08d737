import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { setFlagsFromString } from "node:v8";
import { MessageChannel } from "node:worker_threads";
import { shellWord } from "./model/shell.ts";
import type { TreeFilter } from "./model/tree-filter.ts";
import {
  cacheDirectoryOf,
  type InterfaceOptions,
  LEFT_WITHOUT_CHOOSING,
  type PickOptions,
  type ResumeOptions,
  workingDirectory,
} from "./options.ts";
import { resumeSession } from "./resume-session.ts";
import { copyToClipboard } from "./store/clipboard.ts";
import type { DemoStore } from "./store/demo.ts";
import type { FoundSession } from "./store/find-session.ts";
import { runningSessions, type StoreLocation, treeFilterSetting } from "./store/locations.ts";
import { directoryExists } from "./store/resume.ts";
import { WorkerBookmarks } from "./store/worker-bookmarks.ts";
import { WorkerCatalog } from "./store/worker-catalog.ts";
import { WorkerCommands } from "./store/worker-commands.ts";
import { WorkerDocument } from "./store/worker-document.ts";
import { WorkerTextIndex } from "./store/worker-text-index.ts";
import { exitOnSignals, type Terminal } from "./terminal.ts";
import type { AppOptions } from "./ui/app.tsx";

/** How long the first frame may wait for rows: ms from the start, of which loading the interface takes most. */
const FIRST_ROWS_MS = 250;

/** How long after the first rows texts begin to be indexed: ms. */
const INDEXING_DELAY_MS = 400;

/** What the interface runs on. */
export interface Surroundings {
  /** The folder in which the workers lie. */
  readonly home: URL;
  readonly terminal: Terminal;
  readonly demo: DemoStore | undefined;
}

const openDocument = (home: URL, path: string, { watch }: InterfaceOptions) =>
  new WorkerDocument(new URL("document-worker.js", home), { path, watch });

/**
 * Where memory is plenty the engine lets its heap grow with the garbage of frames. That gains nothing here, and with a
 * large session it is a hundred megabytes. Not before the interface is loaded: that goes faster with more room.
 */
function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=40");
}

/** Opens the picker on a terminal and resumes what was chosen there. The result is the exit code. */
export async function pickOnTerminal(
  query: string,
  options: PickOptions,
  locations: readonly StoreLocation[],
  around: Surroundings,
): Promise<number> {
  const cwd = workingDirectory(options);
  // Reading starts before the interface is loaded: both take their time on a core of their own.
  const { port1: news, port2: newsHeard } = new MessageChannel();
  const cacheDirectory = around.demo?.cacheDirectory ?? cacheDirectoryOf(options);
  const { watch } = options;
  const catalog = new WorkerCatalog(new URL("catalog-worker.js", around.home), {
    ...{ locations, cwd, watch, cacheDirectory, news },
  });
  const texts = new WorkerTextIndex(new URL("text-index-worker.js", around.home), cacheDirectory, newsHeard);
  const picker = {
    catalog,
    cwd,
    home: homedir(),
    query,
    scope: options.all === true ? ("all" as const) : ("folder" as const),
    sort: options.sort,
    namedOnly: options.named ?? false,
    includeInternal: options.includeInternal ?? false,
    emptyOnly: options.empty ?? false,
    commands: new WorkerCommands(new URL("commands-worker.js", around.home), around.demo?.env ?? process.env),
    copy: (text: string) => copyToClipboard(text, around.terminal.stdout),
    runningSessions: runningSessions(process.env),
    fileExists: existsSync,
    directoryExists: folderMatters(options) ? directoryExists : () => true,
    texts,
    now: Date.now,
  };
  const whenReady = catalog.whenStarted(FIRST_ROWS_MS);
  // The first frame and the first look at all files come first.
  void whenReady.then(keepHeapSmall);
  void whenReady.then(() => setTimeout(() => texts.start(), INDEXING_DELAY_MS).unref());
  const parts = { picker, tree: undefined, whenReady };
  return runApp(parts, options, cwd, around);
}

/** Opens the tree of a session on a terminal and resumes what was chosen there. The result is the exit code. */
export function treeOnTerminal(
  session: FoundSession,
  options: TreeOptions,
  cwd: string,
  around: Surroundings,
): Promise<number> {
  const document = openDocument(around.home, session.path, options);
  const parts = {
    picker: undefined,
    tree: { document, agent: session.agent, startAt: options.entry },
    whenReady: document.whenRead(FIRST_ROWS_MS),
  };
  return runApp(parts, options, cwd, around);
}

interface TreeOptions extends InterfaceOptions {
  readonly filter?: TreeFilter;
  /** Id of the entry to select. */
  readonly entry?: string;
}

/** Where only a path or an id is asked for, it does not matter whether the folder is still there. */
const folderMatters = ({ print }: ResumeOptions) => print !== "path" && print !== "id";

interface AppParts extends Pick<AppOptions, "picker" | "tree"> {
  readonly whenReady: Promise<void>;
}

async function runApp(
  { picker, tree, whenReady }: AppParts,
  options: TreeOptions,
  cwd: string,
  { home, terminal, demo }: Surroundings,
): Promise<number> {
  const release = exitOnSignals();
  const { stdin, stdout } = terminal;
  const treeOptions = {
    filter: options.filter ?? treeFilterSetting({ cwd, env: process.env }),
    otherFolder: (folder: string) =>
      folder !== "" && (!folderMatters(options) || directoryExists(folder)) ? undefined : cwd,
    command: (path: string, entryId: string) => `treeline continue ${shellWord(path)} ${shellWord(entryId)}`,
    copy: (text: string) => copyToClipboard(text, stdout),
    now: Date.now,
  };
  const [{ openApp }] = await Promise.all([import("./ui/app.tsx"), whenReady]);
  if (tree !== undefined) keepHeapSmall();
  const outcome = await openApp({
    picker,
    tree,
    treeOptions,
    openDocument: (path) => {
      keepHeapSmall();
      return openDocument(home, path, options);
    },
    openBookmarks: () => new WorkerBookmarks(new URL("bookmarks-worker.js", home)),
    stdin,
    stdout,
  });
  terminal.close();
  release();
  if (outcome.kind === "cancelled") return LEFT_WITHOUT_CHOOSING;
  return resumeSession(outcome.session, options, demo?.keep);
}
