/** Calls under way, which are rejected when their connection ends: libraries may leave them pending. */
export class Settling {
  readonly #rejections = new Set<(reason: Error) => void>();
  #ended: string | undefined;

  /** Makes a call, unless the connection has ended. */
  readonly settle = <Result>(call: () => Promise<Result> | Result): Promise<Result> => {
    if (this.#ended !== undefined) return Promise.reject(new Error(this.#ended));
    return new Promise((resolve, reject) => {
      this.#rejections.add(reject);
      Promise.resolve(call()).then(
        (result) => {
          this.#rejections.delete(reject);
          resolve(result);
        },
        (reason: Error) => {
          this.#rejections.delete(reject);
          reject(reason);
        },
      );
    });
  };

  /** @param how a sentence without a full stop; the first one counts */
  end(how: string): void {
    this.#ended ??= how;
    for (const reject of this.#rejections) reject(new Error(this.#ended));
    this.#rejections.clear();
  }
}
