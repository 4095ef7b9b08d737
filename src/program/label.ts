import type { EditCommandOptions } from "../options.ts";
import { changeSession, wantedText } from "./change-session.ts";
import { addStoreOptions, type CommandPlace } from "./shared-options.ts";

/** `treeline label` */
export function addLabelCommand({ program, end }: CommandPlace): void {
  const command = program
    .command("label")
    .description("label an entry of a session")
    .argument("<session>", "a path, an id or the start of one")
    .argument("<entry>", "the id of the entry")
    .argument("[text]", "its new label")
    .option("--clear", "take its label away")
    .exitOverride()
    .action(async (session: string, entry: string, text: string | undefined, options: EditCommandOptions) => {
      const wanted = wantedText(command, "label", text, options);
      end(await changeSession(session, options, ({ labelEntry }, path) => labelEntry(path, entry, wanted)));
    });
  addStoreOptions(command);
}
