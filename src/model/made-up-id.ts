/** FNV-1a over the UTF-16 code units of a text: 32 bits. */
function hash(text: string, seed: number): number {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}

/**
 * An id of 8 hex digits for an entry that has none, made of its position in the file and its content: the same on
 * every read, so that what refers to it while reading still fits after the file was migrated. `taken` holds the
 * ids in use and gets the new one.
 */
export function madeUpId(position: number, content: string, taken: Set<string>): string {
  for (let attempt = 0; ; attempt++) {
    const id = hash(`${position}:${attempt}:${content}`, attempt).toString(16).padStart(8, "0");
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}
