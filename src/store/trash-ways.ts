import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { reasonOf } from "./folder-problem.ts";
import type { TrashedPlace } from "./trash-info.ts";
import { trashCommand } from "./trash-place.ts";

/** What one way of moving a file to the trash says of it. Whether the file moved, only a look at it tells. */
export type TrashAnswer =
  | { readonly kind: "placed"; readonly place: TrashedPlace }
  /** It ended well and does not tell where the file is. */
  | { readonly kind: "silent" }
  | { readonly kind: "failed"; readonly reason: string }
  /** There is no such way here. */
  | { readonly kind: "absent" };

/** One way of moving a file to the trash. It calls `lastLook` immediately before; what that throws, it throws. */
export type TrashWay = (path: string, lastLook: () => void) => Promise<TrashAnswer>;

const PackageAnswer = z.tuple([z.object({ path: z.string(), info: z.string() })]);

/** The trash of the system. */
export const byPackage: TrashWay = async (path, lastLook) => {
  const module = await import("trash").catch((error: unknown) => reasonOf(error));
  if (typeof module === "string") return { kind: "failed", reason: module };
  lastLook();
  try {
    // Else brackets in a name stand for other names, and their files would go too.
    const answer: unknown = await module.default(path, { glob: false });
    const parsed = PackageAnswer.safeParse(answer);
    if (!parsed.success) return { kind: "silent" };
    const [place] = parsed.data;
    return { kind: "placed", place: { path: resolve(place.path), info: resolve(place.info) } };
  } catch (error) {
    return { kind: "failed", reason: reasonOf(error) };
  }
};

/** How long a command may take to move one file: ms. */
const COMMAND_MS = 300_000;

/** The person's own command. */
export const byCommand: TrashWay = async (path, lastLook) => {
  const command = trashCommand(process.env);
  if (command === undefined) return { kind: "absent" };
  lastLook();
  try {
    // An absolute path is never taken for an option.
    const running = promisify(execFile)(command.executable, [resolve(path)], { timeout: COMMAND_MS });
    running.child.stdin?.end();
    await running;
    return { kind: "silent" };
  } catch (error) {
    return { kind: "failed", reason: `the command ${command.name} failed: ${complaintOf(error)}` };
  }
};

/** The last line that a command wrote about its failure, else what the system says of it. */
function complaintOf(error: unknown): string {
  const output = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
  return output === "" ? reasonOf(error) : (output.split("\n").at(-1) ?? output);
}
