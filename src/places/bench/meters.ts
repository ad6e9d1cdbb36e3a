/** Counts what passes over sockets and requests, the same for every arm. */
import type { Meter, Payload } from '../../harness/plan/index.ts';
import type { WebSocketClass } from './options.ts';

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

/**
 * Wraps a fetch so that requests, answers and the bytes of their bodies are counted, without
 * their heads: a request and its answer are a frame each. Counts request bodies that are text, and
 * answers that are read as text or as JSON, or are passed on as a stream once that has ended.
 */
export function meterFetch(base: typeof globalThis.fetch, meter: Meter): typeof globalThis.fetch {
  return async (input, init) => {
    meter.count('out', typeof init?.body === 'string' ? init.body : '');
    const response = await base(input, init);
    const text = response.text.bind(response);
    response.text = async () => {
      const body = await text();
      meter.count('in', body);
      return body;
    };
    response.json = async () => JSON.parse(await response.text()) as unknown;
    const { body } = response;
    if (body !== null) {
      const pass = body.pipeThrough.bind(body);
      body.pipeThrough = (...to) => pass(counting(meter)).pipeThrough(...to);
    }
    return response;
  };
}

/** Lets the chunks of a body pass and counts them as one answer. */
function counting(meter: Meter): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      controller.enqueue(chunk);
    },
    flush: () => meter.count('in', new Uint8Array(bytes)),
  });
}
