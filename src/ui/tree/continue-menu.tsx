import { Box } from "ink";
import SelectInput from "ink-select-input";
import type { ContinuePoint } from "../../model/continue-point.ts";
import { cut, printable } from "../../model/text.ts";
import { wrapLine } from "../../model/wrap.ts";
import { ScreenLines } from "../parts/screen-line.tsx";
import { theme } from "../theme.ts";

export type ContinueChoice = "here" | "newSession" | "copyText" | "copyId" | "copyCommand" | "cancel";

export interface ContinueMenuProps {
  /** The chosen entry in a few words. */
  readonly entry: string;
  readonly point: ContinuePoint;
  /** Why the file cannot be written to; undefined when it can. */
  readonly obstacle: string | undefined;
  /** Whether writing makes the file one of the current version first. */
  readonly isOld: boolean;
  /** ms since the file changed; undefined when nobody knows. */
  readonly sinceChange: number | undefined;
  /** The folder in which the agent will start because the session's own is gone. */
  readonly otherFolder: string | undefined;
  readonly command: string;
  readonly columns: number;
  /** Lines. */
  readonly height: number;
  /** Which of the choices is selected. */
  readonly selected: number;
}

const BUSY_MS = 60_000;

const LABELS: Readonly<Record<ContinueChoice, string>> = {
  here: "Continue here in this file",
  newSession: "Continue in a new session",
  copyText: "Copy text",
  copyId: "Copy id",
  copyCommand: "Copy the command that does the same",
  cancel: "Cancel",
};

/** What can be chosen: without a header nothing is ever written. */
export function choicesOf(canWrite: boolean): readonly ContinueChoice[] {
  if (!canWrite) return ["copyText", "copyId", "cancel"];
  return ["here", "newSession", "copyText", "copyId", "copyCommand", "cancel"];
}

/**
 * Asks how to go on from an entry, and says what that does before it is done. It only draws: its list would lose
 * keys that arrive together, and choose what was not meant.
 */
export function ContinueMenu(props: ContinueMenuProps) {
  const { columns, height, selected } = props;
  const choices = choicesOf(props.obstacle === undefined);
  const items = choices.map((choice) => ({
    key: choice,
    label: cut(LABELS[choice], columns - 4),
    value: choice,
  }));
  const said = explanation(choices[selected] ?? "cancel", props);
  // What is done is said first, then as much of the menu is there as has room; it scrolls with the selection.
  const wanted = Math.min(choices.length, Math.max(1, height - 1 - said.length));
  const isAiry = height >= 3 + wanted + said.length;
  const heading = [theme.title(cut(`Go on from: ${props.entry}`, columns)), ...(isAiry ? [""] : [])];
  return (
    <Box flexDirection="column">
      <ScreenLines lines={height > wanted ? heading : []} />
      <SelectInput key={selected} items={items} initialIndex={selected} limit={wanted} isFocused={false} />
      <ScreenLines
        lines={[...(isAiry ? [""] : []), ...said].slice(0, Math.max(0, height - wanted - heading.length))}
      />
    </Box>
  );
}

function explanation(choice: ContinueChoice, props: ContinueMenuProps): readonly string[] {
  const lines: string[] = [];
  const say = (text: string, paint: (line: string) => string) => {
    for (const line of wrapLine(printable(text), props.columns)) lines.push(paint(line));
  };
  say(effectOf(choice, props), (line) => line);
  if (props.obstacle !== undefined) say(props.obstacle, theme.warning);
  if (choice !== "here" && choice !== "newSession") return lines;
  if (props.point.handsBackText) say("Its text goes to the clipboard for editing.", (line) => line);
  if (props.otherFolder !== undefined)
    say(`The session's folder is gone: the agent starts in ${props.otherFolder}.`, theme.warning);
  const { sinceChange } = props;
  if (choice === "here" && sinceChange !== undefined && sinceChange < BUSY_MS)
    say(
      `The file changed ${Math.max(0, Math.round(sinceChange / 1000))} s ago: an agent may be using it.`,
      theme.warning,
    );
  return lines;
}

/** What a choice does to the file. */
function effectOf(choice: ContinueChoice, { point, isOld, command }: ContinueMenuProps): string {
  const { entryId, handsBackText, isLeaf } = point;
  const place =
    entryId === null ? "before the first entry" : handsBackText ? "before this message" : "at this entry";
  switch (choice) {
    case "here": {
      if (isLeaf)
        return "The conversation stands here already: nothing is written. The agent opens this file.";
      const migration = isOld ? "The file is of an old version and is brought up to date first. " : "";
      const reach = `so that the conversation goes on ${place}`;
      return `${migration}One entry is added to this file, ${reach}; everything else in it stays. The agent opens this file.`;
    }
    case "newSession":
      return entryId === null
        ? "A new, empty session that names this one as its parent. This file is not changed."
        : `A new session with everything up to ${handsBackText ? "this message, without it" : "this entry"}. This file is not changed.`;
    case "copyText":
    case "copyId":
      return "Nothing is written.";
    case "copyCommand":
      return command;
    case "cancel":
      return "Back to the tree.";
  }
}
