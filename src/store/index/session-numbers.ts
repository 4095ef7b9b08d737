/** Small numbers for the sessions of this run, so that an answer about all of them is a few bytes for each. */
export class SessionNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #paths: string[] = [];

  get count(): number {
    return this.#paths.length;
  }

  /** The number of a path, which keeps it for ever. */
  add(path: string): number {
    const known = this.#numbers.get(path);
    if (known !== undefined) return known;
    this.#numbers.set(path, this.#paths.length);
    return this.#paths.push(path) - 1;
  }

  of(path: string): number | undefined {
    return this.#numbers.get(path);
  }

  /** The paths from a number on. */
  from(number: number): readonly string[] {
    return this.#paths.slice(number);
  }
}
