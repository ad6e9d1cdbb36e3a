/** Makes the calls of a batch in the order that it asks for. */
import { payloadAt } from '../payload-text.ts';
import type { Batch } from '../../src/places/objects/protocol.ts';

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
