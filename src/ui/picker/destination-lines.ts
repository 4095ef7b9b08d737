import { grouped } from "../../model/numbers.ts";
import type { DeletionCandidate } from "../../store/delete-sessions.ts";
import { theme } from "../theme.ts";

export interface DestinationLine {
  readonly text: string;
  readonly paint: (line: string) => string;
}

/** Files that would fare alike. */
interface Group {
  /** As the beginning of a sentence, and inside of one. */
  readonly subject: string;
  readonly object: string;
  readonly isOne: boolean;
  readonly first: DeletionCandidate;
}

interface Fate {
  readonly isMeant: (candidate: DeletionCandidate) => boolean;
  readonly words: (group: Group) => string;
  readonly paint: (line: string) => string;
}

const isThere = ({ state }: DeletionCandidate) => state !== undefined;

const TO_TRASH: readonly Fate[] = [
  {
    isMeant: (one) => isThere(one) && one.destination.kind === "trash",
    words: ({ subject, isOne }) => `${subject} ${isOne ? "goes" : "go"} to the trash.`,
    paint: theme.plain,
  },
  {
    isMeant: (one) => isThere(one) && one.destination.kind === "command",
    words: ({ subject, isOne, first }) => `${subject} ${isOne ? "is" : "are"} taken by ${commandOf(first)}.`,
    paint: theme.plain,
  },
];

const NOT_TO_TRASH: readonly Fate[] = [
  {
    isMeant: (one) => isThere(one) && one.destination.kind === "none" && one.destination.removable,
    words: ({ object, first }) => `No trash takes ${object}: ${reasonOf(first)}.`,
    paint: theme.error,
  },
  {
    isMeant: (one) => isThere(one) && one.destination.kind === "none" && !one.destination.removable,
    words: ({ subject, first }) => `${subject} cannot be deleted: ${reasonOf(first)}.`,
    paint: theme.error,
  },
  {
    isMeant: (one) => !isThere(one),
    words: ({ subject, isOne }) => `${subject} ${isOne ? "is" : "are"} gone already.`,
    paint: theme.warning,
  },
];

/** Where the files would go, said before it is done. `isForGood`: the question is about removing for good. */
export function destinationLines(
  candidates: readonly DeletionCandidate[] | undefined,
  isForGood: boolean,
): readonly DestinationLine[] {
  if (candidates === undefined) return [{ text: "Looking where it would go…", paint: theme.dim }];
  const fates = isForGood ? NOT_TO_TRASH : [...TO_TRASH, ...NOT_TO_TRASH];
  const lines = fates.flatMap(({ isMeant, words, paint }) => {
    const group = groupOf(candidates.filter(isMeant), candidates.length);
    return group === undefined ? [] : [{ text: words(group), paint }];
  });
  const isRemovable = candidates.some(
    (one) => isThere(one) && one.destination.kind === "none" && one.destination.removable,
  );
  if (!isRemovable) return lines;
  const text = isForGood ? "This cannot be undone." : "Whether to remove for good is asked separately.";
  return [...lines, { text, paint: theme.error }];
}

function groupOf(members: readonly DeletionCandidate[], count: number): Group | undefined {
  const [first] = members;
  if (first === undefined) return undefined;
  const isOne = members.length === 1;
  if (count === 1) return { subject: "The file", object: "the file", isOne, first };
  const some = `${grouped(members.length)} of them`;
  const isAll = members.length === count;
  return { subject: isAll ? "All of them" : some, object: isAll ? "any of them" : some, isOne, first };
}

const commandOf = ({ destination }: DeletionCandidate) =>
  destination.kind === "command" ? `the command ${destination.command}` : "the trash";
const reasonOf = ({ destination }: DeletionCandidate) =>
  destination.kind === "none" ? destination.reason : "";
