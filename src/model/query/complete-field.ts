const FIELDS = ["name:", "in:", "model:", "tool:", "file:", "label:", "after:", "before:", "is:", "has:"];

/** STAND-IN. */
export function completion(text: string, caret: number): string | undefined {
  const word = /(?:^|\s)-?([a-z]+)$/.exec(text.slice(0, caret))?.[1];
  if (word === undefined || /^\S/.test(text.slice(caret))) return undefined;
  return FIELDS.find((field) => field.startsWith(word))?.slice(word.length);
}
