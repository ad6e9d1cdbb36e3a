import type { DiscardReason } from '../record/index.ts';
import type { World } from './events.ts';

/** Time between two looks at what is waited for, and the wait after which the other end is asked, in ms. */
const LOOK_MS = 1000;
const DOUBT_MS = 1500;

/** The reason that ends an arm’s part in a session before its time. */
export interface Interruption {
  reason: DiscardReason;
  /** A sentence with the value got and the one expected. */
  detail: string;
}

/** How a step is waited for. */
interface Wait {
  /** Longest that it may take, where that is not the deadline of an operation, in ms. */
  longestMs?: number;
  /** Start of the oldest of several calls under way, on the world’s clock, in ms. */
  waitsSince?: () => number;
}

/**
 * Ends an arm’s part in a session from outside: by a deadline, a lost connection, a hidden page or an
 * abort. One timer watches all operations, so that the timed path has no timer, race or listener.
 */
export class Guard {
  /** Start of the step that is being waited for, on the world's clock, in ms; Infinity between steps. */
  stepStartedAt = Infinity;
  /** Why it was ended from outside, once it was. */
  interruption: Interruption | undefined;
  /** True once it is over, however it ended. */
  over = false;

  readonly #world: World;
  readonly #deadlineMs: number;
  /** Longest that the step being waited for may take, in ms. */
  #longestMs: number;
  /** Start of the oldest of several calls under way. */
  #waitsSince: Wait['waitsSince'];
  /** Rejects the step that is being waited for. */
  #giveUp: ((reason: unknown) => void) | undefined;
  /** Why every step is rejected, once it was ended from outside. */
  #ended: { reason: unknown } | undefined;
  readonly #cleanUps = new Set<() => void>();

  constructor(world: World, deadlineMs: number, signal: AbortSignal, describe: () => string) {
    this.#world = world;
    this.#deadlineMs = deadlineMs;
    this.#longestMs = deadlineMs;
    const onAbort = () => this.#end(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#cleanUps.add(() => signal.removeEventListener('abort', onAbort));

    const unwatch = world.silence?.onSilent(() => {
      this.interrupt('closed', `the other end stopped answering during ${describe()}`);
    });
    if (unwatch) this.#cleanUps.add(unwatch);
    this.#watch(deadlineMs, describe);
  }

  /** Ends it with a reason. The first interruption counts. */
  interrupt(reason: DiscardReason, detail: string): void {
    if (this.over || this.interruption !== undefined) return;
    this.interruption = { reason, detail };
    // Calls that are still under way must not go on during other arms' turns.
    this.over = true;
    this.#end(new Error(detail));
  }

  #end(reason: unknown): void {
    this.#ended ??= { reason };
    this.stepStartedAt = Infinity;
    this.#giveUp?.(reason);
  }

  /** Waits for a step, or rejects as soon as it is ended. Between steps nobody owes an answer. */
  race<Value>(step: Promise<Value>, wait?: Wait): Promise<Value> {
    this.#longestMs = wait?.longestMs ?? this.#deadlineMs;
    this.#waitsSince = wait?.waitsSince;
    this.stepStartedAt = this.#world.now();
    // `Promise.race`, or an async function, would take several times as long between any two turns.
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    this.#giveUp = reject;
    if (this.#ended !== undefined) this.#end(this.#ended.reason);
    step.then(
      (value) => {
        this.stepStartedAt = Infinity;
        resolve(value);
      },
      (reason: unknown) => {
        this.stepStartedAt = Infinity;
        reject(reason);
      },
    );
    return promise;
  }

  /** Waits for a connection. One that opens after it was given up is closed: nobody else would do it. */
  async open<Opened extends { close(): void }>(opening: Promise<Opened>): Promise<Opened> {
    opening.then(
      (connection) => {
        if (this.over) connection.close();
      },
      () => undefined,
    );
    return this.race(opening);
  }

  /** Stops watching. */
  stop(): void {
    this.over = true;
    for (const cleanUp of this.#cleanUps) cleanUp();
    this.#cleanUps.clear();
  }

  /** Calls back after a delay in ms, unless it is over by then. */
  #after(delayMs: number, callback: () => void): void {
    const cancel = this.#world.after(delayMs, () => {
      this.#cleanUps.delete(cancel);
      callback();
    });
    this.#cleanUps.add(cancel);
  }

  #watch(leftMs: number, describe: () => string): void {
    const { silence } = this.#world;
    this.#after(silence === undefined ? leftMs : Math.min(LOOK_MS, leftMs), () => {
      const startedAt = this.#waitsSince?.() ?? this.stepStartedAt;
      const waited = this.#world.now() - startedAt;
      const longestMs = this.#longestMs;
      if (waited >= longestMs) {
        this.interrupt('stalled', `${describe()} got no answer within ${longestMs} ms`);
      } else {
        if (waited >= DOUBT_MS) silence?.doubt(startedAt);
        this.#watch(Math.min(this.#deadlineMs, longestMs - waited), describe);
      }
    });
  }
}

/** The message of an error and its causes, without a full stop: `not reached: connect ECONNREFUSED 127.0.0.1:8788`. */
export function messageOf(error: unknown): string {
  // Several addresses were tried; each failed alike.
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const own = error.message.replace(/\.$/, '') || error.name;
  return error.cause === undefined ? own : `${own}: ${messageOf(error.cause)}`;
}
