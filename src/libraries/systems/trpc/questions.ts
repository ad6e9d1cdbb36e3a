import {
  createTRPCClient,
  createWSClient,
  httpBatchLink,
  type TRPCClient,
  wsLink,
} from '@trpc/client';
import { observable, observableToAsyncIterable } from '@trpc/server/observable';
import superjson from 'superjson';
import { linkTo } from '../../../wire/links/link.ts';
import { logRequests, logSockets } from '../../../wire/links/traffic.ts';
import {
  apiOf,
  type BenchProbed,
  type ClientOptions,
  type Posted,
  type ProbeApi,
} from '../../../matrix/questions/client-kit.ts';
import { fail, partly } from '../../../matrix/questions/outcome.ts';
import type { Shape } from '../../../wire/service/items.ts';
import { callerOf } from './client.ts';
import type { ServiceRouter } from './router.ts';
import { HTTP_BATCH } from './system.ts';

const apiFrom = (client: TRPCClient<ServiceRouter>): ProbeApi => apiOf(callerOf(client));

export const probed: BenchProbed = {
  code: {
    bundle: `export { createTRPCClient, createWSClient, wsLink } from '@trpc/client';`,
    // An option of its documentation, for values that JSON lacks.
    option: { name: 'superjson', bundle: `export { default } from 'superjson';` },
    types: {
      prelude: `
import { createTRPCClient, type TRPCLink } from '@trpc/client';
import { initTRPC } from '@trpc/server';
import superjson from 'superjson';
const { procedure, router } = initTRPC.create({ transformer: superjson });
const takes = <Input>() => (input: unknown): Input => input as Input;
const server = router({
  add: procedure.input(takes<[number, number]>()).query(({ input }) => methods.add(...input)),
  user: procedure.input(takes<[number]>()).query(({ input }) => methods.user(...input)),
  echo: procedure.input(takes<[unknown]>()).query(({ input }) => methods.echo(...input)),
  fail: procedure.input(takes<['type']>()).query(({ input }) => methods.fail(...input)),
  callBack: procedure
    .input(takes<[(value: number) => unknown, number]>())
    .query(({ input }) => methods.callBack(...input)),
});
declare const link: TRPCLink<typeof server>;
export const api = createTRPCClient<typeof server>({ links: [link] });
`,
      call: (method, args) => `api.${method}.query([${args}])`,
      inferred: `const own = router({ half: procedure.input(takes<number>()).query(({ input }) => input / 2) });
    export const half: number =
      await createTRPCClient<typeof own>({ links: [] }).half.query(4);`,
    },
  },
  open(link) {
    const batches = linkTo({ system: 'trpc', arm: HTTP_BATCH }, link);
    async function connect({ onLost: onClose, remedy }: ClientOptions = {}) {
      const log = logSockets(link.WebSocketClass);
      const { promise: opened, resolve: onOpen } = Promise.withResolvers<void>();
      const connection = createWSClient({
        url: link.url('ws'),
        WebSocket: log.WebSocketClass as typeof WebSocket,
        onOpen,
        onClose,
        keepAlive: remedy === 'keep-alive' ? { enabled: true } : undefined,
      });
      const client = createTRPCClient<ServiceRouter>({
        // The type of the router does not say that there is a transformer.
        links: [wsLink({ client: connection, transformer: superjson as never })],
      });
      await opened;
      const numbers = (count: number) =>
        subscribed(({ onData, onComplete }) =>
          client.numbers.subscribe({ count }, { onData: ({ data }) => onData(data), onComplete }),
        );
      return {
        client,
        api: apiFrom(client),
        log,
        numbers,
        flow: (shape: Shape) => subscribed((handlers) => client.down.subscribe(shape, handlers)),
        resuming: (count: number) => ({
          how: 'with ids by tracked()',
          drop: () => log.drop(),
          numbers: numbers(count),
        }),
        hold: (signal: AbortSignal) => callerOf(client)('hold', ['never'], { signal }),
        [Symbol.dispose]: () => void connection.close(),
      };
    }
    function post(): Posted {
      const { fetch, requests } = logRequests();
      const send = (input: RequestInfo | URL | string, init?: object) => fetch(input, init);
      const calls = httpBatchLink<ServiceRouter>({ url: batches.url('http'), fetch: send });
      return { api: apiFrom(createTRPCClient<ServiceRouter>({ links: [calls] })), requests };
    }
    return {
      lossHandler: 'onClose',
      connect,
      async listen(name, onData, _hibernating, options) {
        const connection = await connect(options);
        await new Promise<void>((resolve) => {
          connection.client.listen.subscribe(name, { onData, onStarted: () => resolve() });
        });
        return { ...connection, send: (other, payload) => other.publish(name, payload) };
      },
      post,
      get: post,
      byHand: {
        call: (path) => message('query', path.join('.'), null),
        echo(text, times) {
          const same = Array.from({ length: times - 1 }, (_, index) => String(index + 1));
          const texts = [text, ...same.map(() => '')];
          return message('mutation', 'echo', texts, { '0': same });
        },
        refusal: /"error":/,
      },
    };
  },
  own: {
    async 'transports-message-port'() {
      const links = Object.keys(await import('@trpc/client')).filter((key) => key.endsWith('Link'));
      const found = links.some((link) => /port|message|channel/i.test(link));
      return found ? partly('untried') : fail(`none of its links: ${links.join(', ')}`);
    },
  },
};

function message(method: string, path: string, json: unknown, same?: object): string[] {
  const input = { json, meta: same ? { v: 1, referentialEqualities: same } : undefined };
  return [JSON.stringify({ id: 1, method, params: { path, input } })];
}

/** The handlers of a subscription. */
interface Handlers {
  onData: (data: unknown) => void;
  onComplete: () => void;
}

/** The items of a subscription, which ends when nobody reads it any more. */
function subscribed(subscribe: (handlers: Handlers) => { unsubscribe(): void }) {
  const items = observable<unknown>(({ next, complete }) =>
    subscribe({ onData: next, onComplete: complete }),
  );
  return observableToAsyncIterable(items, new AbortController().signal);
}
