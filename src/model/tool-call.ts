type Arguments = Readonly<Record<string, unknown>>;

/** A tool call in a few words: its name and the argument that matters, as in `read: src/cart.ts:1-20`. Foreign text. */
export function describeToolCall(name: string, args: Arguments): string {
  const subject = subjectOf(name, args);
  return subject === "" ? name : `${name}: ${subject}`;
}

function subjectOf(name: string, args: Arguments): string {
  switch (name) {
    case "read":
      return pathOf(args) + linesOf(args);
    case "write":
    case "edit":
    case "ls":
      return pathOf(args);
    case "bash":
      return textAt(args, "command");
    case "grep":
      return within(`/${textAt(args, "pattern")}/`, args);
    case "find":
      return within(textAt(args, "pattern"), args);
    default:
      return Object.keys(args).length === 0 ? "" : JSON.stringify(args);
  }
}

const within = (pattern: string, args: Arguments) => {
  const path = pathOf(args);
  return path === "" ? pattern : `${pattern} in ${path}`;
};

function linesOf({ offset, limit }: Arguments): string {
  if (typeof offset !== "number" && typeof limit !== "number") return "";
  const first = typeof offset === "number" ? offset : 1;
  return typeof limit === "number" ? `:${first}-${first + limit - 1}` : `:${first}`;
}

function textAt(args: Arguments, name: string): string {
  const value = args[name];
  return typeof value === "string" ? value : "";
}

function pathOf(args: Arguments): string {
  return textAt(args, "path") || textAt(args, "file_path");
}

/** What a call does to a file; undefined when it names none. */
export function fileTouch(
  name: string,
  args: Arguments,
): { readonly path: string; readonly changes: boolean } | undefined {
  const path = pathOf(args);
  if (path === "" || !FILE_TOOLS.has(name)) return undefined;
  return { path, changes: name !== "read" };
}

const FILE_TOOLS: ReadonlySet<string> = new Set(["read", "write", "edit"]);
