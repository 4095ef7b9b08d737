import { pickOnTerminal } from "../interactive.ts";
import { locationsOf, type PickOptions } from "../options.ts";
import { openDemo } from "../store/demo.ts";
import { openTerminal } from "../terminal.ts";
import { printList } from "./list.ts";
import {
  addResumeOptions,
  addScopeOptions,
  addStoreOptions,
  addWatchOption,
  type CommandPlace,
} from "./shared-options.ts";

/** What `treeline` does without a command: it opens the picker. */
export function addPicker({ program, home, end }: CommandPlace): void {
  program
    .argument("[query...]", "opens the picker with this query typed in")
    .option("--demo", "open a temporary copy of the sample sessions")
    .action(async (query: string[], options: PickOptions) => end(await pick(query.join(" "), options, home)));
  addWatchOption(addResumeOptions(addScopeOptions(addStoreOptions(program))));
}

async function pick(query: string, options: PickOptions, home: URL): Promise<number> {
  const demo = options.demo === true ? openDemo() : undefined;
  // The samples lie in folders of their own, so the demo shows all of them.
  const scope = demo === undefined ? options : { ...options, all: true };
  const locations = demo?.locations ?? locationsOf(options);
  const terminal = openTerminal(options.print !== undefined);
  if (terminal === undefined) return printList({ ...scope, query }, locations);
  return pickOnTerminal(query, scope, locations, { home, terminal, demo });
}
