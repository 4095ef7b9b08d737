import type { WordSequence } from "../../model/query/session-query.ts";
import { isKeptStart } from "../../model/query/word-starts.ts";
import type { FileIdentity } from "../file-identity.ts";
import type { DatabaseShape, IndexDatabase } from "./database.ts";
import type { CachedFacts } from "./digest-cache.ts";
import { BORDER_WORD, type IndexedWords, type TextPiece } from "./text-pieces.ts";

/** Both sides split a text in the same way: `model/query/words.ts` says how. */
const TOKENIZER = `tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co' tokenchars '${BORDER_WORD}'"`;
const WITHOUT_TEXT = "content = '', contentless_delete = 1";
/** A phrase that ends in a single letter would have to gather the places of every word that begins with it. */
const FIRST_LETTERS = "prefix = '1'";

export type TextTable = "talk" | "calls";
type WordTable = TextTable | `${TextTable}_starts`;
const TEXT_TABLES: readonly WordTable[] = ["talk", "talk_starts", "calls", "calls_starts"];

/** So many bytes of words are gathered in memory before they are sorted into the index: the more, the less often. */
const GATHERED_BYTES = 8 << 20;
const gathering = (table: WordTable) =>
  `insert into ${table}(${table}, rank) values ('hashsize', ${GATHERED_BYTES})`;

/**
 * The words of all sessions. A row of the full-text tables stands for a piece of a session. Their numbers count up: the
 * smaller the steps between them, the smaller the index. The texts themselves stay in the session files.
 */
export const TEXT_SHAPE: DatabaseShape = {
  name: "text",
  version: 3,
  schema: `
    create table files(
      number integer primary key autoincrement, path text not null unique,
      size integer not null, mtime real not null, ctime real not null, inode real not null,
      end integer not null, identity text not null, last_id text
    );
    create table pieces(number integer primary key autoincrement, file integer not null);
    create index pieces_by_file on pieces(file);
    create virtual table talk using fts5(words, inner_words, ${FIRST_LETTERS}, ${WITHOUT_TEXT}, ${TOKENIZER});
    create virtual table talk_starts using fts5(starts, detail = none, ${WITHOUT_TEXT}, ${TOKENIZER});
    create virtual table calls using fts5(words, inner_words, ${WITHOUT_TEXT}, ${TOKENIZER});
    create virtual table calls_starts using fts5(starts, detail = none, ${WITHOUT_TEXT}, ${TOKENIZER});
    create virtual table facts using fts5(files, tools, models, flags, ${WITHOUT_TEXT}, ${TOKENIZER});
    ${TEXT_TABLES.map(gathering).join(";")}`,
};

/** What is known of an indexed file. */
export interface IndexedFile {
  readonly number: number;
  readonly facts: CachedFacts;
  /** What was read of it. */
  readonly identity: FileIdentity;
  readonly lastId: string | undefined;
}

export type FactColumn = "files" | "tools" | "models" | "flags";

const COLUMNS = "number, path, size, mtime, ctime, inode, end, identity, last_id";
const PLACES = "?, ?, ?, ?, ?, ?, ?";

/** The database of all words. Every method may throw DamagedIndexError. */
export class TextStore {
  readonly #database: IndexDatabase;
  /** The file of each piece, by the pieces' numbers. */
  readonly #fileOf: number[] = [];

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  files(): readonly IndexedFile[] {
    return this.#database.rows(`select ${COLUMNS} from files`).map(indexedFile);
  }

  file(path: string): IndexedFile | undefined {
    const [row] = this.#database.rows(`select ${COLUMNS} from files where path = ?`, path);
    return row === undefined ? undefined : indexedFile(row);
  }

  /** Begins to write; false while another process is writing. */
  begin(): boolean {
    return this.#database.begin();
  }

  get isWriting(): boolean {
    return this.#database.isWriting;
  }

  commit(): void {
    this.#database.commit();
  }

  /** Notes how far a file was read; returns its number. */
  saveFile(facts: CachedFacts, { identity, lastId }: Omit<IndexedFile, "number" | "facts">): number {
    const { path, size, mtime, ctime, inode } = facts;
    const values = [size, mtime, ctime, inode, identity.end, identity.text, lastId ?? null];
    const [known] = this.#database.column("select number from files where path = ?", path);
    if (typeof known === "number") {
      const set = "size = ?, mtime = ?, ctime = ?, inode = ?, end = ?, identity = ?, last_id = ?";
      this.#database.run(`update files set ${set} where number = ?`, ...values, known);
      return known;
    }
    // An upsert or a returning clause would make the full-text tables write down all they hold in memory, each time.
    return this.#database.run(`insert into files(${COLUMNS}) values (null, ?, ${PLACES})`, path, ...values);
  }

  /** Adds the words of a piece of a file. */
  addPiece(file: number, { talk, calls, files, tools, models, flags }: TextPiece): void {
    const row = this.#database.run("insert into pieces(file) values (?)", file);
    this.#addWords("talk", row, talk);
    this.#addWords("calls", row, calls);
    if (files + tools + models + flags === "") return;
    const columns = "(rowid, files, tools, models, flags) values (?, ?, ?, ?, ?)";
    this.#database.run(`insert into facts${columns}`, row, files, tools, models, flags);
  }

  #addWords(table: TextTable, row: number, { words, inner, starts }: IndexedWords): void {
    if (words === "") return;
    this.#database.run(`insert into ${table}(rowid, words, inner_words) values (?, ?, ?)`, row, words, inner);
    this.#database.run(`insert into ${table}_starts(rowid, starts) values (?, ?)`, row, starts);
  }

  /** Forgets the words of a file. */
  removePieces(file: number): void {
    for (const piece of this.#database.column("select number from pieces where file = ?", file)) {
      for (const table of [...TEXT_TABLES, "facts"])
        this.#database.run(`delete from ${table} where rowid = ?`, Number(piece));
    }
    this.#database.run("delete from pieces where file = ?", file);
  }

  /** Forgets a file. */
  removeFile({ number }: IndexedFile): void {
    this.removePieces(number);
    this.#database.run("delete from files where number = ?", number);
  }

  /** The numbers of the files in which words follow each other, once for each piece that has them. */
  *filesWith(table: TextTable, { words, isPrefix }: WordSequence): Generator<number, void> {
    const [first = "", ...others] = words;
    if (isPrefix && others.length === 0 && isKeptStart(first)) {
      yield* this.#match(`${table}_starts`, phrase(words, false));
      return;
    }
    // Words inside of others have no order among each other.
    const columns = others.length === 0 ? "" : "words : ";
    yield* this.#match(table, columns + phrase(words, isPrefix));
  }

  *filesWithFact(column: FactColumn, { words, isPrefix }: WordSequence): Generator<number, void> {
    yield* this.#match("facts", `${column} : ${phrase(words, isPrefix)}`);
  }

  *#match(table: WordTable | "facts", query: string): Generator<number, void> {
    // One long value comes out of the database several times faster than thousands of rows.
    const sql = `select group_concat(rowid) from ${table} where ${table} match ?`;
    const [rows] = this.#database.column(sql, query);
    if (typeof rows !== "string") return;
    this.#learnPieces();
    for (const row of rows.split(",")) {
      const file = this.#fileOf[Number(row)];
      if (file !== undefined) yield file;
    }
  }

  /** Pieces are never changed, and no number is given twice: only new ones have to be learned. */
  #learnPieces(): void {
    const sql = "select number, file from pieces where number >= ?";
    for (const [piece, file] of this.#database.rows(sql, this.#fileOf.length)) {
      this.#fileOf[Number(piece)] = Number(file);
    }
  }

  close(): void {
    this.#database.close();
  }
}

/** Words hold neither quotes nor anything else that means something in a query. */
const phrase = (words: readonly string[], isPrefix: boolean) => `"${words.join(" ")}"${isPrefix ? " *" : ""}`;

function indexedFile(row: readonly unknown[]): IndexedFile {
  const [number, path, size, mtime, ctime, inode, end, identity, lastId] = row;
  return {
    number: Number(number),
    facts: {
      path: String(path),
      size: Number(size),
      mtime: Number(mtime),
      ctime: Number(ctime),
      inode: Number(inode),
    },
    identity: { end: Number(end), text: String(identity) },
    lastId: typeof lastId === "string" ? lastId : undefined,
  };
}
