import type { EditCommandOptions } from "../options.ts";
import { changeSession, wantedText } from "./change-session.ts";
import { addStoreOptions, type CommandPlace } from "./shared-options.ts";

/** `treeline name` */
export function addNameCommand({ program, end }: CommandPlace): void {
  const command = program
    .command("name")
    .description("name a session")
    .argument("<session>", "a path, an id or the start of one")
    .argument("[name]", "its new name")
    .option("--clear", "take its name away")
    .exitOverride()
    .action(async (session: string, name: string | undefined, options: EditCommandOptions) => {
      const wanted = wantedText(command, "name", name, options);
      end(await changeSession(session, options, ({ renameSession }, path) => renameSession(path, wanted)));
    });
  addStoreOptions(command);
}
