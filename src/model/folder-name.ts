/**
 * The name of the folder that holds the sessions of a working directory in a default store. The encoding loses
 * information, so it is never decoded.
 */
export function folderName(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`;
}
