import { totalsOf } from "../../src/model/compare.ts";
import { copyText, entryText } from "../../src/model/entry-text.ts";
import { fold } from "../../src/model/query/fold.ts";
import { parseQuery } from "../../src/model/query/parse.ts";
import { rawJson, sectionsOf } from "../../src/model/sections.ts";
import type { SessionEntry } from "../../src/model/session-entry.ts";
import type {
  ContinueRequest,
  ContinueResult,
  DocumentSnapshot,
  SearchResult,
  SessionDocument,
} from "../../src/store/document.ts";
import { entriesOfAll, HEADER } from "./entries.ts";
import { digestsOf } from "./outline.ts";

/** A session that lives in memory only; it remembers what it was asked to write. */
export class MemoryDocument implements SessionDocument {
  readonly written: (
    | ContinueRequest
    | { readonly entryId: string; readonly label: string }
    | { readonly name: string }
  )[] = [];
  /** Why writing fails; undefined when it works. */
  failure: string | undefined;
  changed: number | undefined = 0;
  readonly #listeners = new Set<() => void>();
  #entries: readonly SessionEntry[];
  #snapshot: DocumentSnapshot;

  constructor(objects: readonly object[], rest: Partial<DocumentSnapshot> = {}) {
    this.#entries = entriesOfAll(objects);
    this.#snapshot = {
      path: "/s/session.jsonl",
      header: { ...HEADER },
      version: 3,
      generation: 0,
      entries: digestsOf(objects),
      diagnostics: [],
      progress: { read: 1, total: 1 },
      loading: false,
      failure: undefined,
      polling: undefined,
      ...rest,
    };
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = () => this.#snapshot;

  /** The file has other entries now. */
  become(objects: readonly object[], rest: Partial<DocumentSnapshot> = {}): void {
    this.#entries = entriesOfAll(objects);
    this.#snapshot = { ...this.#snapshot, entries: digestsOf(objects), ...rest };
    for (const listener of this.#listeners) listener();
  }

  async search(query: string): Promise<SearchResult> {
    const { terms, error } = parseQuery(query);
    if (error !== undefined) return { kind: "unusable", reason: error };
    const texts = this.#entries.map((entry) => fold(entryText(entry)));
    const holds = (text: string) =>
      terms.every((term) => (term.kind === "text" ? text.includes(term.folded) : term.pattern.test(text)));
    return { kind: "found", matches: Uint8Array.from(texts, (text) => (holds(text) ? 1 : 0)) };
  }

  sections = async (index: number) => sectionsOf(this.#at(index));
  rawJson = async (index: number) => rawJson(this.#at(index));
  copyText = async (index: number) => copyText(this.#at(index));
  totals = async (entries: readonly number[]) => totalsOf(entries.map((index) => this.#at(index)));
  fileState = async () => ({ changed: this.changed });

  async label(entryId: string, label: string): Promise<void> {
    if (this.failure !== undefined) throw new Error(this.failure);
    this.written.push({ entryId, label });
  }

  async rename(name: string): Promise<void> {
    if (this.failure !== undefined) throw new Error(this.failure);
    this.written.push({ name });
  }

  async continueFrom(request: ContinueRequest): Promise<ContinueResult> {
    if (this.failure !== undefined) throw new Error(this.failure);
    this.written.push(request);
    return { path: request.where === "here" ? this.#snapshot.path : "/s/new.jsonl", id: "s1" };
  }

  close() {}

  #at(index: number): SessionEntry {
    const entry = this.#entries[index];
    if (entry === undefined) throw new Error(`no entry ${index}`);
    return entry;
  }
}
