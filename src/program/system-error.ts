/** What the system refuses, such as reading a file, is a fact for the person and no fault of the program. */
export function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && "syscall" in error;
}
