/** What an entry is, as far as filters and colours are concerned. `calls` is an answer that only calls tools. */
export type EntryKind =
  | "user"
  | "assistant"
  | "calls"
  | "toolResult"
  | "bash"
  | "customMessage"
  | "compaction"
  | "branchSummary"
  | "label"
  | "custom"
  | "model"
  | "thinking"
  | "contextWindow"
  | "name"
  | "usage"
  | "other";

/** One entry as one row of a tree. Everything else about it stays in the file until somebody asks. */
export interface EntryDigest {
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: EntryKind;
  /** One printable line without the role, at most ROW_TEXT_LIMIT code units. */
  readonly text: string;
  /** ms since 1970; undefined when neither the entry nor its message has a time. */
  readonly time: number | undefined;
  /** It reports an error or was broken off. */
  readonly failed: boolean;
  /** What a label entry sets; an empty text clears the label. */
  readonly label: { readonly targetId: string; readonly text: string } | undefined;
  /** What a session_info entry calls the session; an empty text clears the name. */
  readonly name: string | undefined;
}

/** Who speaks in a row; empty where the text says what it is. */
export function roleWord({ kind }: Pick<EntryDigest, "kind">): string {
  if (kind === "user") return "user: ";
  return kind === "assistant" || kind === "calls" ? "assistant: " : "";
}

/** More than any terminal shows in one row: code units. */
export const ROW_TEXT_LIMIT = 200;

/** A label as it stands on an entry; `time` in ms says when it was set. */
export interface DigestLabel {
  readonly text: string;
  readonly time: number | undefined;
}

/** The labels by the id of the entry they stand on: of several the latest in the file (specification: LabelEntry). */
export function digestLabels(entries: readonly EntryDigest[]): ReadonlyMap<string, DigestLabel> {
  const labels = new Map<string, DigestLabel>();
  for (const { label, time } of entries) {
    if (label === undefined) continue;
    if (label.text === "") labels.delete(label.targetId);
    else labels.set(label.targetId, { text: label.text, time });
  }
  return labels;
}

/** What a session is called: its latest name, else the first message of its person; empty where there is neither. */
export function treeTitle(entries: readonly EntryDigest[]): string {
  const name = entries.findLast((entry) => entry.name !== undefined)?.name ?? "";
  return name === "" ? (entries.find(({ kind }) => kind === "user")?.text ?? "") : name;
}
