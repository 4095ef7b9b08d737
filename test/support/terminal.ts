import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";

export interface ProgramOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
}

/** A program in a real pseudo-terminal, whose screen can be read. */
export class TerminalProgram {
  /** The exit code. */
  readonly exited: Promise<number>;
  #raw = "";
  readonly #screen;
  readonly #process;
  readonly #watchers = new Set<() => void>();

  constructor({ command, args, env, cwd, columns = 80, rows = 24 }: ProgramOptions) {
    this.#screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
    this.#process = spawn(command, [...args], {
      cols: columns,
      rows,
      env: { TERM: "xterm-256color", ...env },
      cwd,
    });
    this.#process.onData((output) => {
      this.#raw += output;
      this.#screen.write(output, () => {
        for (const watcher of this.#watchers) watcher();
      });
    });
    this.exited = new Promise((settle) => {
      // The last output is parsed after the exit is reported: an empty write waits its turn behind it.
      this.#process.onExit(({ exitCode }) => this.#screen.write("", () => settle(exitCode)));
    });
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Everything the program wrote. */
  get raw(): string {
    return this.#raw;
  }

  /** The rows of the screen, without trailing spaces. */
  screen(): readonly string[] {
    const { active } = this.#screen.buffer;
    return Array.from({ length: this.#screen.rows }, (_, row) => {
      return active.getLine(active.viewportY + row)?.translateToString(true) ?? "";
    });
  }

  write(keys: string): void {
    this.#process.write(keys);
  }

  resize(columns: number, rows: number): void {
    this.#screen.resize(columns, rows);
    this.#process.resize(columns, rows);
  }

  kill(signal?: string): void {
    this.#process.kill(signal);
  }

  /** Waits until the screen satisfies a condition; rejects with the screen when it does not within `timeout` ms. */
  waitFor(
    condition: RegExp | ((screen: readonly string[]) => boolean),
    timeout = 10_000,
  ): Promise<readonly string[]> {
    const holds = (screen: readonly string[]) =>
      condition instanceof RegExp ? condition.test(screen.join("\n")) : condition(screen);
    return new Promise((settle, reject) => {
      const finish = (act: () => void) => {
        clearTimeout(timer);
        this.#watchers.delete(watch);
        act();
      };
      const watch = () => {
        const screen = this.screen();
        if (holds(screen)) finish(() => settle(screen));
      };
      const timer = setTimeout(() => {
        finish(() => reject(new Error(`${condition} never came true on:\n${this.screen().join("\n")}`)));
      }, timeout);
      this.#watchers.add(watch);
      watch();
    });
  }
}
