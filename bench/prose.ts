const WORDS =
  "the cart total voucher error function return const await index build test path file socket retry cache parser login queue render branch layout schema".split(
    " ",
  );

/** Words of the given length in code units. */
export type Prose = (length: number) => string;

export function makeProse(random: () => number): Prose {
  const pieces = Array.from({ length: 40 }, () => {
    let text = "";
    while (text.length < 60_000) {
      text +=
        WORDS[Math.floor(random() * WORDS.length)] + (random() < 0.1 ? "\n" : random() < 0.05 ? ' "' : " ");
    }
    return text;
  });
  return (length) => {
    const start = Math.floor(random() * 20_000);
    return (pieces[Math.floor(random() * pieces.length)] ?? "").slice(start, start + length);
  };
}
