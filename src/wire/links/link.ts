/** A link is the way from a client half to its server: a bench, one arm, and one object. */
import type {
  Connection,
  Ends,
  EventSourceClass,
  Meter,
  Open,
  Payload,
  WebSocketClass,
} from '../../core/plan/index.ts';

/** One arm and one object: all that a library from outside gets. */
export interface OutsideLink extends Pick<Ends, 'EventSourceClass'> {
  /** Origin of what serves the arm, without a trailing slash. */
  origin: string;
  /** Name of the arm, the last part of its id. */
  arm: string;
  /** Random id of the object, a UUID of version 4. The bench refuses any other form. */
  object: string;
  WebSocketClass: WebSocketClass;
  fetch: typeof globalThis.fetch;
}

export interface Link extends OutsideLink {
  /** Address of the object, without a slash at its end. */
  url: (scheme: 'ws' | 'http') => string;
  /** Opens a WebSocket to the object. */
  socket(): Promise<WebSocket>;
}

/** The beginning of an arm’s addresses, and their end behind the object: `capnweb/in-memory`. */
export interface ArmAddress {
  system: string;
  arm: string;
  suffix?: string | undefined;
  /** Origin of what serves it, if that is not the bench of the run. */
  origin?: string | undefined;
}

/** An object of a bench. Sockets and requests are the runtime’s own unless given, and counted by a meter if there is one. */
export interface LinkedObject extends Omit<Ends, 'processes'> {
  object: string;
  meter?: Meter | undefined;
}

/** A link to one object of a bench. @throws TypeError without a bench */
export function linkTo(address: ArmAddress, given: LinkedObject): Link {
  const { system, arm, suffix = '' } = address;
  const { object, meter } = given;
  const origin = address.origin ?? given.origin;
  if (origin === undefined) {
    throw new TypeError(`${system}/${arm}: got no origin to open it at, expected that of a bench`);
  }
  const { WebSocketClass: Socket = WebSocket } = given;
  const request = given.fetch ?? globalThis.fetch.bind(globalThis);
  const Events = given.EventSourceClass ?? eventSourceHere();
  const WebSocketClass = meter === undefined ? Socket : meterSockets(Socket, meter);
  const url: Link['url'] = (scheme) =>
    `${origin.replace(/^http/, scheme)}/bench/${system}/${arm}/${object}${suffix}`;
  return {
    origin,
    arm,
    object,
    WebSocketClass,
    fetch: meter === undefined ? request : meterFetch(request, meter),
    EventSourceClass:
      meter === undefined || Events === undefined ? Events : meterEvents(Events, meter),
    url,
    socket: () => openSocket(new WebSocketClass(url('ws'))),
  };
}

/** Node has no EventSource. */
const eventSourceHere = () => (typeof EventSource === 'function' ? EventSource : undefined);

/** Opens connections of an arm that a bench serves: the one way from an arm to its client half. */
export function openByLink<Operations>(
  open: (link: Link) => Promise<Connection<Operations>>,
  address: ArmAddress,
): Open<Operations> {
  return async (opening) => open(linkTo(address, opening));
}

/**
 * Waits until a socket is open. Every client half uses this, so that connect times mean the same.
 *
 * @throws Error naming the close code if the socket closes instead
 */
export function openSocket(socket: WebSocket): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket), { once: true });
    socket.addEventListener(
      'close',
      (event) => reject(new Error(`the socket did not open; it closed with code ${event.code}`)),
      { once: true },
    );
  });
}

const nothing = () => undefined;

/** The meter of a caller that measures nothing. */
export const noMeter: Meter = { count: nothing, opened: nothing, lost: nothing };

/** The requests of an arm without a socket. */
export interface Requests {
  /** Address of the object, with http and without a slash at its end. */
  address: string;
  /** After {@link close} requests under way and later ones fail. */
  fetch: typeof globalThis.fetch;
  /** Is aborted when the connection is closed. */
  closing: AbortSignal;
  close: () => void;
}

/** The requests of one connection to one object, which needs no opening. */
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

// Sockets, requests and events that are counted.

/** A WebSocket class whose sockets count messages and payload bytes, and tell when they open and close. */
export function meterSockets(Base: WebSocketClass, meter: Meter): WebSocketClass {
  return class MeteredWebSocket extends Base {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('open', () => meter.opened(this.extensions));
      this.addEventListener('message', (event: MessageEvent<Payload>) => {
        meter.count('in', event.data);
      });
      this.addEventListener('close', (event) => {
        const reason = event.reason === '' ? '' : ` (${event.reason})`;
        meter.lost(`the socket closed with code ${event.code}${reason}`);
      });
    }

    override send(data: Parameters<WebSocket['send']>[0]): void {
      super.send(data);
      meter.count('out', data);
    }
  };
}

/** An EventSource class whose sources count a request when they are made, and the data of each event. */
function meterEvents(Base: EventSourceClass, meter: Meter): EventSourceClass {
  return class MeteredEventSource extends Base {
    constructor(url: string | URL, init?: { withCredentials?: boolean }) {
      super(url, init);
      meter.count('out', '');
      this.addEventListener('message', ({ data }: MessageEvent<string>) => meter.count('in', data));
    }
  };
}

/**
 * Wraps a fetch so that it counts requests, answers and the bytes of their bodies. Bodies of requests must be text,
 * and answers must be read as text, as JSON or as a stream.
 */
export function meterFetch(base: typeof globalThis.fetch, meter: Meter): typeof globalThis.fetch {
  return async (input, init) => {
    meter.count('out', typeof init?.body === 'string' ? init.body : '');
    const response = await base(input, init);
    const { body } = response;
    const read = body?.getReader.bind(body);
    if (body !== null) {
      const pass = body.pipeThrough.bind(body);
      body.pipeThrough = (...to) => pass(counting(meter)).pipeThrough(...to);
      body.getReader = (() => pass(counting(meter)).getReader()) as typeof body.getReader;
    }
    const text = response.text.bind(response);
    response.text = async () => {
      // Node.js reads a text by the body’s own method.
      if (body !== null && read !== undefined) body.getReader = read;
      const whole = await text();
      meter.count('in', whole);
      return whole;
    };
    response.json = async () => JSON.parse(await response.text()) as unknown;
    return response;
  };
}

/** Counts the chunks of a body as one answer, each when it comes, because a client may give up the rest. */
function counting(meter: Meter): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let goesOn = false;
  return new TransformStream({
    transform(chunk, controller) {
      meter.count('in', chunk, goesOn);
      goesOn = true;
      controller.enqueue(chunk);
    },
  });
}
