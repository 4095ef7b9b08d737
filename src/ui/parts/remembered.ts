/** Remembers the last result for as long as the arguments stay the same. */
export function remembered<Arguments extends readonly unknown[], Result>(
  make: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  let last: { readonly args: Arguments; readonly result: Result } | undefined;
  return (...args) => {
    if (last === undefined || args.some((value, index) => value !== last?.args[index]))
      last = { args, result: make(...args) };
    return last.result;
  };
}
