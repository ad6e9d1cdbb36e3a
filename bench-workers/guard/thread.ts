/**
 * The thread that all objects of a local bench share. The runtime hands over what one socket has sent
 * for as long as there is more of it, and looks at no other socket meanwhile: a visitor who sends
 * faster than he is answered would have the thread to himself. So the time between two looks is
 * bounded: whoever sends on in one that lasts is held until the runtime has looked again. A client
 * that waits for answers is hardly ever held, and loses next to nothing when it is.
 */
import { limits } from '../limits.ts';

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
const held = new WeakSet<DurableObjectState>();

/** Has what comes to an object after the message at hand wait, where the thread was held for long enough. */
export function share(ctx: DurableObjectState, now: number): void {
  if (!isThreadHeld(now) || held.has(ctx)) return;
  held.add(ctx);
  void ctx.blockConcurrencyWhile(async () => {
    await others();
    held.delete(ctx);
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
