import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import type Database from "libsql";
import { folderProblem, reasonOf } from "../folder-problem.ts";
import { databasePath, makePrivate, setAside } from "./database-files.ts";

/** A database of the index: its file's name, its version, and the tables it begins with. */
export interface DatabaseShape {
  readonly name: string;
  /** Another one whenever what is stored means something else. */
  readonly version: number;
  readonly schema: string;
}

export type SqlValue = string | number | null;

const loadModule = createRequire(import.meta.url);

/** The index cannot be used, for example because its folder cannot be written. */
export class IndexUnavailableError extends Error {
  override readonly name = "IndexUnavailableError";
  constructor(
    readonly directory: string,
    readonly reason: string,
  ) {
    super(`The index in ${directory} cannot be used: ${reason}.`);
  }
}

/** The index is damaged, and has to be set aside. */
export class DamagedIndexError extends Error {
  override readonly name = "DamagedIndexError";
  constructor(readonly reason: string) {
    super(`The index is damaged: ${reason}`);
  }
}

/** An open database, and what happened to the one that lay there before; empty when nothing did. */
export interface OpenedIndex {
  readonly database: IndexDatabase;
  readonly note: string;
}

/**
 * Opens a database of the index. One that is damaged, or was made by another version, is set aside and made anew.
 * Throws IndexUnavailableError.
 */
export function openIndex(directory: string, shape: DatabaseShape): OpenedIndex {
  const path = databasePath(directory, shape);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const opened = tryOpen(path, shape);
    if (opened instanceof IndexDatabase) return { database: opened, note: "" };
    setAside(path, opened.inode);
    const anew = tryOpen(path, shape);
    if (!(anew instanceof IndexDatabase)) throw new Error(`it is ${anew.reason}`);
    return { database: anew, note: `The index was ${opened.reason}, so it is made anew.` };
  } catch (error) {
    throw new IndexUnavailableError(directory, folderProblem(directory) ?? reasonOf(error));
  }
}

/** The database, or why it has to be made anew, and which file that is. */
function tryOpen(
  path: string,
  shape: DatabaseShape,
): IndexDatabase | { readonly reason: string; readonly inode: number } {
  // SQLite gives its other files the mode of this one.
  closeSync(openSync(path, "a", 0o600));
  makePrivate(path);
  const database = new IndexDatabase(path);
  try {
    const found = database.prepare(shape);
    if (found === shape.version) return database;
    database.close();
    return { reason: "made by another version", inode: database.inode };
  } catch (error) {
    database.close();
    if (error instanceof DamagedIndexError) return { reason: "damaged", inode: database.inode };
    throw error;
  }
}

/** Pages that wait beside the database before they are written into it: 4 KB each. Many wait to be written once. */
const CHECKPOINT_PAGES = 4000;
/** How long to wait while another treeline is writing: ms. Whoever can try again later does not wait at all. */
const OPENING_WAIT_MS = 2000;

/** An SQLite database. Every method throws DamagedIndexError where it finds damage. */
export class IndexDatabase {
  /** Of its file. */
  readonly inode: number;
  readonly #database: Database.Database;
  #isOpen = true;
  readonly #statements = new Map<string, Database.Statement>();

  /** Throws when the file is not there, or cannot be opened. */
  constructor(path: string) {
    this.inode = statSync(path).ino;
    // A native module, which not every machine can load: whoever opens a database hears of that, nobody else.
    const SqlDatabase: typeof Database = loadModule("libsql");
    this.#database = new SqlDatabase(path);
  }

  /** Makes the tables where there are none; returns the version of those that are there. */
  prepare({ version, schema }: DatabaseShape): number {
    return guarded(() => {
      this.#database.exec(`pragma busy_timeout = ${OPENING_WAIT_MS}`);
      // A database that a crash destroys before there is anything in it is made anew: nobody has to wait for the disk.
      this.#database.exec("pragma synchronous = off; pragma journal_mode = wal");
      if (this.version() === 0) {
        this.#database.exec("begin immediate");
        // Another process may have been faster.
        if (this.version() === 0) this.#database.exec(`${schema}; pragma user_version = ${version}`);
        this.#database.exec("commit");
      }
      this.#database.exec("pragma synchronous = normal; pragma busy_timeout = 0");
      this.#database.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      return this.version();
    });
  }

  /** The version of the tables that are there; 0 where there are none. */
  version(): number {
    return guarded(() => Number(this.#database.prepare("pragma user_version").pluck().all()[0]));
  }

  /** Returns the number of the row that was inserted last. */
  run(sql: string, ...values: readonly SqlValue[]): number {
    return guarded(() => Number(this.#statement(sql).run(...values).lastInsertRowid));
  }

  /** The first column of every row. */
  column(sql: string, ...values: readonly SqlValue[]): readonly unknown[] {
    return guarded(() => this.#statement(sql, "pluck").all(...values));
  }

  /** Each row as an array. */
  rows(sql: string, ...values: readonly SqlValue[]): readonly (readonly unknown[])[] {
    return guarded(() => {
      const rows: unknown = this.#statement(sql, "raw").all(...values);
      return Array.isArray(rows) ? rows : [];
    });
  }

  /** The same, one after the other. */
  *each(sql: string, ...values: readonly SqlValue[]): Generator<readonly unknown[], void> {
    const rows = guarded(() =>
      this.#database
        .prepare(sql)
        .raw()
        .iterate(...values),
    );
    for (;;) {
      const { value, done } = guarded(() => rows.next());
      if (done === true) return;
      if (Array.isArray(value)) yield value;
    }
  }

  /** Does some writing as one whole, or nothing of it: false while another process is writing. */
  write(work: () => void): boolean {
    if (!this.begin()) return false;
    try {
      work();
      this.commit();
    } catch (error) {
      this.rollback();
      throw error;
    }
    return true;
  }

  /** Begins to write; false while another process is writing. */
  begin(): boolean {
    try {
      this.#database.exec("begin immediate");
      return true;
    } catch (error) {
      if (codeOf(error).startsWith("SQLITE_BUSY")) return false;
      throw damageOr(error);
    }
  }

  get isWriting(): boolean {
    return this.#isOpen && this.#database.inTransaction;
  }

  commit(): void {
    guarded(() => this.#database.exec("commit"));
  }

  /** Takes back what was written since `begin`, if anything was. */
  rollback(): void {
    if (this.isWriting) this.#database.exec("rollback");
  }

  /** Takes back what was not committed. Nothing else may be asked afterwards. */
  close(): void {
    if (!this.#isOpen) return;
    // While the collector has not found its statements, a closed connection lives on, and so would what it has begun.
    this.#abandon();
    this.#isOpen = false;
    this.#statements.clear();
    this.#database.close();
  }

  #abandon(): void {
    try {
      this.rollback();
    } catch {
      // A damaged database has lost it already.
    }
  }

  #statement(sql: string, mode?: "pluck" | "raw"): Database.Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    if (mode === "pluck") statement.pluck();
    if (mode === "raw") statement.raw();
    this.#statements.set(sql, statement);
    return statement;
  }
}

function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw damageOr(error);
  }
}

function damageOr(error: unknown): unknown {
  const code = codeOf(error);
  const isDamage = code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB";
  return isDamage ? new DamagedIndexError(reasonOf(error)) : error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
