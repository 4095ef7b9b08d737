import { age } from "../../model/age.ts";
import { counted, type DeletionFacts, deletionFacts, orphanWords } from "../../model/deletion-question.ts";
import { isLive, type SessionDigest } from "../../model/digest.ts";
import { byteSize, grouped } from "../../model/numbers.ts";
import { cut, printable } from "../../model/text.ts";
import { sessionTitle } from "../../model/title.ts";
import { wrapLine } from "../../model/wrap.ts";
import { theme } from "../theme.ts";
import { destinationLines } from "./destination-lines.ts";
import type { DeletionQuestion } from "./state.ts";

/** The lines of a page, made as far as they are seen. */
export interface PageLines {
  readonly length: number;
  slice(start: number, end: number): readonly string[];
}

export interface DeletionPageStyle {
  /** All sessions there are: some of them may be forks of those in question. */
  readonly all: readonly SessionDigest[];
  /** ms since 1970 */
  readonly now: number;
  readonly columns: number;
  /** Whether it is the second question, about removing for good. */
  readonly isForGood: boolean;
}

/** What would be deleted, what that means, and where it would go: in lines. */
export function deletionPage(question: DeletionQuestion, style: DeletionPageStyle): PageLines {
  const { all, now, columns } = style;
  // What is drawn is what the list knows of these sessions now.
  const known = new Map(all.map((session) => [session.path, session]));
  const sessions = question.sessions.map((session) => known.get(session.path) ?? session);
  const facts = deletionFacts(sessions, all, now);
  const lines: string[] = [];
  const say = (text: string, paint: (line: string) => string = theme.plain) => {
    for (const line of wrapLine(printable(text), columns)) lines.push(paint(line));
  };
  const [only] = sessions;
  const single = sessions.length === 1 ? only : undefined;
  if (question.reason !== "") say(question.reason, theme.warning);
  if (single !== undefined) lines.push(theme.title(cut(sessionTitle(single), columns)));
  // What matters most comes first: a small terminal shows no more.
  for (const { text, paint } of destinationLines(question.candidates, style.isForGood)) say(text, paint);
  for (const warning of warnings(question, facts)) say(warning, theme.warning);
  const count = single === undefined ? `${grouped(facts.count)} sessions · ` : "";
  const old = single === undefined ? "" : ` · ${agoWords(single.modified, now)}`;
  say(`${count}${counted(facts.messages, "message")} · ${byteSize(facts.bytes)}${old}`);
  if (single !== undefined) say(single.path, theme.dim);
  if (sessions.length === 1) return lines;
  lines.push("");
  // Thousands may be marked: only the lines in view are made.
  return {
    length: lines.length + sessions.length,
    slice: (start, end) => [
      ...lines.slice(start, end),
      ...sessions
        .slice(Math.max(0, start - lines.length), Math.max(0, end - lines.length))
        .map((session) => cut(listLine(session, now), columns)),
    ],
  };
}

function agoWords(time: number, now: number): string {
  const since = age(time, now);
  return since === "now" ? "just now" : `${since} ago`;
}

function warnings({ running }: DeletionQuestion, { count, live, orphans }: DeletionFacts): readonly string[] {
  const busy = count === 1 ? LIVE : `${grouped(live)} of them are live: an agent is at work.`;
  const lost = orphanWords(orphans);
  return [
    ...(live > 0 ? [busy] : []),
    ...(lost === undefined ? [] : [`${lost}.`]),
    ...(running.length > 0 ? ["What is in use by the agent that runs treeline stays."] : []),
  ];
}

const LIVE = "It is live: an agent wrote to it within the last minute.";

function listLine(session: SessionDigest, now: number): string {
  const live = isLive(session, now) ? " · live" : "";
  return `  ${sessionTitle(session)} · ${counted(session.messageCount, "message")} · ${age(session.modified, now)}${live}`;
}
