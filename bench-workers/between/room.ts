/**
 * Calls between objects that are under way at once, over all callers of this Worker: each is held in
 * memory until it returns, and a local bench has one thread for all of them.
 */
import { limits } from '../limits.ts';
import { most } from '../../src/places/objects/protocol.ts';

/** How often a batch that waits looks whether there is room, in ms. */
const LOOK_MS = 20;
/** A batch that its object took along when it ended, or that hangs, is forgotten after this, in ms. */
const LONGEST_MS = 60_000;

interface Held {
  calls: number;
  until: number;
}

const held = new Set<Held>();

/**
 * Waits until as many calls may be made besides those of others; the largest batch has all the room.
 *
 * @returns what gives the room back
 * @throws Error where others have it for too long
 */
export async function takeRoom(calls: number, gone: AbortSignal): Promise<() => void> {
  const patienceUntil = Date.now() + limits.batchRoomSeconds * 1000;
  for (;;) {
    const now = Date.now();
    let underWay = 0;
    for (const each of held) {
      if (each.until < now) held.delete(each);
      else underWay += each.calls;
    }
    if (underWay + calls <= most.atOnce) break;
    if (gone.aborted || now > patienceUntil) {
      throw new Error(
        `batch: got ${calls} calls beside ${underWay} that are under way, expected at most ${most.atOnce} at once`,
      );
    }
    await scheduler.wait(LOOK_MS);
  }
  const own = { calls, until: Date.now() + LONGEST_MS };
  held.add(own);
  return () => held.delete(own);
}
