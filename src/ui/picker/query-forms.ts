/** A form that a query may have, as it is typed, and what it finds. */
export interface QueryForm {
  readonly shown: string;
  readonly description: string;
}

/** What can be typed into the search, for the help. */
export const QUERY_FORMS: readonly QueryForm[] = [
  { shown: "cart vou", description: "sessions with both words, or words that begin so" },
  { shown: '"no such file"', description: "these words in a row" },
  { shown: "re:E\\d{4}", description: "what a pattern matches; it takes the rest of the search" },
  { shown: "-word, -field:value", description: "without it" },
  { shown: "name: label: in:", description: "a name, a label, a folder" },
  { shown: "model: tool: file:", description: "a model, a tool that was called, a file it read or wrote" },
  {
    shown: "after:2026-05-01",
    description: "spoken in since; also before:, and 3h, 3d, 2w, 4mo, 1y ago",
  },
  { shown: "is:named", description: "also fork, live, empty, internal" },
  { shown: "has:branch", description: "also label, error" },
];
