import { dirname, sep } from "node:path";
import { crc32 } from "node:zlib";
import type { SessionDigest } from "../../model/digest.ts";
import type { DigestState, FileFacts } from "../../model/digest-fold.ts";
import { type LabelChain, labelChain, labelEntries } from "../../model/label-chain.ts";
import type { DigestProgress } from "../digest-reader.ts";
import { DamagedIndexError, type DatabaseShape, type IndexDatabase } from "./database.ts";

/** The rows of the list, as they were when their files were read last. */
export const LIST_SHAPE: DatabaseShape = {
  name: "list",
  version: 1,
  schema: `
    create table files(
      path text not null unique, folder text not null,
      size integer not null, mtime real not null, ctime real not null, inode real not null,
      digest text, checksum integer, progress text
    );
    create index files_by_folder on files(folder, mtime desc);
    create index files_by_time on files(mtime desc)`,
};

export type CachedFacts = Omit<FileFacts, "agent" | "baseName">;

/** A file as it was when it was read. */
export interface CachedFile {
  readonly facts: CachedFacts;
  /** Its row as JSON, but for the agent, which the place of the file tells; undefined for what is no session. */
  readonly row: string | undefined;
}

/** A file to be kept in mind, and how to go on with reading it. */
export interface ReadFile {
  readonly facts: CachedFacts;
  /** Undefined for what is no session. */
  readonly digest: SessionDigest | undefined;
  readonly progress: DigestProgress | undefined;
}

const COLUMNS = "path, size, mtime, ctime, inode, digest, checksum";

/** What was read of session files, kept from one start to the next. Writing waits for `flush`. */
export class DigestCache {
  readonly #database: IndexDatabase;
  #saved = new Map<string, ReadFile>();
  #dropped = new Set<string>();

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  /** The files below some directories, those in `near` first, each part newest first. */
  *files(directories: readonly string[], near: readonly string[]): Generator<CachedFile, void> {
    const isBelow = (path: string) => directories.some((directory) => path.startsWith(directory + sep));
    for (const folder of near) {
      yield* this.#read(`where folder = ? order by mtime desc`, folder);
    }
    const isNear = new Set(near);
    for (const file of this.#read("order by mtime desc")) {
      if (isBelow(file.facts.path) && !isNear.has(dirname(file.facts.path))) yield file;
    }
  }

  *#read(clause: string, ...values: readonly string[]): Generator<CachedFile, void> {
    for (const row of this.#database.each(`select ${COLUMNS} from files ${clause}`, ...values)) {
      const [path, size, mtime, ctime, inode, digest, checksum] = row;
      const facts = {
        path: String(path),
        size: Number(size),
        mtime: Number(mtime),
        ctime: Number(ctime),
        inode: Number(inode),
      };
      // Whoever reads the row trusts it.
      if (typeof digest === "string" && crc32(digest) !== checksum)
        throw new DamagedIndexError("a row has changed");
      yield { facts, row: typeof digest === "string" ? digest : undefined };
    }
  }

  /** How far a file was read; undefined when that is not known. */
  progressOf(path: string): DigestProgress | undefined {
    const waiting = this.#saved.get(path);
    if (waiting !== undefined) return waiting.progress;
    const [text] = this.#database.column("select progress from files where path = ?", path);
    return typeof text === "string" ? fromStored(parsed<StoredProgress>(text)) : undefined;
  }

  save(file: ReadFile): void {
    this.#dropped.delete(file.facts.path);
    this.#saved.set(file.facts.path, file);
  }

  drop(path: string): void {
    this.#saved.delete(path);
    this.#dropped.add(path);
  }

  /** How many files wait to be written. */
  get waiting(): number {
    return this.#saved.size + this.#dropped.size;
  }

  /** Writes what waits; false, and it goes on waiting, while another process writes. */
  flush(): boolean {
    if (this.waiting === 0) return true;
    const isWritten = this.#database.write(() => {
      for (const path of this.#dropped) this.#database.run("delete from files where path = ?", path);
      for (const file of this.#saved.values()) this.#write(file);
    });
    if (!isWritten) return false;
    this.#saved = new Map();
    this.#dropped = new Set();
    return true;
  }

  #write({ facts, digest, progress }: ReadFile): void {
    const { path, size, mtime, ctime, inode } = facts;
    const row = digest === undefined ? null : JSON.stringify({ ...digest, agent: undefined });
    this.#database.run(
      `insert or replace into files(${COLUMNS}, folder, progress) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[path, size, mtime, ctime, inode],
      ...[row, row === null ? null : crc32(row)],
      dirname(path),
      progress === undefined ? null : JSON.stringify(toStored(progress)),
    );
  }

  close(): void {
    this.#database.close();
  }
}

/** As JSON, a chain of ten thousand labels would be nested ten thousand deep. */
interface StoredProgress extends Omit<DigestProgress, "state"> {
  readonly state: Omit<DigestState, "labels">;
  readonly labels: readonly Omit<LabelChain, "before">[];
}

function toStored({ state, ...rest }: DigestProgress): StoredProgress {
  const { labels, ...others } = state;
  return { ...rest, state: others, labels: labelEntries(labels) };
}

function fromStored({ state, labels, ...rest }: StoredProgress): DigestProgress {
  return { ...rest, state: { ...state, labels: labelChain(labels) } };
}

/** What the same version has written; throws DamagedIndexError for anything else. */
export function parsed<Stored>(text: string): Stored {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DamagedIndexError(error instanceof Error ? error.message : String(error));
  }
}
