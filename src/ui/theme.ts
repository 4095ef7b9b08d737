import chalk from "chalk";

/** What a piece of text is for, and how that looks. */
export const theme = {
  plain: (text: string) => text,
  title: chalk.bold,
  name: chalk.bold,
  dim: chalk.dim,
  selected: chalk.cyan.bold,
  match: chalk.yellow.underline,
  warning: chalk.yellow,
  error: chalk.red,
  current: chalk.green,
  live: chalk.green,
  key: chalk.cyan,
  user: chalk.cyan,
  assistant: chalk.green,
  tool: chalk.blue,
  summary: chalk.magenta,
  label: chalk.yellow,
  thinking: chalk.italic.dim,
} as const;

export const glyphs = {
  cursor: "❯",
  current: "●",
  live: "○",
  damaged: "!",
  active: "•",
  marked: "◆",
  outside: "‹",
} as const;
