import {
  type AnyTRPCRouter,
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  type inferRouterContext,
  isTrackedEnvelope,
  transformTRPCResponse,
  TRPCError,
} from '@trpc/server';
import {
  parseTRPCMessage,
  type TRPCClientOutgoingMessage,
  type TRPCErrorShape,
  type TRPCResponseMessage,
} from '@trpc/server/rpc';
import { isFields } from '../../../bench-workers/guard/frame.ts';

type Id = NonNullable<TRPCClientOutgoingMessage['id']>;
type Config = Parameters<typeof transformTRPCResponse>[0];
type Asked = Exclude<TRPCClientOutgoingMessage, { method: 'subscription.stop' }>;

/**
 * One client over a WebSocket of the platform. The library’s own handler is for Node’s `ws` and asks
 * for Node’s Buffer, so this does what it does by the functions that the library exports for that.
 */
export class TrpcConnection<Router extends AnyTRPCRouter> {
  readonly #router: Router;
  readonly #ctx: inferRouterContext<Router>;
  readonly #send: (text: string) => void;
  readonly #config: Config;
  readonly #subscriptions = new Map<Id, AbortController>();

  /** @param send is not called after {@link close} */
  constructor(router: Router, ctx: inferRouterContext<Router>, send: (text: string) => void) {
    this.#router = router;
    this.#config = router._def._config as Config;
    this.#ctx = ctx;
    this.#send = send;
  }

  /** Takes a frame: a message, or a list of those of one tick. */
  message(text: string): void {
    if (text === 'PING') return this.#send('PONG');
    if (text === 'PONG') return;
    const { transformer } = this.#config;
    let messages: TRPCClientOutgoingMessage[];
    try {
      const json: unknown = JSON.parse(text);
      const list: unknown[] = Array.isArray(json) ? json : [json];
      messages = list.map((each) => parseTRPCMessage(each, transformer));
    } catch (cause) {
      return this.#reject(null, undefined, new TRPCError({ code: 'PARSE_ERROR', cause }));
    }
    for (const [index, message] of messages.entries()) void this.#take(message, index);
  }

  /** Ends what is under way. */
  close(): void {
    for (const controller of this.#subscriptions.values()) controller.abort();
    this.#subscriptions.clear();
  }

  async #take(message: TRPCClientOutgoingMessage, batchIndex: number): Promise<void> {
    const { id } = message;
    if (message.method === 'subscription.stop') {
      if (id !== null) this.#subscriptions.get(id)?.abort();
      return;
    }
    try {
      if (id === null) throw new TRPCError({ code: 'PARSE_ERROR', message: '`id` is required' });
      await this.#answer(id, message, batchIndex);
    } catch (cause) {
      this.#reject(id, message, getTRPCErrorFromUnknown(cause));
    }
  }

  async #answer(id: Id, { method: type, params }: Asked, batchIndex: number): Promise<void> {
    const { path } = params;
    const input = resumedFrom(params);
    const controller = new AbortController();
    const isSubscription = type === 'subscription';
    if (isSubscription) {
      if (this.#subscriptions.has(id)) {
        throw new TRPCError({ code: 'BAD_REQUEST', message: `Duplicate id ${id}` });
      }
      this.#subscriptions.set(id, controller);
    }
    try {
      const data: unknown = await callTRPCProcedure({
        ...{ router: this.#router, ctx: this.#ctx, path, type, batchIndex },
        getRawInput: () => Promise.resolve(input),
        signal: controller.signal,
      });
      if (!isSubscription) return this.#respond({ id, result: { type: 'data', data } });
      this.#respond({ id, result: { type: 'started' } });
      await this.#stream(id, data as AsyncIterable<unknown>, controller.signal);
      this.#respond({ id, result: { type: 'stopped' } });
    } finally {
      if (isSubscription) this.#subscriptions.delete(id);
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
    this.#send(JSON.stringify(transformTRPCResponse(this.#config, response)));
  }

  #reject(id: Id | null, asked: Asked | undefined, error: TRPCError): void {
    const { path, input } = asked?.params ?? {};
    const shape = getTRPCErrorShape({
      ...{ config: this.#config, ctx: this.#ctx as object, error, path, input },
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
