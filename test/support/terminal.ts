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

/** The cell of the cursor, counted from 0. */
export interface CursorCell {
  readonly row: number;
  readonly column: number;
}

/** DECTCEM: what shows and hides the cursor. */
const CURSOR_MODE = 25;

/** A program in a real pseudo-terminal, whose screen can be read. */
export class TerminalProgram {
  /** The exit code. */
  readonly exited: Promise<number>;
  #raw = "";
  #isCursorShown = true;
  readonly #screen;
  readonly #process;
  readonly #watchers = new Set<() => void>();

  constructor({ command, args, env, cwd, columns = 80, rows = 24 }: ProgramOptions) {
    this.#screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
    for (const final of ["h", "l"]) {
      this.#screen.parser.registerCsiHandler({ prefix: "?", final }, (modes) => {
        if (modes.includes(CURSOR_MODE)) this.#isCursorShown = final === "h";
        return false;
      });
    }
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

  /** Where the cursor stands; undefined while it is hidden. */
  cursor(): CursorCell | undefined {
    const { cursorX, cursorY } = this.#screen.buffer.active;
    return this.#isCursorShown ? { row: cursorY, column: cursorX } : undefined;
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

  /** Waits until the cursor stands at a cell; undefined waits until it is hidden. */
  async waitForCursor(cell: CursorCell | undefined): Promise<void> {
    const isThere = () => {
      const cursor = this.cursor();
      return cursor?.row === cell?.row && cursor?.column === cell?.column;
    };
    await this.waitFor(isThere).catch((error: Error) => {
      const seen = JSON.stringify(this.cursor() ?? "hidden");
      throw new Error(`The cursor is ${seen}, not ${JSON.stringify(cell ?? "hidden")}: ${error.message}`);
    });
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
