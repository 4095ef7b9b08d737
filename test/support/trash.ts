import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A home of its own with a real trash in it, for this process and what it starts. */
export interface TrashHome {
  readonly folder: string;
  /** Where sessions lie. */
  readonly store: string;
  readonly trash: string;
  readonly state: string;
  /** Empties everything, and takes away commands that were installed. */
  reset(): void;
  /** Puts a script into PATH. */
  install(name: string, script: string): void;
  /** The names of what lies in the trash, and of its notes. */
  inTrash(): { readonly files: readonly string[]; readonly info: readonly string[] };
  remove(): void;
}

/**
 * Must be called before the trash package is loaded: it asks for the environment only once. On Linux without the
 * directories of the caller's home.
 */
export function trashHome(): TrashHome {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "treeline-trash-")));
  const at = (name: string) => join(folder, name);
  Object.assign(process.env, {
    HOME: at("home"),
    XDG_DATA_HOME: at("data"),
    XDG_STATE_HOME: at("state"),
    // Nothing but `df`, which the trash package asks for mounts: people may have a trash command of their own.
    PATH: at("bin"),
  });
  const trash = at("data/Trash");
  const namesIn = (name: string) => {
    const path = join(trash, name);
    return isFolder(path) ? readdirSync(path).sort() : [];
  };
  return {
    folder,
    store: at("store"),
    trash,
    state: at("state"),
    reset() {
      for (const name of readdirSync(folder)) rmSync(at(name), { recursive: true, force: true });
      for (const name of ["home", "store", "bin"]) mkdirSync(at(name));
      const df = ["/usr/bin/df", "/bin/df"].find(existsSync);
      if (df !== undefined) symlinkSync(df, at("bin/df"));
    },
    install(name, script) {
      writeFileSync(join(at("bin"), name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`);
      chmodSync(join(at("bin"), name), 0o755);
    },
    inTrash: () => ({ files: namesIn("files"), info: namesIn("info") }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Everything of a file that must be the same after it came back. */
export function wholeFile(path: string) {
  const { mode, mtimeMs } = lstatSync(path);
  // A copy from another file system keeps times in microseconds.
  return { bytes: readFileSync(path).toString("base64"), mode, mtime: Math.round(mtimeMs * 100) / 100 };
}
