/** Makes the calls of a batch in the order that it asks for. */
import type { Batch } from '../../src/wire/objects/protocol.ts';
import type { BenchMethods } from '../env.ts';

/** Makes the call of a number and resolves to what it returned. Calls of one turn may share a message. */
export type Call = (n: number) => Promise<number>;

/** How far a batch has come. */
export interface Progress {
  /** Calls that have returned. */
  returned: number;
  /** Whether nobody waits for it any more: calls that were not made by then are not made. */
  over: boolean;
}

/**
 * @param onReturned called after each call
 * @returns what the calls returned, in their order
 * @throws what the first call threw that failed
 */
export async function runBatch(
  { calls, order, first }: Batch,
  call: Call,
  progress: Progress,
  onReturned: () => void,
): Promise<number[]> {
  const one = async (at: number): Promise<number> => {
    const value = await call(first + at);
    progress.returned += 1;
    onReturned();
    return value;
  };
  const all = Array.from({ length: calls }, (_, at) => at);
  if (order === 'at-once') return Promise.all(all.map(one));
  const results: number[] = [];
  for (const at of all) {
    if (progress.over) break;
    results.push(await one(at));
  }
  return results;
}

/** What a client of a library reaches of the object that is called. */
export type EffectTarget = Pick<BenchMethods, 'effect'>;

/** Both ends of a socket between two objects, as a library speaks over it. */
export interface SpokenBetween {
  /** Answers the calls that arrive over a socket. */
  serve(socket: WebSocket, target: EffectTarget): void;
  /** Calls the object at the other end of a socket. */
  connect(socket: WebSocket): { effect(n: number): PromiseLike<number> };
}

/** What a way of calling is given to work with. */
export interface Caller {
  ctx: DurableObjectState;
  /** A stub of the object that is called. */
  stub: () => DurableObjectStub<BenchMethods>;
  /** Counts a call that reached no other object. */
  count: () => void;
  /** Is aborted when the client is gone: what is open to other objects is closed then. */
  gone: AbortSignal;
}

/** A way of calling, made once for each connection of a client. */
export type MakeWay = (caller: Caller) => Call;
