/** Cap’n Web with calls that take a known part longer. */
import { isBench } from '../../../places/bench/bench.ts';
import { allCounterArms } from '../../../places/bench/counter-arms.ts';
import type { WebSocketClass } from '../../../places/bench/options.ts';
import type { CounterOperations } from '../../../places/bench/operations.ts';
import type { Channel, Connection } from '../../../harness/plan/index.ts';

/** All that is called here. */
export type GetValue = Pick<CounterOperations, 'getValue'>;

/**
 * Calls of an arm that take a part longer. The client waits, busy, when an answer has come in and before
 * the library hears of it: the server has nothing to do then. Behind the call it would have, because
 * Cap’n Web sends a frame when it has its answer, and the wait would not cost its whole length.
 */
export class Slowed {
  calls = 0;
  readonly #part: number;
  #tookMs = 0;
  #addedMs = 0;
  #startedAt = 0;
  /** When the answer to the call was handed on, and how long after that the newest call was over. */
  #handedOnAt: number | undefined;
  #restMs = 0;

  constructor(part: number) {
    this.#part = part;
  }

  /** What was really added to all calls, as a part of the time that they took without it. */
  get added(): number {
    return this.#addedMs / (this.#tookMs - this.#addedMs);
  }

  /** Opens a connection. */
  readonly connect = async ({
    through,
    ...channel
  }: Channel): Promise<Pick<Connection<GetValue>, 'operations' | 'close'>> => {
    const arm = allCounterArms().find(({ id }) => id === 'capnweb/in-memory');
    if (arm === undefined || !isBench(through)) throw new Error('got no Cap’n Web, or no bench');
    const open = await arm.load();
    const WebSocketClass = this.#socketOf(through.WebSocketClass);
    const opened = await open({ ...channel, through: { ...through, WebSocketClass } });
    const getValue = () => this.#call(() => opened.operations.getValue());
    return { operations: { getValue }, close: () => opened.close() };
  };

  #socketOf(Base: WebSocketClass): WebSocketClass {
    const hear = () => this.#hear();
    return class extends Base {
      constructor(url: string, protocols?: string | string[]) {
        super(url, protocols);
        // The first listener that there is hears first.
        this.addEventListener('message', hear);
      }
    };
  }

  async #call<Answer>(call: () => PromiseLike<Answer>): Promise<Answer> {
    this.#handedOnAt = undefined;
    this.#startedAt = performance.now();
    const answer = await call();
    const endedAt = performance.now();
    this.#restMs = endedAt - (this.#handedOnAt ?? endedAt);
    this.calls += 1;
    this.#tookMs += endedAt - this.#startedAt;
    return answer;
  }

  #hear(): void {
    if (this.#handedOnAt !== undefined) return;
    const heardAt = performance.now();
    const until = heardAt + this.#part * (heardAt - this.#startedAt + this.#restMs);
    let now = heardAt;
    while (now < until) now = performance.now();
    this.#addedMs += now - heardAt;
    this.#handedOnAt = now;
  }
}
