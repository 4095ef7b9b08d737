const IGNORES_CASE = /^(?:[a-z]:[\\/]|\/mnt\/[a-z](?:\/|$))/i;

/** The form in which two spellings of one folder are equal: Windows drives do not tell letter case apart. */
export function folderKey(path: string): string {
  const bare = path.length > 1 ? path.replace(/[\\/]+$/, "") : path;
  return IGNORES_CASE.test(path) ? bare.replaceAll("\\", "/").toLowerCase() : bare;
}

/** Whether two paths, as sessions write them, name the same folder. */
export function sameFolder(a: string, b: string): boolean {
  return folderKey(a) === folderKey(b);
}
