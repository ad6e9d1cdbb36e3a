/** The thread and the log, which all objects of a local bench share. */
import { remember } from '../../src/wire/amounts.ts';
import { limits } from '../../src/wire/limits.ts';

/*
 * The thread. The runtime delivers everything that one socket has sent before it looks at another socket. A
 * visitor who sends faster than the bench answers would therefore keep the thread. So the time
 * between two looks is bounded: messages that come later wait until the runtime has looked again. A client
 * that waits for its answers is almost never held up.
 */
const { passMs, watchEvery, watchEveryMs } = limits.time;
/** Longest pause of a request that waits for the thread, in ms. */
const LONGEST_PAUSE_MS = 50;
/** Objects that begin at once, and the longest time that one counts as beginning, in ms. */
const BEGINNING = { atOnce: 8, ms: 100 } as const;

/** When the current pass began, in ms since 1970; undefined while no pass is watched. */
let watchedSince: number | undefined;
let watchedAt = -Infinity;
let unwatched = 0;

/**
 * True if the current messages have had the thread for long enough. Every message asks, but only some
 * start a watch: a timer ends it when the runtime looks around, and a timer for each would cost too much.
 *
 * @param now time in ms since 1970
 */
export function isThreadBusy(now: number): boolean {
  if (watchedSince !== undefined) return now - watchedSince >= passMs;
  unwatched += 1;
  if (unwatched < watchEvery && now - watchedAt < watchEveryMs) return false;
  unwatched = 0;
  watchedSince = watchedAt = now;
  setTimeout(endWatch, 0);
  return false;
}

/** An object that can hold up its next messages. */
interface Blockable {
  blockConcurrencyWhile(act: () => Promise<void>): Promise<void>;
}

/** Objects whose next messages wait. */
const waiting = new WeakSet<Blockable>();

/** Holds up the next messages of an object while the thread is busy. */
export function yieldIfBusy(ctx: Blockable, now: number): void {
  if (!isThreadBusy(now) || waiting.has(ctx)) return;
  waiting.add(ctx);
  void ctx.blockConcurrencyWhile(async () => {
    await letOthersRun();
    waiting.delete(ctx);
  });
}

/** Resolves once the runtime has looked at all other sockets and the thread is free. */
export async function waitForTurn(): Promise<void> {
  // A thousand requests that looked at every turn would keep the thread busy themselves.
  let ms = 0;
  do await letOthersRun(Math.min(ms++, LONGEST_PAUSE_MS));
  while (isThreadBusy(Date.now()));
}

/** Objects that begin, by name, and the time from which they no longer count, in ms since 1970. */
const beginning = new Map<string, number>();
/** Objects that were asked before. */
const known = new Map<string, true>();

/**
 * Waits until few other objects begin, before an object is asked for the first time. Its database makes
 * seven writes that wait for the disk: a thousand objects at once would have the thread for seconds.
 */
export async function waitToBegin(name: string): Promise<void> {
  if (known.has(name)) return;
  for (let ms = 0; ; ms = Math.min(ms + 1, LONGEST_PAUSE_MS)) {
    const now = Date.now();
    // An object in another isolate does not say that it has begun.
    for (const [other, until] of beginning) if (until <= now) beginning.delete(other);
    if (beginning.size < BEGINNING.atOnce) break;
    await letOthersRun(ms);
  }
  beginning.set(name, Date.now() + BEGINNING.ms);
  remember(known, name, true);
}

/** Notes that the first writes of an object are on the disk. */
export function markBegun(name: string): void {
  beginning.delete(name);
}

/** Resolves once the runtime has looked at all other sockets. @param ms shortest wait */
export async function letOthersRun(ms = 0): Promise<void> {
  const since = watchedSince;
  await new Promise((resolve) => setTimeout(resolve, ms));
  // The timer of the watch may have ended with its object. A later watch belongs to somebody else.
  if (watchedSince === since) endWatch();
}

function endWatch(): void {
  watchedSince = undefined;
}

/** Keeps the messages of visitors out of the operator’s log: a library prints those that it cannot read. */
export function quietConsole(): void {
  for (const level of ['log', 'info', 'debug', 'warn', 'error'] as const) {
    console[level] = () => undefined;
  }
}
