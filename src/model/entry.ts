import * as z from "zod/mini";
import { SpokenContent, StoredMessage, Usage } from "./message.ts";

/** First line of a file: about the session, not part of the tree (specification: SessionHeader). */
export const SessionHeader = z.looseObject({
  type: z.literal("session"),
  /** Missing means 1. */
  version: z.optional(z.number()),
  id: z.string(),
  timestamp: z.optional(z.string()),
  cwd: z.optional(z.string()),
  parentSession: z.optional(z.string()),
  internal: z.optional(z.unknown()),
  workflow: z.optional(z.unknown()),
});
export type SessionHeader = z.infer<typeof SessionHeader>;

/** What makes a line a header; every other field may be missing or be of any kind. */
export const HeaderIdentity = z.looseObject({ type: z.literal("session"), id: z.string() });
export type HeaderIdentity = z.infer<typeof HeaderIdentity>;

/** What every entry carries. Version 1 files have neither `id` nor `parentId`: migration makes them up. */
const base = {
  id: z.optional(z.string()),
  parentId: z.optional(z.nullable(z.string())),
  timestamp: z.optional(z.string()),
};

/** A message in the conversation (specification: SessionMessageEntry). */
export const SessionMessageEntry = z.looseObject({
  type: z.literal("message"),
  ...base,
  message: StoredMessage,
});
/** The person switched models (specification: ModelChangeEntry). */
export const ModelChangeEntry = z.looseObject({
  type: z.literal("model_change"),
  ...base,
  provider: z.string(),
  modelId: z.string(),
});
/** The person switched thinking levels (specification: ThinkingLevelChangeEntry). */
export const ThinkingLevelChangeEntry = z.looseObject({
  type: z.literal("thinking_level_change"),
  ...base,
  thinkingLevel: z.string(),
});
/** `contextWindow` counts tokens. */
export const ContextWindowChangeEntry = z.looseObject({
  type: z.literal("context_window_change"),
  ...base,
  contextWindow: z.number(),
});
/** Active only when `details.strategy` is exactly `verbatim-lines`; otherwise a retired, inert record. */
export const CompactionEntry = z.looseObject({
  type: z.literal("compaction"),
  ...base,
  summary: z.string(),
  firstKeptEntryId: z.optional(z.nullable(z.string())),
  firstKeptEntryIndex: z.optional(z.number()),
  tokensBefore: z.optional(z.number()),
  details: z.optional(z.unknown()),
  usage: z.optional(Usage),
  fromHook: z.optional(z.boolean()),
});
/** Retired: kept for audit and export, never applied. */
export const ContextCompactionEntry = z.looseObject({
  type: z.literal("context_compaction"),
  ...base,
  deletedTargets: z.optional(z.array(z.unknown())),
  protectedEntryIds: z.optional(z.array(z.string())),
  stats: z.optional(z.unknown()),
});
/** A summary of the branch that was left at `fromId` (specification: BranchSummaryEntry). */
export const BranchSummaryEntry = z.looseObject({
  type: z.literal("branch_summary"),
  ...base,
  fromId: z.string(),
  summary: z.string(),
  details: z.optional(z.unknown()),
  fromHook: z.optional(z.boolean()),
  usage: z.optional(Usage),
});
/** State of an extension, never part of the context (specification: CustomEntry). */
export const CustomEntry = z.looseObject({
  type: z.literal("custom"),
  ...base,
  customType: z.string(),
  data: z.optional(z.unknown()),
});
/** A message of an extension, part of the context (specification: CustomMessageEntry). */
export const CustomMessageEntry = z.looseObject({
  type: z.literal("custom_message"),
  ...base,
  customType: z.string(),
  content: SpokenContent,
  display: z.boolean(),
  details: z.optional(z.unknown()),
});
/** A missing, null or empty `label` clears the label of `targetId`. */
export const LabelEntry = z.looseObject({
  type: z.literal("label"),
  ...base,
  targetId: z.string(),
  label: z.optional(z.nullable(z.string())),
});
/** An empty `name` clears the name. */
export const SessionInfoEntry = z.looseObject({
  type: z.literal("session_info"),
  ...base,
  name: z.optional(z.nullable(z.string())),
});
/** A generated description; current only while nothing was said after `summarizedThroughId`. */
export const SessionSummaryEntry = z.looseObject({
  type: z.literal("session_summary"),
  ...base,
  summary: z.string(),
  summarizedThroughId: z.string(),
  usage: z.optional(Usage),
});
/** Tokens and cost of something that is no message; never part of the context. */
export const UsageEntry = z.looseObject({ type: z.literal("usage"), ...base, usage: Usage });
/** A later replacement of what an entry holds for the model. Kept and shown, not applied. */
export const ContextEditEntry = z.looseObject({
  type: z.literal("context_edit"),
  ...base,
  targetId: z.string(),
  replacement: z.optional(z.unknown()),
});

/** Every entry type that treeline understands (specification: Entry Types, and those seen in real files). */
export const KnownEntry = z.discriminatedUnion("type", [
  SessionMessageEntry,
  ModelChangeEntry,
  ThinkingLevelChangeEntry,
  ContextWindowChangeEntry,
  CompactionEntry,
  ContextCompactionEntry,
  BranchSummaryEntry,
  CustomEntry,
  CustomMessageEntry,
  LabelEntry,
  SessionInfoEntry,
  SessionSummaryEntry,
  UsageEntry,
  ContextEditEntry,
]);
export type KnownEntry = z.infer<typeof KnownEntry>;

/** An entry of a type nobody knows, or of a known type with a value that does not fit: kept, shown generically. */
export const ForeignEntry = z.looseObject({ type: z.string() });
export type ForeignEntry = z.infer<typeof ForeignEntry>;

export type SessionMessageEntry = z.infer<typeof SessionMessageEntry>;
export type ModelChangeEntry = z.infer<typeof ModelChangeEntry>;
export type ThinkingLevelChangeEntry = z.infer<typeof ThinkingLevelChangeEntry>;
export type ContextWindowChangeEntry = z.infer<typeof ContextWindowChangeEntry>;
export type CompactionEntry = z.infer<typeof CompactionEntry>;
export type ContextCompactionEntry = z.infer<typeof ContextCompactionEntry>;
export type BranchSummaryEntry = z.infer<typeof BranchSummaryEntry>;
export type CustomEntry = z.infer<typeof CustomEntry>;
export type CustomMessageEntry = z.infer<typeof CustomMessageEntry>;
export type LabelEntry = z.infer<typeof LabelEntry>;
export type SessionInfoEntry = z.infer<typeof SessionInfoEntry>;
export type SessionSummaryEntry = z.infer<typeof SessionSummaryEntry>;
export type UsageEntry = z.infer<typeof UsageEntry>;
export type ContextEditEntry = z.infer<typeof ContextEditEntry>;

const KNOWN_TYPES = new Set<string>(
  KnownEntry._zod.def.options.flatMap((option) => option.shape.type._zod.def.values.map(String)),
);

/** Whether treeline has a schema for entries of this type. */
export function isKnownType(type: string): boolean {
  return KNOWN_TYPES.has(type);
}
