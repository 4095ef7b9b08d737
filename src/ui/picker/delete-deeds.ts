import type { TrashDestination } from "../../model/deletion-question.ts";
import type { SessionDigest } from "../../model/digest.ts";
import { grouped } from "../../model/numbers.ts";
import { sessionTitle } from "../../model/title.ts";
import type {
  DeletionCandidate,
  DeletionFailure,
  DeletionReport,
  RestoreReport,
} from "../../store/delete-sessions.ts";
import { EMPTY_LINE } from "../parts/line.ts";
import { type PickerContext, say } from "./context.ts";
import { markedSessions } from "./marks.ts";
import { type DeletionQuestion, NO_OVERLAY } from "./state.ts";

/** What has to be typed before anything is removed for good. */
export const CONFIRMATION = "delete";

/** Asks about the marked sessions, or about the selected one where none is marked. */
export function askToDelete(context: PickerContext): void {
  const { sessions } = context.catalog.getSnapshot();
  const marked = markedSessions(context.live.current.marks, sessions);
  const selected = marked.length > 0 ? undefined : context.pinned();
  const wanted = selected === undefined ? marked : [selected];
  const running = wanted.filter(({ path }) => context.runningSessions.includes(path));
  const rest = wanted.filter((session) => !running.includes(session));
  if (rest.length > 0) ask(context, rest, running, "");
  else if (running.length > 0)
    say(context, "This session is in use by the agent that runs treeline. It cannot be deleted.");
}

/** The question is there at once, so that the next key is its own; where the files would go is told when it is known. */
function ask(
  context: PickerContext,
  sessions: readonly SessionDigest[],
  running: readonly SessionDigest[],
  reason: string,
): void {
  const { commands, dispatch, live } = context;
  const question: DeletionQuestion = { sessions, running, candidates: undefined, reason };
  dispatch({ type: "overlay", overlay: { kind: "delete", question } });
  const isAsked = () => {
    const { overlay } = live.current;
    return overlay.kind === "delete" && overlay.question === question;
  };
  commands.examine(sessions.map(({ path }) => path)).then(
    (candidates) => {
      if (isAsked())
        dispatch({ type: "overlay", overlay: { kind: "delete", question: { ...question, candidates } } });
    },
    (error: Error) => {
      if (!isAsked()) return;
      dispatch({ type: "overlay", overlay: NO_OVERLAY });
      say(context, error.message);
    },
  );
}

/** Enter on the question: what can go to the trash goes there; about the rest a second question is asked. */
export function confirmDelete(context: PickerContext, question: DeletionQuestion): void {
  const { candidates } = question;
  if (candidates === undefined) return;
  const is = (isMeant: (destination: TrashDestination) => boolean) =>
    candidates.some(({ state, destination }) => state !== undefined && isMeant(destination));
  if (is(({ kind }) => kind !== "none")) remove(context, question, candidates, false);
  else if (is((destination) => destination.kind === "none" && destination.removable))
    askToErase(context, question);
  else {
    context.catalog.reread();
    context.dispatch({ type: "overlay", overlay: NO_OVERLAY });
    say(context, "Nothing was deleted.");
  }
}

function askToErase({ dispatch }: PickerContext, question: DeletionQuestion): void {
  dispatch({ type: "overlay", overlay: { kind: "erase", question, line: EMPTY_LINE } });
}

/** Enter on the second question. Anything but the word that was asked for changes nothing. */
export function confirmErase(context: PickerContext, question: DeletionQuestion, typed: string): void {
  if (typed.trim().toLowerCase() !== CONFIRMATION)
    say(context, `To remove for good, type: ${CONFIRMATION}. Escape cancels.`);
  else remove(context, question, question.candidates ?? [], true);
}

function remove(
  context: PickerContext,
  question: DeletionQuestion,
  candidates: readonly DeletionCandidate[],
  permanent: boolean,
): void {
  const { commands, dispatch, catalog, runningSessions } = context;
  const byPath = new Map(question.sessions.map((session) => [session.path, session]));
  const targets = candidates.flatMap(({ path, state }) => {
    const session = byPath.get(path);
    return session === undefined || state === undefined
      ? []
      : [{ path, state, id: session.id, title: sessionTitle(session) }];
  });
  const work = (done: number) => {
    const count = targets.length === 1 ? "" : ` ${grouped(done)}/${grouped(targets.length)}`;
    dispatch({ type: "overlay", overlay: { kind: "working", what: `Deleting…${count}`, canStop: true } });
  };
  work(0);
  commands.delete({ targets, permanent, runningSessions }, work).then(
    (report) => {
      catalog.reread();
      dispatch({ type: "deleted", trashed: report.trashed, removed: report.removed });
      conclude(context, question, report);
    },
    (error: Error) => {
      catalog.reread();
      dispatch({ type: "overlay", overlay: NO_OVERLAY });
      say(context, error.message);
    },
  );
}

/** What is still to be asked, or what failed, or that all is done. */
function conclude(context: PickerContext, question: DeletionQuestion, report: DeletionReport): void {
  const { dispatch } = context;
  const { failures } = report;
  const has = (...kinds: readonly DeletionFailure["kind"][]) =>
    failures.some(({ kind }) => kinds.includes(kind));
  const rest = { ...question, ...remaining(context, question, failures) };
  // Who pressed Enter twice has not read what comes now.
  context.enter.hold();
  if (failures.length === 0) {
    dispatch({ type: "overlay", overlay: NO_OVERLAY });
    say(context, deletedMessage(report));
  } else if (has("gone", "failed", "running")) reportFailures(context, question, report);
  else if (has("changed")) ask(context, rest.sessions, question.running, reasonToAskAgain(has("noTrash")));
  else askToErase(context, rest);
}

const reasonToAskAgain = (isWithoutTrash: boolean) =>
  isWithoutTrash
    ? "Some changed after you were asked, some no trash took."
    : "It changed after you were asked.";

function reportFailures(context: PickerContext, question: DeletionQuestion, report: DeletionReport): void {
  const { failures } = report;
  const lines = failures.map(({ path, reason }) => `${titleOf(question, path)}: ${reason}`);
  const title = `${grouped(failures.length)} not deleted`;
  context.dispatch({ type: "overlay", overlay: { kind: "report", title, lines } });
  say(context, deletedMessage(report));
}

function titleOf({ sessions }: DeletionQuestion, path: string): string {
  const session = sessions.find((candidate) => candidate.path === path);
  return session === undefined ? path : sessionTitle(session);
}

/** The question about those that are still there, as the list knows them now. */
function remaining(
  { catalog }: PickerContext,
  { sessions, candidates }: DeletionQuestion,
  failures: readonly DeletionFailure[],
): Pick<DeletionQuestion, "sessions" | "candidates"> {
  const failed = new Map(failures.map((failure) => [failure.path, failure]));
  const now = new Map(catalog.getSnapshot().sessions.map((session) => [session.path, session]));
  return {
    sessions: sessions
      .filter(({ path }) => failed.has(path))
      .map((session) => now.get(session.path) ?? session),
    candidates: candidates?.flatMap((candidate) => {
      const failure = failed.get(candidate.path);
      if (failure === undefined) return [];
      const destination = { kind: "none" as const, reason: failure.reason, removable: true };
      return [{ ...candidate, destination }];
    }),
  };
}

function deletedMessage({ trashed, removed }: DeletionReport): string {
  const count = trashed.length + removed.length;
  if (count === 0) return "Nothing was deleted.";
  const what = count === 1 ? "Deleted." : `${grouped(count)} sessions deleted.`;
  const lost = trashed.filter((one) => one.trashed === undefined).length;
  if (trashed.length === 0) return what;
  if (lost === trashed.length)
    return `${what} To bring ${count === 1 ? "it" : "them"} back, open the system's trash.`;
  return `${what} CTRL+Z brings ${trashed.length === 1 ? "it" : "them"} back.`;
}

/** Brings back what was deleted last. */
export function undoDelete(context: PickerContext): void {
  const { commands, dispatch, live, catalog } = context;
  const last = live.current.deletions.at(-1);
  if (last === undefined) {
    say(context, "Nothing was deleted here. Earlier deletions: treeline restore");
    return;
  }
  const what = last.length === 1 ? "Bringing it back…" : `Bringing back ${grouped(last.length)} sessions…`;
  dispatch({ type: "overlay", overlay: { kind: "working", what, canStop: false } });
  commands.restore(last).then(
    (report) => {
      catalog.reread();
      dispatch({ type: "undone", restored: report.restored });
      concludeUndo(context, report);
    },
    (error: Error) => {
      dispatch({ type: "overlay", overlay: NO_OVERLAY });
      say(context, error.message);
    },
  );
}

function concludeUndo(context: PickerContext, { restored, failures }: RestoreReport): void {
  const { dispatch } = context;
  const [only] = restored;
  context.enter.hold();
  // What came back is what somebody wants to see.
  if (restored.length === 1 && only !== undefined) dispatch({ type: "pin", path: only, index: 0 });
  if (failures.length === 0) dispatch({ type: "overlay", overlay: NO_OVERLAY });
  else {
    const lines = failures.map(({ path, reason }) => `${path}: ${reason}`);
    const title = `${grouped(failures.length)} not brought back`;
    dispatch({ type: "overlay", overlay: { kind: "report", title, lines } });
  }
  const count = restored.length;
  if (count === 0) say(context, "Nothing was brought back.");
  else say(context, count === 1 ? "It is back." : `${grouped(count)} sessions are back.`);
}
