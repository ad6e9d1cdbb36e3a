import {
  createTRPCClient,
  createWSClient,
  httpBatchLink,
  type TRPCClient,
  wsLink,
} from '@trpc/client';
import superjson from 'superjson';
import { address, type BenchProbed, type Posted, type ProbeApi } from '../../questions/kit.ts';
import { logRequests, logSockets } from '../../links/traffic.ts';
import { fail, iterated, partly } from '../../questions/outcome.ts';
import type { Amount } from '../../service/flow.ts';
import { apiOf } from '../../questions/kit.ts';
import { mutations } from './probe-methods.ts';
import type { ProbeRouter } from './probe-router.ts';

export const probed: BenchProbed = {
  fails: {
    values: 'typed-arrays url blob stream',
    errors: 'stack cause fields name unsendable',
    pipelining: 'chain property argument map',
    references: 'function-result function-inside callback object',
    direction: 'symmetric back-pressure',
    transports: 'http-chain message-port workers-rpc',
    loss: 'closed-by-owner',
    hibernation: 'accepts sleeps',
    security: 'capability amplification',
  },
  open(world) {
    const addressOf = address(world.origin, `trpc/superjson/${world.freshObject()}`);
    async function connect(onClose?: () => void) {
      const log = logSockets(world.WebSocketClass);
      const { promise: opened, resolve: onOpen } = Promise.withResolvers<void>();
      const socket = createWSClient({
        url: addressOf('ws'),
        WebSocket: log.WebSocketClass as typeof WebSocket,
        onOpen,
        ...(onClose && { onClose }),
      });
      const link = wsLink<ProbeRouter>({ client: socket, transformer: superjson });
      const client = createTRPCClient<ProbeRouter>({ links: [link] });
      await opened;
      return {
        client,
        api: callsOf(client),
        log,
        numbers: (count: number) =>
          subscribed((handlers) => client.numbers.subscribe([count], handlers)),
        flow: (amount: Amount) =>
          subscribed((handlers) => client.flow.subscribe([amount], handlers)),
        resuming: (count: number) => ({
          how: 'with ids by tracked()',
          drop: () => log.drop(),
          numbers: subscribed(({ onData, onComplete }) =>
            client.resumed.subscribe({ count }, { onData: ({ data }) => onData(data), onComplete }),
          ),
        }),
        hold: (signal: AbortSignal) => client.hold.mutate(['never'], { signal }),
        [Symbol.dispose]: () => void socket.close(),
      };
    }
    function post(): Posted {
      const { fetch, requests } = logRequests();
      const send = (input: RequestInfo | URL | string, init?: object) => fetch(input, init);
      const link = httpBatchLink<ProbeRouter>({
        url: addressOf('http'),
        fetch: send,
        transformer: superjson,
      });
      return { api: callsOf(createTRPCClient<ProbeRouter>({ links: [link] })), requests };
    }
    return {
      system: 'trpc',
      address: addressOf,
      lossHandler: 'onClose',
      connect: ({ onLost } = {}) => connect(onLost),
      async listen(name, onData) {
        const connection = await connect();
        await new Promise<void>((resolve) => {
          connection.client.listen.subscribe([name], { onData, onStarted: () => resolve() });
        });
        return { ...connection, send: (other, payload) => other.publish(name, payload) };
      },
      post,
      get: post,
      byHand: {
        call: (path) => message('query', path.join('.'), []),
        echo(text, times) {
          const same = Array.from({ length: times - 1 }, (_, index) => `0.${index + 1}`);
          const texts = [text, ...same.map(() => '')];
          return message('mutation', 'echo', [texts], { '0.0': same });
        },
        refusal: /"error":/,
      },
    };
  },
  skipped: [
    {
      probes: ['disposal-reference', 'disposal-connection'],
      why: 'It passes no object by reference, so there is none to give up.',
    },
    { probes: ['security-guess'], why: 'It passes no object by reference.' },
  ],
  own: {
    async 'transports-message-port'() {
      const links = Object.keys(await import('@trpc/client')).filter((key) => key.endsWith('Link'));
      const found = links.some((link) => /port|message|channel/i.test(link));
      return found ? partly('untried') : fail(`none of its links: ${links.join(', ')}`);
    },
  },
};

function message(method: string, path: string, json: unknown[], same?: object): string[] {
  const input = { json, ...(same && { meta: { v: 1, referentialEqualities: same } }) };
  return [JSON.stringify({ id: 1, method, params: { path, input } })];
}

type Procedure = Record<'query' | 'mutate', (input: readonly unknown[]) => unknown>;

/** A procedure has one input: here the list of a method’s arguments. */
function callsOf(client: TRPCClient<ProbeRouter>): ProbeApi {
  const procedures = client as unknown as Record<string, Procedure>;
  return apiOf((name, args) => procedures[name]?.[mutations.has(name) ? 'mutate' : 'query'](args));
}

/** What a subscription is told of. */
interface Handlers {
  onData: (data: unknown) => void;
  onComplete: () => void;
}

/** What comes of a subscription, which ends when nobody reads it any more. */
async function* subscribed(
  subscribe: (handlers: Handlers) => { unsubscribe(): void },
): AsyncGenerator {
  let ended = false;
  let subscription: { unsubscribe(): void } | undefined;
  const end = (close: () => void) => {
    if (ended) return;
    ended = true;
    close();
  };
  const stream = new ReadableStream<unknown>({
    start(controller) {
      subscription = subscribe({
        onData: (each) => ended || controller.enqueue(each),
        onComplete: () => end(() => controller.close()),
      });
    },
    cancel: () => end(() => subscription?.unsubscribe()),
  });
  yield* iterated(stream);
}
