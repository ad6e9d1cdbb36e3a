/** The memory that is held for clients, which all objects of an isolate share. */
import { gateConfig } from '../gate/config.ts';
import { closeCodes, limits, violation, type Violation } from '../../src/wire/limits.ts';

/** The bounds of a local bench, until the Worker sets its own. */
let bounds = gateConfig({ SETTING: 'workerd', GATE: '' });

export const heldBytes = (): number => bounds.heldBytes;
export const answerSeconds = (): number => bounds.answerSeconds;

/** Takes the bounds from the configuration of the Worker, before anything is served. */
export function setBounds(env: Parameters<typeof gateConfig>[0]): void {
  bounds = gateConfig(env);
}

/*
 * Bytes are held for clients: unfinished bodies and lines, messages with waiting calls, and results, payloads
 * and answers that nobody reads. One sum bounds them all. Above it the client with the most bytes is ended,
 * whichever client asked last.
 */
const holders = new Set<Holder>();
let sum = 0;

/** The bytes held for one client, over its socket or for its request. */
export class Holder {
  /** Ends the connection of the client. */
  end: (violation: Violation) => void;
  readonly #owner: object;
  readonly #over = Promise.withResolvers<Violation>();
  #bytes = 0;
  /** The part of them that the service holds. */
  #ofService = 0;
  /** True if the client was ended, or has left. */
  isOver = false;

  /** @param owner the object that serves the client */
  constructor(owner: object, end: (violation: Violation) => void) {
    this.#owner = owner;
    this.end = end;
    // The runtime lets no object close the socket of another object, but it may resolve its promise.
    void this.#over.promise.then((found) => this.end(found));
  }

  /** Closes the holders of an object that ends with all of its connections. */
  static forget(owner: object): void {
    for (const holder of holders) if (holder.#owner === owner) holder.close();
  }

  /**
   * Holds so many bytes more, or fewer.
   *
   * @returns whether there was room for them; if not, a client is ended
   */
  add(bytes: number): boolean {
    if (this.isOver) return false;
    // Bytes that are given back late may have been cleared before.
    const more = Math.max(bytes, -this.#bytes);
    sum += more;
    this.#bytes += more;
    if (this.#bytes > 0) holders.add(this);
    else holders.delete(this);
    const most = heldBytes();
    const hasRoom = sum <= most;
    while (sum > most) {
      const largest = [...holders].reduce((one, other) =>
        other.#bytes > one.#bytes ? other : one,
      );
      largest.#endFor('heldBytes', most);
    }
    return hasRoom;
  }

  /** Holds so many bytes more, or fewer, for the service. They may be no more than a socket may queue. */
  addForService(bytes: number): void {
    this.#ofService = Math.max(0, this.#ofService + bytes);
    const { queuedBytes } = limits.socket;
    if (this.#ofService > queuedBytes) this.#endFor('socket.queuedBytes', queuedBytes);
    else this.add(bytes);
  }

  #endFor(limit: string, most: number): void {
    this.close();
    this.#over.resolve(violation(closeCodes.policy, limit, most));
  }

  /** Gives all bytes back. */
  clear(): void {
    this.add(-this.#bytes);
    this.#ofService = 0;
  }

  /** Gives all bytes back, and holds none from now on. */
  close(): void {
    this.clear();
    this.isOver = true;
  }
}
