/**
 * Bytes that are kept for clients in this isolate: unfinished lines, results that wait, answers that nobody
 * reads. All objects of a local bench share its memory, so that one sum bounds them: above it the
 * largest holder is ended, whoever asked last.
 */
import { limits } from '../limits.ts';

const holders = new Set<Holder>();
let sum = 0;

export class Holder {
  readonly #over = Promise.withResolvers<void>();
  #bytes = 0;

  /** @param end ends the connection that the bytes are kept for */
  constructor(end: () => void) {
    // The runtime lets no object close the socket of another, but an object may resolve its promise.
    void this.#over.promise.then(end);
  }

  /** Says how many bytes are kept now. */
  set(bytes: number): void {
    sum += bytes - this.#bytes;
    this.#bytes = bytes;
    if (bytes === 0) holders.delete(this);
    else holders.add(this);
    while (sum > limits.heldBytes) {
      const largest = largestHolder();
      largest.set(0);
      largest.#over.resolve();
    }
  }

  get bytes(): number {
    return this.#bytes;
  }
}

function largestHolder(): Holder {
  return [...holders].reduce((one, other) => (other.bytes > one.bytes ? other : one));
}
