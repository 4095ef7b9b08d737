import { isLive, type SessionDigest } from "./digest.ts";
import { byteSize, grouped } from "./numbers.ts";

/** Where a file goes when it is deleted. */
export type TrashDestination =
  | { readonly kind: "trash" }
  /** The person's own command takes it. */
  | { readonly kind: "command"; readonly command: string }
  /** No trash takes it; the reason is a clause without a full stop. `removable`: it could be removed for good. */
  | { readonly kind: "none"; readonly reason: string; readonly removable: boolean };

/** What somebody should know before sessions are deleted. */
export interface DeletionFacts {
  readonly count: number;
  readonly messages: number;
  readonly bytes: number;
  /** How many of them grew within the last minute. */
  readonly live: number;
  /** How many sessions that stay have their parent among them. */
  readonly orphans: number;
}

/** The facts of deleting `digests`, of all sessions that are known; `now` is in ms since 1970. */
export function deletionFacts(
  digests: readonly SessionDigest[],
  allSessions: readonly SessionDigest[],
  now: number,
): DeletionFacts {
  const paths = new Set(digests.map(({ path }) => path));
  const sum = (of: (session: SessionDigest) => number) => digests.reduce((total, one) => total + of(one), 0);
  const isOrphaned = ({ path, parentSession }: SessionDigest) =>
    parentSession !== undefined && paths.has(parentSession) && !paths.has(path);
  return {
    count: digests.length,
    messages: sum(({ messageCount }) => messageCount),
    bytes: sum(({ size }) => size),
    live: digests.filter((session) => isLive(session, now)).length,
    orphans: allSessions.filter(isOrphaned).length,
  };
}

/** `1 session`, `12 sessions` */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${grouped(count)} ${count === 1 ? singular : plural}`;
}

/** `37 messages, 14 KB` */
export function sizeWords({ messages, bytes }: Pick<DeletionFacts, "messages" | "bytes">): string {
  return `${counted(messages, "message")}, ${byteSize(bytes)}`;
}

/** `2 forks would lose their parent`; undefined when none would. */
export function orphanWords(orphans: number): string | undefined {
  if (orphans === 0) return undefined;
  return `${counted(orphans, "fork")} would lose ${orphans === 1 ? "its" : "their"} parent`;
}

/** What will become of a file, as the end of a sentence about it. */
export function destinationWords(destination: TrashDestination): string {
  switch (destination.kind) {
    case "trash":
      return "goes to the trash";
    case "command":
      return `is handed to the command ${destination.command}`;
    case "none":
      return destination.removable
        ? `can only be removed for good: ${destination.reason}`
        : `cannot be deleted: ${destination.reason}`;
  }
}
