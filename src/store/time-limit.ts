import { createContext, Script } from "node:vm";

/** Work that was given up because it took longer than `limit` ms. */
export class TooSlowError extends Error {
  override readonly name = "TooSlowError";
  constructor(readonly limit: number) {
    super(`It was given up after ${limit} ms.`);
  }
}

const call = new Script("work()");

/**
 * The result of `work`, which is stopped in the middle after `limit` ms: also inside a regular expression that
 * backtracks without end, which nothing else can stop. Throws TooSlowError, and whatever `work` throws.
 */
export function withinTime<Result>(limit: number, work: () => Result): Result {
  let result: { readonly value: Result } | undefined;
  const context = createContext({
    work: () => {
      result = { value: work() };
    },
  });
  try {
    call.runInContext(context, { timeout: limit });
  } catch (error) {
    if (isTimeout(error)) throw new TooSlowError(limit);
    throw error;
  }
  if (result === undefined) throw new TooSlowError(limit);
  return result.value;
}

function isTimeout(error: unknown): boolean {
  // The error comes from another context, so it is no instance of this one's Error.
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
