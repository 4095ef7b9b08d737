/** What agents and people write about most. */
const COMMON =
  "the cart total voucher error function return const await index build test path file socket retry cache parser login queue render branch layout schema".split(
    " ",
  );
const SYLLABLES = "ba co di fu ge hi jo ka le mu ni po qua ri se tor un va wen xi yo zan".split(" ");
/** How many different words there are; the n-th is n times rarer than the first. */
const VOCABULARY = 20_000;
/** One word in so many stands for something that only one project knows. */
const IDENTIFIER_SHARE = 0.08;

/** Words of the given length in code units. */
export type Prose = (length: number) => string;

export function makeProse(random: () => number): Prose {
  const pick = wordPicker(random);
  const pieces = Array.from({ length: 40 }, () => {
    let text = "";
    while (text.length < 60_000) {
      const word = random() < IDENTIFIER_SHARE ? identifier(pick) : pick();
      text += word + (random() < 0.1 ? "\n" : random() < 0.05 ? ' "' : " ");
    }
    return text;
  });
  return (length) => {
    const start = Math.floor(random() * 20_000);
    return (pieces[Math.floor(random() * pieces.length)] ?? "").slice(start, start + length);
  };
}

/** Words as common as they are in a language: half of a text is made of the most common hundred. */
function wordPicker(random: () => number): () => string {
  const words = Array.from({ length: VOCABULARY }, (_, rank) => COMMON[rank] ?? rareWord(random));
  return () => words[Math.floor(VOCABULARY ** random()) - 1] ?? "the";
}

function rareWord(random: () => number): string {
  const length = 2 + Math.floor(random() * 3);
  const syllable = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? "";
  return Array.from({ length }, syllable).join("");
}

function identifier(pick: () => string): string {
  const [first, second] = [pick(), pick()];
  return first + second.charAt(0).toUpperCase() + second.slice(1);
}
