import { USAGE_ERROR } from "../options.ts";

/** What a command says, and to whom. */
interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** Prints what a command answers to a query; one that cannot be used is the person's error. Returns the exit code. */
export async function printOutput(answer: () => Promise<Output>): Promise<number> {
  // Loaded only here: the interface starts without the parser.
  const { QueryError } = await import("../commands/index.ts");
  try {
    const { stdout, stderr } = await answer();
    process.stderr.write(stderr);
    process.stdout.write(stdout);
    return 0;
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    process.stderr.write(`treeline: ${error.message}\n`);
    return USAGE_ERROR;
  }
}
