/** What all objects of a local bench share besides its memory: its thread and its log. */
import { limits } from '../../src/wire/limits.ts';

/*
 * The thread. The runtime hands over what one socket has sent for as long as there is more of it, and looks at
 * no other socket meanwhile: a visitor who sends faster than he is answered would have the thread to himself.
 * So the time between two looks is bounded: whoever sends on in one that lasts is held until the runtime
 * has looked again. A client that waits for answers is hardly ever held, and loses next to nothing when it is.
 */
const { passMs, watchEvery, watchEveryMs } = limits.time;
/** Longest between two looks of a request that waits for the thread, in ms. */
const LONGEST_LOOK_MS = 50;
/** Objects that begin at once, the longest that one counts as beginning, in ms, and how many are known. */
const BEGINNING = { atOnce: 8, ms: 100, known: 10_000 } as const;

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

/** Resolves once the runtime has looked at everybody else, and nobody who waited as well holds the thread. */
export async function ownTurn(): Promise<void> {
  // Those who have waited for long look less often: a thousand that look each time would hold it.
  let ms = 0;
  do await others(Math.min(ms++, LONGEST_LOOK_MS));
  while (isThreadHeld(Date.now()));
}

/** Objects that begin, by name, and when they have begun at the latest, in ms since 1970. */
const beginning = new Map<string, number>();
/** Objects that were asked before. Those of long ago are forgotten. */
const known = new Set<string>();

/**
 * Waits until few others begin, before an object is asked for the first time: its database takes seven
 * writes that wait for the disk, and a thousand objects at once hold the thread for seconds.
 */
export async function begin(name: string): Promise<void> {
  if (known.has(name)) return;
  for (let ms = 0; ; ms = Math.min(ms + 1, LONGEST_LOOK_MS)) {
    const now = Date.now();
    // An object in another isolate does not say that it has begun.
    for (const [other, until] of beginning) if (until <= now) beginning.delete(other);
    if (beginning.size < BEGINNING.atOnce) break;
    await others(ms);
  }
  beginning.set(name, Date.now() + BEGINNING.ms);
  if (known.size >= BEGINNING.known) known.clear();
  known.add(name);
}

/** Takes note that the first writes of an object are on the disk. */
export function hasBegun(name: string): void {
  beginning.delete(name);
}

/** Resolves once the runtime has looked at everybody else. @param ms time to wait for that at least */
export async function others(ms = 0): Promise<void> {
  const since = watchedSince;
  await scheduler.wait(ms);
  // The timer that watched may have ended with its object. A later watch is that of another who waited.
  if (watchedSince === since) passed();
}

function passed(): void {
  watchedSince = undefined;
}

/** Keeps what visitors send out of the operator’s log: a library prints messages that it could not read. */
export function quietConsole(): void {
  for (const level of ['log', 'info', 'debug', 'warn', 'error'] as const) {
    console[level] = () => undefined;
  }
}
