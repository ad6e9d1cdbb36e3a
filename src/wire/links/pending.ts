/** A question without its answer. */
interface Waiting<Note> {
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
  note: Note | undefined;
}

/** Answers that are yet to come, by the number of their question. */
export class Pending<Note = undefined> {
  readonly #waiting = new Map<number, Waiting<Note>>();
  #last = 0;
  #ended: Error | undefined;

  /**
   * Asks a question.
   *
   * @param send sends it with this number
   * @param note is kept for {@link noteOf}
   */
  ask<Value>(send: (id: number) => void, note?: Note): Promise<Value> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const id = (this.#last += 1);
    return new Promise<Value>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, note });
      try {
        send(id);
      } catch (error) {
        this.reject(id, error);
      }
    });
  }

  /** Makes a call by a library that would leave it pending when its connection ends. */
  readonly settle = <Value>(call: () => PromiseLike<Value> | Value): Promise<Value> =>
    this.ask<Value>((id) => {
      Promise.resolve(call()).then(
        (value) => this.resolve(id, value),
        (reason: unknown) => this.reject(id, reason),
      );
    });

  noteOf(id: number): Note | undefined {
    return this.#waiting.get(id)?.note;
  }

  /** Ignores an answer to no open question, here and below. */
  resolve(id: number, value: unknown): void {
    this.#take(id)?.resolve(value as never);
  }

  reject(id: number, reason: unknown): void {
    this.#take(id)?.reject(reason);
  }

  /** Rejects all open and later questions with the first reason given. */
  end(reason: Error): void {
    this.#ended ??= reason;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }

  #take(id: number): Waiting<Note> | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}
