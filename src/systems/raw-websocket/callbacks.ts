import type { CalledRemotely } from '../../places/bench/operations.ts';
import type { Callback, CallbackAnswer } from './protocol.ts';

/** What is needed of a socket: the types of browsers and of Workers differ in the rest. */
interface Socket {
  send(text: string): void;
}

interface Waiting {
  socket: Socket;
  resolve(answer: number): void;
  reject(error: Error): void;
}

/** The server’s calls of clients’ functions, each until its answer comes. */
export class Callbacks {
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  /** A stand-in for the function that stayed behind with a call. */
  of(socket: Socket, call: number): CalledRemotely {
    return (index) =>
      new Promise((resolve, reject) => {
        this.#last += 1;
        const callback: Callback = { callback: this.#last, of: call, index };
        socket.send(JSON.stringify(callback));
        this.#waiting.set(callback.callback, { socket, resolve, reject });
      });
  }

  /** Takes an answer from the socket that was asked. */
  take(socket: Socket, { callback, result, error }: CallbackAnswer): void {
    const waiting = this.#waiting.get(callback);
    if (waiting?.socket !== socket) return;
    this.#waiting.delete(callback);
    // Whoever asked finds out what is no number.
    if (error === undefined) waiting.resolve(result as number);
    else waiting.reject(new Error(typeof error === 'string' ? error : 'callback: it failed'));
  }

  /** A socket has closed: nobody answers any more. */
  drop(socket: Socket): void {
    for (const [id, waiting] of this.#waiting) {
      if (waiting.socket !== socket) continue;
      this.#waiting.delete(id);
      waiting.reject(new Error('callback: got a closed socket, expected an answer'));
    }
  }
}
