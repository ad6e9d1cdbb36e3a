import { unreadableBody } from '../../../../bench-workers/guard/requests.ts';
import type { Server } from '../../../../bench-workers/server.ts';
import { methodOf } from '../../../wire/service/arguments.ts';
import type { Shape } from '../../../wire/service/items.ts';
import { EVENTS } from './system.ts';

/** How the answer to a stream is written. */
interface Form {
  type: string;
  line: (item: string) => string;
  /** The text behind the last item. */
  end?: string;
}

const lines: Form = { type: 'application/jsonl', line: (item) => `${JSON.stringify(item)}\n` };

const events: Form = {
  type: 'text/event-stream',
  line: (item) => `data: ${item}\n\n`,
  // An EventSource takes the end of its answer for a loss, and asks again.
  end: 'event: end\ndata:\n\n',
};

/**
 * Answers calls. The address ends with the name of the method; the body is the list of its arguments, or the query
 * for a stream. The answer is `{"result":2}`, or status 400 with `{"error":{"name":"TypeError","message":"…"}}`.
 */
export const server: Server = {
  query: 'args',
  async answer({ text, path }, { service }, arm) {
    const args = readArguments(text);
    if (args === undefined) return unreadableBody('a JSON list of arguments');
    try {
      const name = methodOf(path);
      if (name === 'down') {
        return await streamed(service.down(args[0] as Shape), arm === EVENTS ? events : lines);
      }
      const result = await service.call(name, args);
      return Response.json({ result: result ?? null });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      return Response.json({ error: { name, message } }, { status: 400 });
    }
  },
};

function readArguments(text: string): unknown[] | undefined {
  try {
    const args: unknown = JSON.parse(text);
    return Array.isArray(args) ? (args as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

/** An answer that goes on. Its first item is made before it begins, because that may throw. */
async function streamed(
  items: AsyncGenerator<string, void>,
  { type, line, end }: Form,
): Promise<Response> {
  const encoder = new TextEncoder();
  let next = await items.next();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next.done === true) {
        if (end !== undefined) controller.enqueue(encoder.encode(end));
        return controller.close();
      }
      controller.enqueue(encoder.encode(line(next.value)));
      next = await items.next();
    },
    cancel: async () => void (await items.return()),
  });
  return new Response(body, { headers: { 'Content-Type': type } });
}
