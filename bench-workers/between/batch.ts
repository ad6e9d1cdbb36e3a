/** Makes the calls of a batch in the order that it asks for. */
import { payloadAt } from '../payload-text.ts';
import type { Batch } from './protocol.ts';

/** Makes one call and resolves to what it returned. Calls of one turn may share a message. */
export type Call = (at: number, n: number, text: string) => Promise<number>;

/** What has come back of a batch so far. */
export interface Returned {
  count: number;
}

/** @returns what the calls returned, in their order */
export async function runBatch(
  { calls, order, bytes, objects, first }: Batch,
  call: Call,
  returned: Returned,
): Promise<number[]> {
  const one = async (at: number): Promise<number> => {
    const value = await call(at % objects, first + at, payloadAt(bytes, first + at));
    returned.count += 1;
    return value;
  };
  const all = Array.from({ length: calls }, (_, at) => at);
  if (order === 'at-once') return Promise.all(all.map(one));
  const size = order === 'in-a-row' ? 1 : order.waves;
  const results: number[] = [];
  for (let from = 0; from < calls; from += size) {
    results.push(...(await Promise.all(all.slice(from, from + size).map(one))));
  }
  return results;
}
