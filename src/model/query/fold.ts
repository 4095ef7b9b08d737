const MARKS = /\p{M}+/gu;

/** Text in the form in which letter case and accents make no difference. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return /^[\x00-\x7f]*$/.test(lower) ? lower : lower.normalize("NFD").replace(MARKS, "");
}
