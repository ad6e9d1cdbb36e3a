/**
 * Rejects the calls that are under way when their socket closes, and those made later: the library
 * leaves both pending for ever, and the contract of this bench asks for an end.
 */
export class PendingCalls {
  readonly #socket: WebSocket;
  readonly #rejections = new Set<(reason: Error) => void>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('close', ({ code }) => {
      for (const reject of this.#rejections) {
        reject(new Error(`the socket closed with code ${code}`));
      }
      this.#rejections.clear();
    });
  }

  /** Makes a call; settles as it does, or rejects once the socket is closed. */
  settle<Result>(call: () => Result): Promise<Awaited<Result>> {
    if (this.#socket.readyState !== this.#socket.OPEN) {
      return Promise.reject(new Error('call: got a closed socket, expected an open one'));
    }
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
  }
}
