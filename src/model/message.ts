import * as z from "zod/mini";

/*
 * Messages as they stand in files. Only what a reader cannot do without is required: old and foreign writers
 * leave out the rest, and such a message is still worth reading. Fields nobody knows pass through untouched.
 */

/** A piece of text (specification: Content Blocks, as the three below). */
export const TextContent = z.looseObject({ type: z.literal("text"), text: z.string() });
/** `data` is base64; `mimeType` for example `image/png`. */
export const ImageContent = z.looseObject({
  type: z.literal("image"),
  data: z.string(),
  mimeType: z.string(),
});
/** What a model thought before it spoke. */
export const ThinkingContent = z.looseObject({ type: z.literal("thinking"), thinking: z.string() });
/** A call of a tool; the result names its `id`. */
export const ToolCall = z.looseObject({
  type: z.literal("toolCall"),
  id: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
});
export type TextContent = z.infer<typeof TextContent>;
export type ImageContent = z.infer<typeof ImageContent>;
export type ThinkingContent = z.infer<typeof ThinkingContent>;
export type ToolCall = z.infer<typeof ToolCall>;

/** A text, or text and images. */
export const SpokenContent = z.union([
  z.string(),
  z.array(z.discriminatedUnion("type", [TextContent, ImageContent])),
]);

const Cost = z.looseObject({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  total: z.number(),
});

/** Token counts and their cost in US dollars. */
export const Usage = z.looseObject({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  totalTokens: z.optional(z.number()),
  cost: z.optional(Cost),
});
export type Usage = z.infer<typeof Usage>;

/** ms since 1970. */
const timestamp = z.optional(z.number());

/** What the person said (specification: Base Message Types, as the two below). */
export const UserMessage = z.looseObject({ role: z.literal("user"), content: SpokenContent, timestamp });
/** What the model said, thought and called. */
export const AssistantMessage = z.looseObject({
  role: z.literal("assistant"),
  content: z.array(z.discriminatedUnion("type", [TextContent, ThinkingContent, ToolCall])),
  api: z.optional(z.string()),
  provider: z.optional(z.string()),
  model: z.optional(z.string()),
  usage: z.optional(Usage),
  stopReason: z.optional(z.enum(["stop", "length", "toolUse", "error", "aborted"])),
  errorMessage: z.optional(z.string()),
  timestamp,
});
/** What a tool gave back to the call `toolCallId`. */
export const ToolResultMessage = z.looseObject({
  role: z.literal("toolResult"),
  toolCallId: z.string(),
  toolName: z.string(),
  content: z.array(z.discriminatedUnion("type", [TextContent, ImageContent])),
  details: z.optional(z.unknown()),
  isError: z.boolean(),
  timestamp,
});
/** A command that the person ran (specification: Extended Message Types, as the three below). */
export const BashExecutionMessage = z.looseObject({
  role: z.literal("bashExecution"),
  command: z.string(),
  output: z.string(),
  exitCode: z.optional(z.nullable(z.number())),
  cancelled: z.boolean(),
  truncated: z.boolean(),
  fullOutputPath: z.optional(z.string()),
  /** True for commands typed with `!!`: kept in the session, withheld from the agent's model. */
  excludeFromContext: z.optional(z.boolean()),
  timestamp,
});
/** A message of an extension; `display` false hides it from the person. */
export const CustomMessage = z.looseObject({
  role: z.literal("custom"),
  customType: z.string(),
  content: SpokenContent,
  display: z.boolean(),
  details: z.optional(z.unknown()),
  timestamp,
});
/** What was left behind when the conversation went back; `fromId` is the entry it left. */
export const BranchSummaryMessage = z.looseObject({
  role: z.literal("branchSummary"),
  summary: z.string(),
  fromId: z.string(),
  timestamp,
});
/** Historical: stands only in older files and is inert. */
export const CompactionSummaryMessage = z.looseObject({
  role: z.literal("compactionSummary"),
  summary: z.string(),
  tokensBefore: z.optional(z.number()),
  timestamp,
});
/** About the agent itself: sections of its prompt, tools that came and went. Never part of the context here. */
export const SystemMessage = z.looseObject({
  role: z.literal("system"),
  sections: z.optional(z.unknown()),
  toolsAdded: z.optional(z.unknown()),
  toolsRemoved: z.optional(z.unknown()),
  timestamp,
});

/** Every message a session file may hold (specification: Message Types), retired and later roles included. */
export const StoredMessage = z.discriminatedUnion("role", [
  UserMessage,
  AssistantMessage,
  ToolResultMessage,
  BashExecutionMessage,
  CustomMessage,
  BranchSummaryMessage,
  CompactionSummaryMessage,
  SystemMessage,
]);

export type UserMessage = z.infer<typeof UserMessage>;
export type AssistantMessage = z.infer<typeof AssistantMessage>;
export type ToolResultMessage = z.infer<typeof ToolResultMessage>;
export type BashExecutionMessage = z.infer<typeof BashExecutionMessage>;
export type CustomMessage = z.infer<typeof CustomMessage>;
export type BranchSummaryMessage = z.infer<typeof BranchSummaryMessage>;
export type CompactionSummaryMessage = z.infer<typeof CompactionSummaryMessage>;
export type SystemMessage = z.infer<typeof SystemMessage>;
export type StoredMessage = z.infer<typeof StoredMessage>;

/** The active union of the specification: what agents send to their models. */
export type AgentMessage =
  | UserMessage
  | AssistantMessage
  | ToolResultMessage
  | BashExecutionMessage
  | CustomMessage
  | BranchSummaryMessage;
