import { parentPort } from "node:worker_threads";
import {
  type DeletionRequest,
  deleteSessions,
  examineForDeletion,
  restoreDeleted,
} from "./delete-sessions.ts";
import { renameSession } from "./rename.ts";
import type { Trashed } from "./trashed.ts";

/** What the interface asks of the worker that changes sessions. */
export type CommandQuestion =
  | { readonly kind: "rename"; readonly path: string; readonly name: string }
  | { readonly kind: "examine"; readonly paths: readonly string[] }
  | { readonly kind: "delete"; readonly request: DeletionRequest }
  | { readonly kind: "restore"; readonly trashed: readonly Trashed[] };

/** `stop`: a deletion leaves the rest alone. `close`: the same, and nothing more will be asked. */
export type NumberedCommand =
  | "stop"
  | "close"
  | { readonly number: number; readonly question: CommandQuestion };

export type CommandReport =
  | { readonly kind: "progress"; readonly number: number; readonly done: number; readonly total: number }
  | { readonly kind: "answer"; readonly number: number; readonly value: unknown }
  | { readonly kind: "refused"; readonly number: number; readonly reason: string };

const report = (message: CommandReport) => parentPort?.postMessage(message);

async function answer(number: number, question: CommandQuestion): Promise<unknown> {
  switch (question.kind) {
    case "rename":
      return renameSession(question.path, question.name);
    case "examine":
      return examineForDeletion(question.paths);
    case "delete":
      isStopped = false;
      return deleteSessions(question.request, {
        onProgress: (done, total) => report({ kind: "progress", number, done, total }),
        isStopped: () => isStopped || isClosing,
      });
    case "restore":
      return restoreDeleted(question.trashed);
  }
}

let isStopped = false;
let isClosing = false;
/** What was begun is brought to its end, also when the program is left meanwhile: no file is lost on its way. */
let last: Promise<void> = Promise.resolve();

parentPort?.on("message", (command: NumberedCommand) => {
  if (command === "stop") {
    isStopped = true;
    return;
  }
  if (command === "close") {
    isClosing = true;
    void last.then(() => parentPort?.close());
    return;
  }
  const { number, question } = command;
  last = last
    .then(() => answer(number, question))
    .then(
      (value) => report({ kind: "answer", number, value }),
      (error: unknown) => {
        report({ kind: "refused", number, reason: error instanceof Error ? error.message : String(error) });
      },
    );
});
