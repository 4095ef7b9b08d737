import { Worker } from "node:worker_threads";
import type { CommandQuestion, CommandReport, NumberedCommand } from "./commands-worker.ts";
import type { DeletionCandidate, DeletionReport, DeletionRequest, RestoreReport } from "./delete-sessions.ts";
import { PendingAnswers } from "./pending-answers.ts";
import type { SessionCommands } from "./session-commands.ts";
import type { Trashed } from "./trashed.ts";

type OnProgress = (done: number, total: number) => void;

/** Commands that a worker thread carries out. It is started by the first of them: most people only look. */
export class WorkerCommands implements SessionCommands {
  readonly #script: URL;
  readonly #env: NodeJS.ProcessEnv;
  #worker: Worker | undefined;
  #answers = new PendingAnswers();
  readonly #listeners = new Map<number, OnProgress>();

  /** `env`: the variables that tell the worker where the trash is. */
  constructor(script: URL, env: NodeJS.ProcessEnv) {
    this.#script = script;
    this.#env = env;
  }

  rename(path: string, name: string): Promise<void> {
    return this.#ask({ kind: "rename", path, name });
  }

  examine(paths: readonly string[]): Promise<readonly DeletionCandidate[]> {
    return this.#ask({ kind: "examine", paths });
  }

  delete(request: DeletionRequest, onProgress: OnProgress): Promise<DeletionReport> {
    return this.#ask({ kind: "delete", request }, onProgress);
  }

  restore(trashed: readonly Trashed[]): Promise<RestoreReport> {
    return this.#ask({ kind: "restore", trashed });
  }

  stop(): void {
    this.#worker?.postMessage("stop" satisfies NumberedCommand);
  }

  close(): void {
    this.#answers.end("The program is ending.");
    // It ends by itself when what was begun is done.
    this.#worker?.postMessage("close" satisfies NumberedCommand);
  }

  #ask<Answer>(question: CommandQuestion, onProgress?: OnProgress): Promise<Answer> {
    const worker = this.#worker ?? this.#start();
    return this.#answers.ask((number) => {
      if (onProgress !== undefined) this.#listeners.set(number, onProgress);
      const command: NumberedCommand = { number, question };
      worker.postMessage(command);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#script, { env: this.#env });
    worker.on("message", (report: CommandReport) => this.#receive(report));
    worker.on("error", (error) => {
      this.#answers.end(error.message);
      // The next command begins with a new worker.
      this.#answers = new PendingAnswers();
      this.#worker = undefined;
    });
    this.#worker = worker;
    return worker;
  }

  #receive(report: CommandReport): void {
    const { number } = report;
    if (report.kind === "progress") {
      this.#listeners.get(number)?.(report.done, report.total);
      return;
    }
    this.#listeners.delete(number);
    if (report.kind === "answer") this.#answers.settle(number, report.value);
    else this.#answers.refuse(number, report.reason);
  }
}
