import {
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  isTrackedEnvelope,
  transformTRPCResponse,
  TRPCError,
} from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import {
  parseTRPCMessage,
  type TRPCClientOutgoingMessage,
  type TRPCErrorShape,
  type TRPCResponseMessage,
} from '@trpc/server/rpc';
import { isFields } from '../../../../bench-workers/guard/frame.ts';
import { jsonError } from '../../../../bench-workers/http.ts';
import { closeCodes } from '../../../wire/limits.ts';
import type { Message, Server, ServerLink, Session } from '../../../../bench-workers/server.ts';
import type { Service } from '../../../wire/service/service.ts';
import { getTRPCErrorShape } from './error-shape.ts';
import { makeCheck, isCounted, MOST } from './check.ts';
import { plainRouter, superjsonRouter } from './router.ts';
import { SUPERJSON } from './system.ts';

type Router = typeof plainRouter | typeof superjsonRouter;
type Id = NonNullable<TRPCClientOutgoingMessage['id']>;
type Config = Parameters<typeof transformTRPCResponse>[0];
type Asked = Exclude<TRPCClientOutgoingMessage, { method: 'subscription.stop' }>;

/**
 * One client over a WebSocket of the platform. The library’s own handler needs Node’s `ws` and Buffer, so that this
 * does the same by the functions that the library exports for it.
 */
class Connection implements Session {
  readonly #router: Router;
  readonly #ctx: { service: Service };
  readonly #link: ServerLink;
  readonly #config: Config;
  readonly #subscriptions = new Map<Id, AbortController>();

  constructor(router: Router, service: Service, link: ServerLink) {
    this.#router = router;
    this.#config = router._def._config;
    this.#ctx = { service };
    this.#link = link;
  }

  /** Takes a frame: a message, or a list of those of one tick. */
  take(text: Message): void {
    if (typeof text !== 'string') {
      return this.#link.end(closeCodes.unsupported, 'expected text frames');
    }
    if (text === 'PING') return this.#link.socket.send('PONG');
    if (text === 'PONG') return;
    const { transformer } = this.#config;
    let messages: TRPCClientOutgoingMessage[];
    try {
      const list: unknown[] = [JSON.parse(text)].flat();
      messages = list.map((each) => parseTRPCMessage(each, transformer));
    } catch (cause) {
      return this.#reject(null, undefined, new TRPCError({ code: 'PARSE_ERROR', cause }));
    }
    for (const [index, message] of messages.entries()) void this.#answer(message, index);
  }

  /** Ends what is under way. */
  close(): void {
    for (const controller of this.#subscriptions.values()) controller.abort();
    this.#subscriptions.clear();
  }

  async #answer(message: TRPCClientOutgoingMessage, batchIndex: number): Promise<void> {
    const { id } = message;
    if (message.method === 'subscription.stop') {
      if (id !== null) this.#subscriptions.get(id)?.abort();
      return;
    }
    const controller = new AbortController();
    const isSubscription = message.method === 'subscription';
    try {
      if (id === null) throw new TRPCError({ code: 'PARSE_ERROR', message: '`id` is required' });
      if (isSubscription && this.#subscriptions.has(id)) {
        throw new TRPCError({ code: 'BAD_REQUEST', message: `Duplicate id ${id}` });
      }
      if (isSubscription) this.#subscriptions.set(id, controller);
      const { method: type, params } = message;
      const data: unknown = await callTRPCProcedure({
        router: this.#router,
        ctx: this.#ctx,
        path: params.path,
        type,
        batchIndex,
        getRawInput: () => Promise.resolve(resumedFrom(params)),
        signal: controller.signal,
      });
      if (!isSubscription) return this.#respond({ id, result: { type: 'data', data } });
      this.#respond({ id, result: { type: 'started' } });
      await this.#stream(id, data as AsyncIterable<unknown>, controller.signal);
      this.#respond({ id, result: { type: 'stopped' } });
    } catch (cause) {
      this.#reject(id, message, getTRPCErrorFromUnknown(cause));
    } finally {
      if (id !== null && this.#subscriptions.get(id) === controller) this.#subscriptions.delete(id);
    }
  }

  async #stream(id: Id, items: AsyncIterable<unknown>, signal: AbortSignal): Promise<void> {
    const iterator = items[Symbol.asyncIterator]();
    signal.addEventListener('abort', () => void iterator.return?.());
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      if (signal.aborted) return;
      const [event, data] = isTrackedEnvelope(next.value) ? next.value : [undefined, next.value];
      const named = event === undefined ? { data } : { id: event, data: { id: event, data } };
      this.#respond({ id, result: { type: 'data', ...named } });
    }
  }

  #respond(response: TRPCResponseMessage): void {
    this.#link.socket.send(JSON.stringify(transformTRPCResponse(this.#config, response)));
  }

  #reject(id: Id | null, asked: Asked | undefined, error: TRPCError): void {
    const { path, input } = asked?.params ?? {};
    const shape = getTRPCErrorShape({
      config: this.#config,
      ctx: this.#ctx as object,
      error,
      path,
      input,
      type: asked?.method ?? 'unknown',
    }) as TRPCErrorShape;
    this.#respond({ id, error: shape });
  }
}

/** An input with the id of the event after which a subscription is to go on, as the library’s own handler gives it. */
function resumedFrom({ input, lastEventId }: Asked['params']): unknown {
  if (lastEventId === undefined) return input;
  return isFields(input) ? { ...input, lastEventId } : (input ?? { lastEventId });
}

/** A connection for each socket, in memory, or the library’s own handler for each request. */
export const server: Server = {
  makeCheck,
  query: 'input',
  // The first asks for the answer of each call as soon as it is there; the second says which event was the last.
  headers: ['trpc-accept', 'Last-Event-ID'],
  serve: (link, { service }, arm) =>
    new Connection(arm === SUPERJSON ? superjsonRouter : plainRouter, service, link),
  answer({ request, base, path }, { service }) {
    // The address names the calls of a batch, each of which may be answered with an error of 2 kB.
    const calls = path.split(/,|%2c/i);
    const own = calls.filter((name) => !isCounted(name)).length;
    if (calls.length > MOST.calls || own > MOST.own) {
      const most = `expected at most ${MOST.calls}, of which ${MOST.own} are no methods`;
      return jsonError(400, 'limit', `batch: got ${calls.length} calls, ${most}`);
    }
    return fetchRequestHandler({
      endpoint: base,
      req: request,
      router: plainRouter,
      createContext: () => ({ service }),
    });
  },
};
