/** Makes the calls of a batch in the order that it asks for. */
import { type Batch, most } from '../../src/places/objects/protocol.ts';
import { limits } from '../limits.ts';
import { payloadAt } from '../payloads.ts';

/** Makes one call and resolves to what it returned. Calls of one turn may share a message. */
export type Call = (at: number, n: number, text: string) => Promise<number>;

/** How far a batch has come. */
export interface Progress {
  /** Calls that have returned. */
  returned: number;
  /** Whether nobody waits for it any more: calls that were not made by then are not made. */
  over: boolean;
}

/**
 * @returns what the calls returned, in their order
 * @throws what the first call threw that failed
 */
export async function runBatch(
  { calls, order, bytes, objects, first }: Batch,
  call: Call,
  progress: Progress,
): Promise<number[]> {
  const one = async (at: number): Promise<number> => {
    const value = await call(at % objects, first + at, payloadAt(bytes, first + at));
    progress.returned += 1;
    return value;
  };
  const all = Array.from({ length: calls }, (_, at) => at);
  if (order === 'at-once') return Promise.all(all.map(one));
  const size = order === 'in-a-row' ? 1 : order.waves;
  const results: number[] = [];
  for (let from = 0; from < calls && !progress.over; from += size) {
    results.push(...(await Promise.all(all.slice(from, from + size).map(one))));
  }
  return results;
}

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
