import { basename } from "node:path";
import { age } from "../model/age.ts";
import {
  counted,
  deletionFacts,
  destinationWords,
  orphanWords,
  sizeWords,
} from "../model/deletion-question.ts";
import { isLive, type SessionDigest } from "../model/digest.ts";
import { shellWord } from "../model/shell.ts";
import { cut, printable } from "../model/text.ts";
import { sessionTitle } from "../model/title.ts";
import {
  type DeletionCandidate,
  type DeletionTarget,
  deleteSessions,
  examineForDeletion,
  isOneOf,
} from "../store/delete-sessions.ts";
import { DigestReader } from "../store/digest-reader.ts";
import { fileFacts } from "../store/find-files.ts";
import { type FindOptions, type FoundSession, findSession } from "../store/find-session.ts";
import { listSessions } from "../store/listing.ts";
import { NotASessionError, UnreadableSessionError } from "../store/session-errors.ts";

export interface DeleteOptions {
  /** Paths, ids or starts of ids. */
  readonly asked: readonly string[];
  readonly find: FindOptions;
  /** True: for good, not to the trash. */
  readonly permanent: boolean;
  /** The sessions in use, which are never deleted. */
  readonly runningSessions: readonly string[];
  /** ms since 1970 */
  readonly now: number;
}

/** What would be deleted, if somebody agrees. */
export interface DeletionPlan {
  readonly targets: readonly DeletionTarget[];
  /** What will become of them, for the person who is asked: whole lines. */
  readonly question: string;
  /** What cannot be deleted, and why: whole lines. */
  readonly refusals: string;
}

export interface DeletionOutput {
  /** What was done and what failed: whole lines. */
  readonly stderr: string;
  readonly failed: boolean;
}

/** A session with what was found out about its file. */
interface Examined {
  readonly digest: SessionDigest;
  readonly candidate: DeletionCandidate;
}

/**
 * The first half of `treeline delete`: finds all sessions that are meant and says what would become of them. Throws
 * SessionNotFoundError, NotASessionError and UnreadableSessionError. Nothing is deleted.
 */
export async function planDeletion(options: DeleteOptions): Promise<DeletionPlan> {
  const sessions = uniqueSessions(options);
  const digests = sessions.map(digestOf);
  const candidates = await examineForDeletion(digests.map(({ path }) => path));
  const examined = digests.flatMap((digest, index) => {
    const candidate = candidates[index];
    return candidate === undefined ? [] : [{ digest, candidate }];
  });
  const refusals: string[] = [];
  const chosen: Examined[] = [];
  for (const one of examined) {
    const refusal = refusalOf(one, options);
    if (refusal === undefined) chosen.push(one);
    else refusals.push(complaint(one.digest.path, refusal));
  }
  const question = chosen.length === 0 ? "" : questionFor(chosen, options);
  return { targets: chosen.flatMap(targetOf), question, refusals: refusals.join("") };
}

/** The second half of `treeline delete`: deletes what was agreed to, and tells what became of it. */
export async function carryOutDeletion(
  { targets }: DeletionPlan,
  { permanent, runningSessions }: Pick<DeleteOptions, "permanent" | "runningSessions">,
): Promise<DeletionOutput> {
  const report = await deleteSessions({ targets, permanent, runningSessions });
  const done = [
    ...report.trashed.map(({ id, trashed, title }) =>
      trashed === undefined
        ? `${quoted(title)} was moved to the trash; where it lies is not known, so treeline cannot bring it back\n`
        : `${quoted(title)} is in the trash; to undo that: treeline restore ${shellWord(printable(id))}\n`,
    ),
    ...report.removed.map((path) => `${printable(path)} was removed for good\n`),
  ];
  const failures = report.failures.map(({ path, reason, kind }) =>
    complaint(path, kind === "noTrash" ? reason + HINT : reason),
  );
  return { stderr: [...done, ...failures].join(""), failed: failures.length > 0 };
}

/** Several ways to name a session lead to one of it. */
function uniqueSessions({ asked, find }: DeleteOptions): readonly FoundSession[] {
  const byPath = new Map<string, FoundSession>();
  for (const name of asked) {
    const session = findSession(name, find);
    byPath.set(session.path, session);
  }
  return [...byPath.values()];
}

function digestOf({ path, agent }: FoundSession): SessionDigest {
  const facts = fileFacts(path, agent);
  if (facts === undefined) throw new NotASessionError(path);
  const result = new DigestReader().read(facts);
  if (result.kind === "session") return result.digest;
  if (result.kind === "failed") throw new UnreadableSessionError(path, result.reason);
  throw new NotASessionError(path);
}

const HINT = ". To remove it for good: --permanent";

/** Why a session cannot be deleted; undefined when it can. */
function refusalOf(
  { candidate }: Examined,
  { permanent, runningSessions }: DeleteOptions,
): string | undefined {
  const { path, state, destination } = candidate;
  if (isOneOf(path, runningSessions)) return "it is a session in use, and stays";
  if (state === undefined) return "it is gone already";
  if (destination.kind !== "none" || (permanent && destination.removable)) return undefined;
  return destination.removable ? `no trash takes it: ${destination.reason}${HINT}` : destination.reason;
}

function targetOf({ digest, candidate: { path, state } }: Examined): readonly DeletionTarget[] {
  return state === undefined ? [] : [{ path, state, id: digest.id, title: sessionTitle(digest) }];
}

function questionFor(chosen: readonly Examined[], options: DeleteOptions): string {
  const digests = chosen.map(({ digest }) => digest);
  const facts = deletionFacts(digests, forksOf(digests, options.find), options.now);
  const rows = chosen.map((one) => row(one, options));
  const total = chosen.length === 1 ? "" : `${counted(facts.count, "session")}: ${sizeWords(facts)}\n`;
  const orphans = orphanWords(facts.orphans);
  return [...rows, total, orphans === undefined ? "" : `${orphans}.\n`].join("");
}

/** The sessions of the stores that may have one of these as their parent. No others are read beyond their header. */
function forksOf(
  digests: readonly SessionDigest[],
  { locations, cwd }: FindOptions,
): readonly SessionDigest[] {
  const names = new Set(digests.map(({ path }) => basename(path)));
  const isFork = ({ parentSession }: { readonly parentSession?: string | undefined }) =>
    parentSession !== undefined && names.has(basename(parentSession));
  return [...listSessions({ locations, cwd }, { isWanted: isFork })].flatMap(({ sessions }) => sessions);
}

function row({ digest, candidate: { destination } }: Examined, { permanent, now }: DeleteOptions): string {
  const facts = sizeWords({ messages: digest.messageCount, bytes: digest.size });
  const live = isLive(digest, now) ? ", live: somebody is at work in it" : "";
  const fate = permanent ? "is removed for good" : destinationWords(destination);
  return `${quoted(sessionTitle(digest))}, ${facts}, ${age(digest.modified, now)}${live}\n  ${printable(digest.path)}\n  The file ${fate}.\n`;
}

const TITLE_COLUMNS = 60;
const quoted = (title: string): string => `"${cut(printable(title), TITLE_COLUMNS)}"`;

function complaint(path: string, reason: string): string {
  return `treeline: ${printable(path)}: ${printable(reason)}\n`;
}
