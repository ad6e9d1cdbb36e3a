/** What all objects of a local bench share: its thread, its memory and its log. */
import { gateConfig } from '../gate/config.ts';
import { limits } from '../limits.ts';

/** Bytes that are kept and seconds until an answer, at most: those of this machine until a Worker has its own. */
let bounds = gateConfig({ SETTING: 'workerd', GATE: '' });

export const heldBytes = (): number => bounds.heldBytes;
export const answerSeconds = (): number => bounds.answerSeconds;

/** Takes the bounds from the configuration of the Worker, before anything is served. */
export function setBounds(env: Parameters<typeof gateConfig>[0]): void {
  bounds = gateConfig(env);
}

/*
 * The thread. The runtime hands over what one socket has sent for as long as there is more of it, and looks at
 * no other socket meanwhile: a visitor who sends faster than he is answered would have the thread to himself.
 * So the time between two looks is bounded: whoever sends on in one that lasts is held until the runtime
 * has looked again. A client that waits for answers is hardly ever held, and loses next to nothing when it is.
 */
const { passMs, watchEvery, watchEveryMs } = limits.time;

/** When the pass that is watched began, in ms since 1970; undefined while none is. */
let watchedSince: number | undefined;
let watchedAt = -Infinity;
let unwatched = 0;

/**
 * Whether the messages at hand have held the thread for long enough. To be asked for each of them:
 * a timer tells when the runtime looks around, and one that were set each time would cost too much.
 *
 * @param now time in ms since 1970
 */
export function isThreadHeld(now: number): boolean {
  if (watchedSince !== undefined) return now - watchedSince >= passMs;
  unwatched += 1;
  if (unwatched < watchEvery && now - watchedAt < watchEveryMs) return false;
  unwatched = 0;
  watchedSince = watchedAt = now;
  setTimeout(passed, 0);
  return false;
}

/** Objects whose messages wait for others. */
const waiting = new WeakSet<DurableObjectState>();

/** Has what comes to an object after the message at hand wait, where the thread was held for long enough. */
export function share(ctx: DurableObjectState, now: number): void {
  if (!isThreadHeld(now) || waiting.has(ctx)) return;
  waiting.add(ctx);
  void ctx.blockConcurrencyWhile(async () => {
    await others();
    waiting.delete(ctx);
  });
}

/** Resolves once the runtime has looked at everybody else. */
export async function others(): Promise<void> {
  await scheduler.wait(0);
  // The timer that watched may have ended with its object.
  passed();
}

function passed(): void {
  watchedSince = undefined;
}

/*
 * The memory. Bytes are kept for clients: unfinished lines, results that wait, answers that nobody reads. One
 * sum bounds them: above it the largest holder is ended, whoever asked last.
 */
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
    while (sum > heldBytes()) {
      const largest = [...holders].reduce((one, other) =>
        other.#bytes > one.#bytes ? other : one,
      );
      largest.set(0);
      largest.#over.resolve();
    }
  }
}

/** Keeps what visitors send out of the operator’s log: a library prints messages that it could not read. */
export function quietConsole(): void {
  for (const level of ['log', 'info', 'debug', 'warn', 'error'] as const) {
    console[level] = () => undefined;
  }
}
