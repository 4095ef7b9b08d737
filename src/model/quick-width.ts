import stringWidth from "string-width";

/** Texts of which each code unit takes one column: Latin letters and the glyphs that rows are drawn with. */
const ONE_COLUMN_EACH = /^[\x20-\x7e\xa1-\xac\xae-\u02ff…·❯●└├│─⊞⊟•‹◆←]*$/;
const STYLES = /\x1b\[[\d;]*m/g;

/** Whether each code unit of a text is a character of one column. */
export function isOneColumnEach(text: string): boolean {
  return ONE_COLUMN_EACH.test(text);
}

/**
 * Columns that a text takes, as string-width counts them, found without its grapheme by grapheme walk for the
 * texts that a screen is mostly made of. The build also puts it in string-width's place for Ink.
 */
export default function quickWidth(text: string, options?: Parameters<typeof stringWidth>[1]): number {
  if (options !== undefined) return stringWidth(text, options);
  if (ONE_COLUMN_EACH.test(text)) return text.length;
  if (!text.includes("\x1b")) return stringWidth(text);
  const bare = text.replace(STYLES, "");
  return ONE_COLUMN_EACH.test(bare) ? bare.length : stringWidth(text);
}
