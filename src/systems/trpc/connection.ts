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
import {
  type CostBudget,
  ensure,
  ensureReadable,
  isFields,
  parseSkeleton,
} from '../../../bench-workers/guard/message.ts';
import type { Check } from '../../../bench-workers/guard/socket-guard.ts';
import { checkSuperjson } from '../../../bench-workers/guard/superjson.ts';
import { limits } from '../../../bench-workers/limits.ts';

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

  /** Subscriptions that are under way. */
  get open(): number {
    return this.#subscriptions.size;
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
    const stopped = new Promise<'stopped'>((resolve) =>
      signal.addEventListener('abort', () => resolve('stopped')),
    );
    for (;;) {
      const next = await Promise.race([iterator.next(), stopped]);
      if (next === 'stopped') return void iterator.return?.();
      if (next.done === true) return;
      if (isTrackedEnvelope(next.value)) {
        const [eventId, data] = next.value;
        this.#respond({ id, result: { type: 'data', id: eventId, data: { id: eventId, data } } });
      } else {
        this.#respond({ id, result: { type: 'data', data: next.value } });
      }
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

/** Refuses a message of too many calls: each that fails is answered at length. */
export function ensureFew(calls: number): void {
  ensure('message.calls', calls, limits.message.calls);
}

/** Checks a frame: one call, or a list of them. */
export const checkTrpc: Check = (text) => {
  if (!text.trimStart().startsWith('[')) return;
  const calls = parseSkeleton(text);
  ensureFew(Array.isArray(calls) ? calls.length : 0);
};

/** The same where inputs are superjson’s. */
export const checkTrpcSuperjson: Check = (text, costs) => {
  if (text === 'PING' || text === 'PONG') return;
  const calls = [parseSkeleton(text)].flat();
  ensureFew(calls.length);
  for (const call of calls) {
    const params = isFields(call) ? call['params'] : undefined;
    checkInput(isFields(params) ? params['input'] : undefined, costs);
  }
};

/** Checks what is sent over HTTP: an input, or in a batch inputs by the places of their calls. */
export const checkSuperjsonInput =
  (isBatch: boolean): Check =>
  (text, costs) => {
    const sent = parseSkeleton(text);
    const inputs = isBatch && isFields(sent) ? Object.values(sent) : [sent];
    for (const input of inputs) checkInput(input, costs);
  };

function checkInput(input: unknown, costs: CostBudget): void {
  if (input === undefined) return;
  ensureReadable(isFields(input), 'an input as superjson writes it');
  checkSuperjson(input['json'], input['meta'], costs);
}
