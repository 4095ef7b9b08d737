import { openSync } from "node:fs";
import { ReadStream, WriteStream } from "node:tty";

/** What the interface is drawn on. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** Releases what was opened for it; an open stream would keep the process alive. */
  close(): void;
}

/**
 * The terminal to draw on, or undefined when there is none. With `aside` the interface keeps off stdout, which
 * then belongs to a script: it draws on the controlling terminal.
 */
export function openTerminal(aside: boolean): Terminal | undefined {
  const { stdin, stdout } = process;
  if (stdin.isTTY && stdout.isTTY) return { stdin, stdout, close: () => {} };
  if (!aside) return undefined;
  try {
    const output = stdout.isTTY ? undefined : new WriteStream(openSync("/dev/tty", "w"));
    const input = stdin.isTTY ? undefined : new ReadStream(openSync("/dev/tty", "r"));
    const close = () => {
      output?.destroy();
      input?.destroy();
    };
    return { stdin: input ?? stdin, stdout: output ?? stdout, close };
  } catch {
    return undefined;
  }
}

/** Makes signals an ordinary end, so that the terminal is restored and nothing temporary stays behind. */
export function exitOnSignals(): () => void {
  const hangUp = () => process.exit(129);
  const terminate = () => process.exit(143);
  process.once("SIGHUP", hangUp);
  process.once("SIGTERM", terminate);
  return () => {
    process.off("SIGHUP", hangUp);
    process.off("SIGTERM", terminate);
  };
}
