import { createInterface } from "node:readline";

/** Whether somebody is there to answer a question. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks on the terminal, beside what goes to stdout. Undefined when the person leaves instead of answering. */
export function ask(question: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((settle) => {
    lines.once("close", () => settle(undefined));
    lines.question(question, (answer) => {
      settle(answer.trim());
      lines.close();
    });
  });
}
