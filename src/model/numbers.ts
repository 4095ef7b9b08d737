/** `12,345`. `toLocaleString` would load the tables of all locales first, which takes longer than a frame. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Bytes in words: `14 KB`. */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return `${Math.round(bytes)} bytes`;
  return bytes < 1 << 20 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / (1 << 20)).toFixed(1)} MB`;
}
