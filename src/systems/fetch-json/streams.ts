/** Streams without a library: the body of an answer, a line for each item, or events for an EventSource. */
import { addressOf, armOf, jsonError } from '../../../bench-workers/http.ts';
import type { StreamServer } from '../../../bench-workers/streams/server.ts';
import { isCut, placeOf, type Shape } from '../../places/streams/items.ts';

const forms = {
  fetch: {
    type: 'application/jsonl',
    id: () => '',
    line: (item: string) => `${JSON.stringify(item)}\n`,
    end: '',
  },
  events: {
    type: 'text/event-stream',
    id: (item: string) => `id: ${placeOf(item)}\n`,
    line: (item: string) => `data: ${item}\n\n`,
    // Without it the client would take the end for a loss, and ask again.
    end: 'event: end\ndata:\n\n',
  },
};

export const streamServer: StreamServer = {
  async answer(request, { streams }) {
    if (addressOf(request).path === 'passed') return Response.json(streams.passed());
    const { type, id, line, end } = forms[armOf(request) === 'events' ? 'events' : 'fetch'];
    const encoder = new TextEncoder();
    let items: AsyncGenerator<string, void>;
    let next: IteratorResult<string, void>;
    let hasIds: boolean;
    try {
      const shape = shapeOf(request);
      items = streams.down(shape);
      // Only where a client may have to ask for those after it.
      hasIds = isCut(shape);
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
        const own = hasIds ? id(next.value) : '';
        controller.enqueue(encoder.encode(own + line(next.value)));
        next = await items.next();
      },
      cancel: async () => void (await items.return()),
    });
    return new Response(body, { headers: { 'Content-Type': type } });
  },
};

const fields: ReadonlyArray<keyof Shape> = ['items', 'bytes', 'from', 'part'];

/** What an address asks for, each part of it as JSON; behind the event that a client had last, where it says so. */
function shapeOf(request: Request): Shape {
  const asked = new URL(request.url).searchParams;
  const given = fields.filter((name) => asked.has(name));
  const shape = Object.fromEntries(
    given.map((name) => [name, JSON.parse(asked.get(name) ?? '') as unknown]),
  ) as unknown as Shape;
  const last = request.headers.get('Last-Event-ID');
  return last === null || last === '' ? shape : { ...shape, from: Number(last) + 1 };
}
