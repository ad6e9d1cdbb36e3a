import type { IoInterface } from 'kkrpc/browser';
import { Pending } from '../../places/peers/by-hand.ts';
import type { CounterMethods } from '../../service/api.ts';

/** What both ends need of a socket: the types of browsers and of Workers differ in the rest. */
interface Socket {
  readonly readyState: number;
  send(data: string): void;
  addEventListener(type: 'message', listener: (event: { data?: unknown }) => void): void;
}

/** A socket that says when it closes. */
interface ClosingSocket {
  readonly readyState: number;
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void;
}

/** State of an open socket, by the standard. */
const OPEN = 1;

/**
 * kkrpc’s transport over an open WebSocket, the same for both ends: a message is a text frame. The
 * adapter of kkrpc 0.2.2, `WebSocketClientIO`, is in its entry for Node alone, and opens a socket of the
 * global class itself, which nobody could count; what it asks of a transport are these two methods.
 */
export class SocketIo implements IoInterface {
  readonly name = 'websocket';
  readonly #socket: Socket;
  readonly #waiting: string[] = [];
  #deliver: ((message: string) => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      // The protocol has no binary frames, and none of its messages is empty.
      if (typeof data !== 'string' || data === '') return;
      const deliver = this.#deliver;
      this.#deliver = undefined;
      if (deliver === undefined) this.#waiting.push(data);
      else deliver(data);
    });
  }

  /** The next message. Stays pending after the last: the library asks again at once for nothing. */
  read(): Promise<string> {
    const message = this.#waiting.shift();
    if (message !== undefined) return Promise.resolve(message);
    return new Promise((resolve) => (this.#deliver = resolve));
  }

  /** Sends a message; what a socket that is closing no longer takes is dropped. */
  write(data: string): Promise<void> {
    if (this.#socket.readyState === OPEN) this.#socket.send(data);
    return Promise.resolve();
  }
}

/**
 * What a client offers to the server. A function among the arguments of a call is called without its
 * answer coming back, so a call brings the number of one instead, and the server calls this.
 */
export type ClientMethods = { run: (given: number, index: number) => number };

/** What the server offers to clients. */
export type ServerMethods = Omit<CounterMethods, 'calledBack'> & {
  calledBack: (count: number, given: number) => Promise<number>;
};

/** How messages are written, which is what the arms are named after. */
type Serialization = 'json' | 'superjson';

/** @throws RangeError for a name that is no arm's */
export function serializationOf(arm: string): Serialization {
  if (arm === 'json' || arm === 'superjson') return arm;
  throw new RangeError(`arm: got "${arm}", expected json or superjson`);
}

/**
 * Makes calls that are rejected when their socket closes, as are those made later: the library
 * leaves both pending for ever, and the contract of this bench asks for an end.
 */
export function settling(socket: ClosingSocket) {
  const pending = new Pending();
  socket.addEventListener('close', ({ code }) => {
    pending.end(new Error(`the socket closed with code ${code}`));
  });
  return <Result>(call: () => Result): Promise<Awaited<Result>> =>
    socket.readyState === OPEN
      ? pending.settle(call as () => Awaited<Result> | PromiseLike<Awaited<Result>>)
      : Promise.reject(new Error('call: got a closed socket, expected an open one'));
}
