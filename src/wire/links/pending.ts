/** A question without its answer. */
interface Waiting<Note> {
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
  note: Note | undefined;
}

/** Answers that are yet to come, by the number of the question: for everything here that asks by number. */
export class Pending<Note = undefined> {
  readonly #waiting = new Map<number, Waiting<Note>>();
  #last = 0;
  #ended: Error | undefined;

  /**
   * Asks a question, unless no answer comes any more.
   *
   * @param send is handed the number of the question
   * @param note is kept until the answer comes, for {@link noteOf}
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

  /** A call by a library that numbers its own, and may leave them pending when its connection ends. */
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

  /** An answer to no open question is passed over, here and below. */
  resolve(id: number, value: unknown): void {
    this.#take(id)?.resolve(value as never);
  }

  reject(id: number, reason: unknown): void {
    this.#take(id)?.reject(reason);
  }

  /** No answer comes any more: all that is asked, now or later, is rejected with the first reason given. */
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
