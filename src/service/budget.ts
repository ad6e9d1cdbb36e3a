import { limits } from '../../bench-workers/limits.ts';

const { calls: MOST_CALLS } = limits.message;
const { bytes: MOST_BYTES, valueBytes } = limits.answer;

/** What one message may still make the service do: calls, and bytes that are answered. */
export class MessageBudget {
  #calls: number = MOST_CALLS;
  #bytes: number = MOST_BYTES;

  /** A new message has arrived. */
  renew(): void {
    this.#calls = MOST_CALLS;
    this.#bytes = MOST_BYTES;
  }

  /** Pays for calls before they run. @throws RangeError where the message has made more than it may */
  call(count = 1): void {
    this.#calls -= count;
    if (this.#calls >= 0) return;
    throw new RangeError(`message: got more calls, expected at most ${MOST_CALLS}`);
  }

  /** Pays for an answer before it is made. @throws RangeError where the message has made more than it may */
  answer(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes >= 0) return;
    throw new RangeError(
      `answer: got more for one message than this bench gives, expected at most ${MOST_BYTES} bytes, each value counted as ${valueBytes} at least`,
    );
  }
}
