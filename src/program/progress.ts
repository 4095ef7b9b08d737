import { grouped } from "../model/numbers.ts";
import { printable } from "../model/text.ts";
import type { TextIndexSnapshot } from "../store/text-index.ts";

/** Of so few sessions nobody wants to see how they are indexed. */
const FEW = 200;
let noted = "";

/** On a terminal a line says how much is indexed, for as long as that takes; what happened to the index stays. */
export function showProgress({ progress, note }: TextIndexSnapshot): void {
  const { indexed, total } = progress;
  const isShown = process.stderr.isTTY && total > FEW;
  if (isShown) process.stderr.write(`\r\x1b[K${grouped(indexed)} of ${grouped(total)} indexed`);
  if (isShown && indexed === total) process.stderr.write("\r\x1b[K");
  if (note === "" || note === noted) return;
  noted = note;
  // What is shown of the progress stands on the same line.
  process.stderr.write(`${isShown ? "\r\x1b[K" : ""}treeline: ${printable(note)}\n`);
}
