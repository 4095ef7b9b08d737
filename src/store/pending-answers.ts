interface Waiting {
  readonly settle: (value: never) => void;
  readonly refuse: (error: Error) => void;
}

/** The questions that a worker has not answered yet. */
export class PendingAnswers {
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #ended: string | undefined;

  /** Sends a question with the number that its answer will carry. The answer's type belongs to the question. */
  ask<Answer>(send: (number: number) => void): Promise<Answer> {
    if (this.#ended !== undefined) return Promise.reject(new Error(this.#ended));
    const number = ++this.#asked;
    return new Promise<Answer>((settle, refuse) => {
      this.#waiting.set(number, { settle, refuse });
      send(number);
    });
  }

  settle(number: number, value: unknown): void {
    this.#taken(number)?.settle(value as never);
  }

  refuse(number: number, reason: string): void {
    this.#taken(number)?.refuse(new Error(reason));
  }

  /** Nobody will answer any more. */
  end(reason: string): void {
    this.#ended = reason;
    for (const { refuse } of this.#waiting.values()) refuse(new Error(reason));
    this.#waiting.clear();
  }

  #taken(number: number): Waiting | undefined {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    return waiting;
  }
}
