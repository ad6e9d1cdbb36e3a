/** HTTP, as clients use it: requests and events that are counted, and that end with their connection. */
import type { EventSourceClass, Meter } from '../../core/plan/index.ts';

/** An EventSource class whose sources count a request when they are made, and the data of each event. */
export function meterEvents(Base: EventSourceClass, meter: Meter): EventSourceClass {
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
