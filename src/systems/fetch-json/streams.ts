/** Streams without a library: the body of an answer, a line for each item, or events for an EventSource. */
import { addressOf, armOf, jsonError } from '../../../bench-workers/http.ts';
import type { StreamServer } from '../../../bench-workers/probes/server.ts';
import type { Shape } from '../../service/items.ts';

const forms = {
  fetch: {
    type: 'application/jsonl',
    line: (item: string) => `${JSON.stringify(item)}\n`,
    end: '',
  },
  events: {
    type: 'text/event-stream',
    line: (item: string) => `data: ${item}\n\n`,
    // Without it the client would take the end for a loss, and ask again.
    end: 'event: end\ndata:\n\n',
  },
};

export const streamServer: StreamServer = {
  async answer(request, { streams }) {
    if (addressOf(request).path === 'passed') return Response.json(streams.passed());
    const { type, line, end } = forms[armOf(request) === 'events' ? 'events' : 'fetch'];
    const encoder = new TextEncoder();
    let items: AsyncGenerator<string, void>;
    let next: IteratorResult<string, void>;
    try {
      items = streams.down(shapeOf(request));
      // The first item tells whether there is a stream at all.
      next = await items.next();
    } catch (error) {
      return jsonError(400, 'stream', String(error));
    }
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (next.done === true) {
          if (end !== '') controller.enqueue(encoder.encode(end));
          return controller.close();
        }
        controller.enqueue(encoder.encode(line(next.value)));
        next = await items.next();
      },
      cancel: async () => void (await items.return()),
    });
    return new Response(body, { headers: { 'Content-Type': type } });
  },
};

const fields: ReadonlyArray<keyof Shape> = ['items', 'bytes', 'part'];

/** What an address asks for, each part of it as JSON. */
function shapeOf(request: Request): Shape {
  const asked = new URL(request.url).searchParams;
  const given = fields.filter((name) => asked.has(name));
  return Object.fromEntries(
    given.map((name) => [name, JSON.parse(asked.get(name) ?? '') as unknown]),
  ) as unknown as Shape;
}
