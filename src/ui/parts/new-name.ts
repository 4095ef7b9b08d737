import type { EditedLine } from "./line.ts";

/**
 * The name that was typed in place of `current`, where empty means to have none; undefined when it changes nothing.
 * Nothing but spaces is no name, and no clear wish to have none either.
 */
export function newName({ text }: EditedLine, current: string): string | undefined {
  const name = text.trim();
  const isUnclear = name === "" && text !== "";
  return isUnclear || name === current ? undefined : name;
}

export const NAME_STAYS = "The name stays as it was.";
