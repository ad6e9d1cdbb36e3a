/** The memory that all objects of an isolate share. */
import { gateConfig } from '../gate/config.ts';
import { closeCodes, limits, refusal, type Refusal } from '../../src/wire/limits.ts';

/** Bytes that are kept and seconds until an answer, at most: those of this machine until a Worker has its own. */
let bounds = gateConfig({ SETTING: 'workerd', GATE: '' });

export const heldBytes = (): number => bounds.heldBytes;
export const answerSeconds = (): number => bounds.answerSeconds;

/** Takes the bounds from the configuration of the Worker, before anything is served. */
export function setBounds(env: Parameters<typeof gateConfig>[0]): void {
  bounds = gateConfig(env);
}

/*
 * Bytes are kept for clients: bodies and lines that have not ended, messages whose calls wait,
 * results, payloads and answers that nobody reads. One sum bounds them, in every way of calling: above it the
 * client with the most is ended, whoever asked last.
 */
const holders = new Set<Holder>();
let sum = 0;

/** What is kept for one client: over its socket, or for its request. */
export class Holder {
  /** Ends the connection that the bytes are kept for. */
  end: (refused: Refusal) => void;
  readonly #owner: object;
  readonly #over = Promise.withResolvers<Refusal>();
  #bytes = 0;
  /** What the service keeps of them. */
  #service = 0;
  /** Whether its client was ended, or has left. */
  isOver = false;

  /** @param owner the object that serves the client */
  constructor(owner: object, end: (refused: Refusal) => void) {
    this.#owner = owner;
    this.end = end;
    // The runtime lets no object close the socket of another, but an object may resolve its promise.
    void this.#over.promise.then((refused) => this.end(refused));
  }

  /** Forgets what an object kept that ends with all of its connections. */
  static forget(owner: object): void {
    for (const holder of holders) if (holder.#owner === owner) holder.close();
  }

  /**
   * Keeps so many bytes more, or fewer.
   *
   * @returns whether there was room for them: where there was none, somebody is ended
   */
  add(bytes: number): boolean {
    if (this.isOver) return false;
    // What ends late was cleared before.
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
      largest.#refuse('heldBytes', most);
    }
    return hasRoom;
  }

  /** Keeps so many bytes more, or fewer, that the service has for the client. No reader leaves more than a socket may queue. */
  keep(bytes: number): void {
    this.#service = Math.max(0, this.#service + bytes);
    const { queuedBytes } = limits.socket;
    if (this.#service > queuedBytes) this.#refuse('socket.queuedBytes', queuedBytes);
    else this.add(bytes);
  }

  #refuse(limit: string, most: number): void {
    this.close();
    this.#over.resolve(refusal(closeCodes.policy, limit, most));
  }

  /** Keeps nothing of what it kept so far. */
  clear(): void {
    this.add(-this.#bytes);
    this.#service = 0;
  }

  /** Keeps nothing any more. */
  close(): void {
    this.clear();
    this.isOver = true;
  }
}
