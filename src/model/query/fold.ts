/*
 * Marks that make no difference: those of Latin, Greek and Cyrillic letters, the vowel points of Hebrew and Arabic,
 * and what only chooses the look of a character. The marks of Japanese, Thai or Indian scripts make another letter.
 */
const DROPPED =
  "\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u065f\\u0670\\u180b-\\u180f" +
  "\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\u{e0100}-\\u{e01ef}";
const DROPPED_MARK = new RegExp(`[${DROPPED}]`, "gu");

/** Source of a class: what may become one with the character before it: marks, and the parts of syllables. */
export const JOINS = `\\p{M}${DROPPED}\\u1160-\\u11ff\\ud7b0-\\ud7fb\\u{16d63}-\\u{16d6a}`;
const JOINING = new RegExp(`[${JOINS}]`, "u");

/** The lower-case characters, and some more, that fold to something else though nothing follows that joins them. */
const ACCENTED =
  /[\u00c0-\u024f\u0374-\u0390\u03aa-\u03b0\u03c2\u03ca-\u03ce\u03d3\u03d4\u0439\u0450-\u045e\u0476\u0477\u04c1-\u04f9\u0622-\u0626\u06c0-\u06d3\u0929-\u0934\u0958-\u0fff\u1026\u1b06-\u1b43\u1e00-\u1fff\u2000\u2001\u2126-\u21ff\u2204-\u22ed\u2329\u232a\u2adc\uf900-\ufb4f\u{105c0}-\u{105ff}\u{11000}-\u{11fff}\u{16d00}-\u{16dff}\u{1d15e}-\u{1d1c0}\u{2f800}-\u{2fa1f}]/gu;

const ASCII = /^[\x00-\x7f]*$/;
const FINAL_SIGMA = /ς/g;

/** Text in the form in which letter case and accents make no difference. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return JOINING.test(lower) ? foldWhole(lower) : lower.replace(ACCENTED, foldCharacter);
}

function foldWhole(lower: string): string {
  return lower.normalize("NFD").replace(DROPPED_MARK, "").replace(FINAL_SIGMA, "σ").normalize("NFC");
}

const foldedCharacters = new Map<string, string>();

/** Taking a whole text apart and putting it together again for a few accents would take several times as long. */
function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  const folded = foldWhole(character);
  foldedCharacters.set(character, folded);
  return folded;
}
