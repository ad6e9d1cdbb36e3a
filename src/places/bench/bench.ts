/** A bench as a run reaches it: one way of opening a connection. */
import type { Channel, Connect } from '../../harness/plan/index.ts';
import { meterEvents, meterFetch, meterSockets } from './meters.ts';
import type { Bench, BenchConnect, ConnectOptions } from './options.ts';

/** Whether it is a bench that a world reaches. */
export function isBench(through: unknown): through is Bench {
  return through instanceof Object && 'origin' in through && 'WebSocketClass' in through;
}

/** What a client opens a connection with whose sockets and requests the channel’s meter counts. */
function metered(bench: Bench, { id, meter }: Pick<Channel, 'id' | 'meter'>) {
  const { origin, WebSocketClass, fetch, EventSourceClass } = bench;
  return {
    origin,
    object: id,
    WebSocketClass: meterSockets(WebSocketClass, meter),
    ...(fetch && { fetch: meterFetch(fetch, meter) }),
    ...(EventSourceClass && { EventSourceClass: meterEvents(EventSourceClass, meter) }),
  } satisfies ConnectOptions;
}

/** A channel to a bench for whoever measures nothing: what passes is not counted. */
export function benchChannel({ object, ...bench }: ConnectOptions): Channel {
  const nothing = () => undefined;
  const meter = { count: nothing, opened: nothing, lost: nothing };
  return { id: object, meter, deadlineMs: Infinity, through: bench };
}

/**
 * An arm whose other end a bench serves. It rejects with a TypeError in a world that reaches none.
 *
 * @param origin of what serves it, where that is not the bench of the run
 */
export function overBench<Operations>(
  connect: BenchConnect<Operations>,
  origin?: string,
): Connect<Operations> {
  return async ({ through, ...channel }) => {
    if (!isBench(through)) {
      throw new TypeError(`connect: got ${String(through)} to reach it through, expected a bench`);
    }
    return connect(metered({ ...through, ...(origin !== undefined && { origin }) }, channel));
  };
}
