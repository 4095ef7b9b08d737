const SAFE_WORD = /^[\w@%+=:,./-]+$/;
const CONTROL = /[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A word as a POSIX shell reads it back, on one line and without a single control character: such characters
 * are written as escapes of `$'…'`, which bash, zsh and ksh understand.
 */
export function shellWord(word: string): string {
  if (SAFE_WORD.test(word)) return word;
  if (word.search(CONTROL) === -1) return `'${word.replaceAll("'", "'\\''")}'`;
  const escaped = word.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replace(CONTROL, escapeCharacter);
  return `$'${escaped}'`;
}

function escapeCharacter(character: string): string {
  if (character === "\n") return "\\n";
  const code = character.charCodeAt(0);
  return code < 0x80
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : `\\u${code.toString(16).padStart(4, "0")}`;
}
