/** Counts what passes over sockets and requests, the same for every arm. */
import type { Meter, Payload, Channel, Connect } from '../harness/plan/index.ts';
import type {
  EventSourceClass,
  WebSocketClass,
  Bench,
  BenchConnect,
  ConnectOptions,
} from './options.ts';

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
 * Wraps a fetch so that requests, answers and the bytes of their bodies are counted, without
 * their heads: a request and its answer are a frame each. Counts request bodies that are text, and
 * answers that are read as text, as JSON or as a stream.
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

/**
 * Lets the chunks of a body pass and counts them as one answer, each when it comes: a client that has
 * all it waits for may give up the rest.
 */
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
