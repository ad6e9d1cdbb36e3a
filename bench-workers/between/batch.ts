/** Makes the calls of a batch in the order that the client asks for. */
import type { Batch } from '../../src/wire/objects/protocol.ts';
import type { BenchMethods } from '../env.ts';

/** Makes the call of a number. Calls of one turn may share a message. @returns the result of the call */
export type Call = (n: number) => Promise<number>;

/** The progress of a batch. */
export interface Progress {
  /** Calls that have returned. */
  returned: number;
  /** True if nobody waits any more. No further calls are made then. */
  over: boolean;
}

/**
 * Makes the calls of a batch.
 *
 * @param onReturned called after each call
 * @returns the results of the calls, in their order
 * @throws the error of the first call that fails
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

/** The part of the called object that a client of a library reaches. */
export type EffectTarget = Pick<BenchMethods, 'effect'>;

/** Both ends of a library’s protocol over a socket between two objects. */
export interface SpokenBetween {
  /** Answers the calls that arrive over a socket. */
  serve(socket: WebSocket, target: EffectTarget): void;
  /** Calls the object at the other end of a socket. */
  connect: (socket: WebSocket) => { effect(n: number): PromiseLike<number> };
}

/** The tools of a way of calling. */
export interface Caller {
  ctx: DurableObjectState;
  /** A stub of the object that is called. */
  stub: () => DurableObjectStub<BenchMethods>;
  /** Counts a call that reached no other object. */
  count: () => void;
  /** Aborted when the client is gone, so that sockets to other objects are closed. */
  gone: AbortSignal;
}

/** A way of calling, made once for each connection of a client. */
export type MakeWay = (caller: Caller) => Call;
