/** A link is what a client opens its connection over: a bench, one arm, and one object. */
import type { Channel, Connect, Connection, Meter } from '../../core/plan/index.ts';
import { type EventSourceClass, meterEvents, meterFetch } from './http.ts';
import { meterSockets, openSocket, type WebSocketClass } from './socket.ts';

/** What a run’s world reaches a bench through. */
export interface Bench {
  /** Origin of the bench, without a trailing slash: `https://example.org`. */
  origin: string;
  WebSocketClass: WebSocketClass;
  /** What an arm without a socket sends its requests through; the runtime's own unless given. */
  fetch?: typeof globalThis.fetch;
  /** Absent in a runtime that has none. */
  EventSourceClass?: EventSourceClass;
}

/** What a contestant from outside opens one connection to one fresh object with. */
export interface ConnectOptions extends Bench {
  /** Random id of the object, a UUID of version 4. The bench refuses any other form. */
  object: string;
}

export interface Link extends ConnectOptions {
  /** Name of the arm, the last part of its id. */
  arm: string;
  fetch: typeof globalThis.fetch;
  /** Address of the object, without a slash at its end. */
  url: (scheme: 'ws' | 'http') => string;
  /** Opens a WebSocket to the object. */
  socket(): Promise<WebSocket>;
}

/** Where a bench serves an arm: `capnweb/in-memory`, with what its addresses end with behind the object. */
export interface Served {
  system: string;
  arm: string;
  suffix?: string | undefined;
}

/** A link to one object of a bench. */
export function linkTo({ system, arm, suffix = '' }: Served, options: ConnectOptions): Link {
  const { origin, object, WebSocketClass } = options;
  const url: Link['url'] = (scheme) =>
    `${origin.replace(/^http/, scheme)}/bench/${system}/${arm}/${object}${suffix}`;
  return {
    ...options,
    arm,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    url,
    socket: () => openSocket(new WebSocketClass(url('ws'))),
  };
}

/** Whether it is a bench that a world reaches. */
export function isBench(through: unknown): through is Bench {
  return through instanceof Object && 'origin' in through && 'WebSocketClass' in through;
}

/** The same bench, with sockets and requests that a channel’s meter counts. */
function metered(bench: Bench, { id, meter }: Pick<Channel, 'id' | 'meter'>): ConnectOptions {
  const { origin, WebSocketClass, fetch, EventSourceClass } = bench;
  return {
    origin,
    object: id,
    WebSocketClass: meterSockets(WebSocketClass, meter),
    ...(fetch && { fetch: meterFetch(fetch, meter) }),
    ...(EventSourceClass && { EventSourceClass: meterEvents(EventSourceClass, meter) }),
  };
}

const nothing = () => undefined;

/** The meter of whoever measures nothing. */
export const noMeter: Meter = { count: nothing, opened: nothing, lost: nothing };

/** A channel to a bench for whoever measures nothing. */
export function benchChannel({ object, ...bench }: ConnectOptions): Channel {
  return { id: object, meter: noMeter, deadlineMs: Infinity, through: bench };
}

/** Opens a connection of an arm over what a bench is reached through. */
export type BenchConnect<Operations> = (options: ConnectOptions) => Promise<Connection<Operations>>;

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

/** What an arm without a socket sends its requests through. */
export interface Requests {
  /** Address of the object, with http and without a slash at its end. */
  address: string;
  /** Ends with {@link close}, what is under way as well as what is asked later. */
  fetch: typeof globalThis.fetch;
  /** Is aborted when the connection is closed. */
  closing: AbortSignal;
  close: () => void;
}

/** The requests of one connection to one object: there is nothing to open. */
export function requestsOver(link: Link): Requests {
  const closing = new AbortController();
  return {
    address: link.url('http'),
    fetch(input, init) {
      const given = init?.signal ?? undefined;
      const signals = given === undefined ? [closing.signal] : [closing.signal, given];
      return link.fetch(input, { ...init, signal: AbortSignal.any(signals) });
    },
    closing: closing.signal,
    close: () => closing.abort(new Error('the client was closed')),
  };
}
