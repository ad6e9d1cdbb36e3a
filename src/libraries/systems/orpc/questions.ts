import { createORPCClient } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { BatchLinkPlugin, ClientRetryPlugin } from '@orpc/client/plugins';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { RouterClient } from '@orpc/server';
import {
  apiOf,
  type BenchProbed,
  type ClientOptions,
  type Posted,
  type ProbeApi,
} from '../../../matrix/questions/client-kit.ts';
import { answers } from '../../../matrix/questions/outcome.ts';
import { linkTo } from '../../../wire/links/link.ts';
import { logRequests, openLogged } from '../../../wire/links/traffic.ts';
import { callMethod } from '../../../wire/service/api.ts';
import { inputOf } from '../../../wire/service/arguments.ts';
import type { Shape } from '../../../wire/service/items.ts';
import type { Procedures } from './router.ts';
import { HTTP_BATCH, orpc } from './system.ts';

export const probed: BenchProbed = {
  code: {
    bundle: `
    export { createORPCClient } from '@orpc/client';
    export { RPCLink } from '@orpc/client/websocket';
  `,
    types: {
      prelude: `
import { createORPCClient, isDefinedError, safe, type ClientLink } from '@orpc/client';
import { os, type, type RouterClient } from '@orpc/server';
const server = {
  add: os.input(type<[number, number]>()).handler(({ input }) => methods.add(...input)),
  user: os.input(type<[number]>()).handler(({ input }) => methods.user(...input)),
  echo: os.input(type<[unknown]>()).handler(({ input }) => methods.echo(...input)),
  fail: os
    .errors({ QUOTA: { data: type<{ code: number }>() } })
    .input(type<['type']>())
    .handler(({ input }) => methods.fail(...input)),
  callBack: os
    .input(type<[(value: number) => unknown, number]>())
    .handler(({ input }) => methods.callBack(...input)),
};
declare const link: ClientLink<Record<never, never>>;
export const api: RouterClient<typeof server> = createORPCClient(link);
export { isDefinedError, safe };
`,
      call: (method, args) => `api.${method}([${args}])`,
      inferred: `const own = { half: os.input(type<number>()).handler(({ input }) => input / 2) };
    const client: RouterClient<typeof own> = createORPCClient(link);
    export const half: number = await client.half(4);`,
      declaredError: `const { error } = await safe(api.fail(['type']));
      if (isDefinedError(error)) { const code: number = error.data.code; console.log(code); }`,
    },
  },
  open(link) {
    const url = linkTo({ system: orpc.id, arm: HTTP_BATCH }, link).url('http');
    async function connect({ remedy }: ClientOptions = {}) {
      const { socket, log } = await openLogged(link);
      const plugins = remedy === 'retry' ? [new ClientRetryPlugin({ default: { retry: 2 } })] : [];
      const client: Procedures = createORPCClient(new SocketLink({ websocket: socket, plugins }));
      return {
        client,
        api: callsOf(client),
        log,
        numbers: (count: number) => client.numbers({ count }),
        flow: (shape: Shape) => client.down(shape),
        resuming: (count: number) => resuming(url, count),
        hold: (signal: AbortSignal) => client.hold({ key: 'never' }, { signal }),
        [Symbol.dispose]: () => socket.close(),
      };
    }
    function post(method: 'GET' | 'POST'): Posted {
      const { fetch, requests } = logRequests();
      const send = (request: Request, init: RequestInit) => fetch(request, init);
      const plugins = [new BatchLinkPlugin({ groups: [{ condition: () => true, context: {} }] })];
      const client: Procedures = createORPCClient(
        new FetchLink({ url, method, fetch: send, plugins }),
      );
      return { api: callsOf(client), requests };
    }
    return {
      connect,
      async listen(name, got, isAsleep, options) {
        const connection = await connect(options);
        const { client } = connection;
        const payloads = await (isAsleep ? client.listenAsleep() : client.listen(name));
        void (async () => {
          for await (const payload of payloads) got(payload);
        })().catch(() => undefined);
        return {
          ...connection,
          // An object that slept knows only the sockets, and no name that they listen to.
          send: (other, payload) =>
            isAsleep ? other.announce('orpc', payload) : other.publish(name, payload),
        };
      },
      post: () => post('POST'),
      get: () => post('GET'),
      byHand: {
        call: (path) => message(path.join('/')),
        echo: (text) => message('echo', [text]),
        refusal: /"s":[45]\d\d/,
      },
    };
  },
  skipped: {
    'loss-told':
      'The program opens the socket itself and listens to it; the library asks for no handler.',
    'disposal-closes': 'The program opens the socket itself, and closes it.',
  },
  own: {
    async 'transports-message-port'() {
      // The server half, which no other question has in the browser.
      const [{ os, type }, { RPCHandler: PortHandler }] = await Promise.all([
        import('@orpc/server'),
        import('@orpc/server/message-port'),
      ]);
      const { port1, port2 } = new MessageChannel();
      const add = os.input(type<[number, number]>()).handler(({ input: [a, b] }) => a + b);
      new PortHandler({ add }).upgrade(port2);
      port1.start();
      port2.start();
      const link = new PortLink({ port: port1 });
      const client = createORPCClient<RouterClient<{ add: typeof add }>>(link);
      const outcome = await answers(() => client.add([2, 3]), 5);
      port1.close();
      return outcome;
    },
  },
};

/** Numbers over HTTP: the library has an end for a socket that closed, and retries requests. */
function resuming(url: string, count: number) {
  const log = logRequests();
  const plugins = [new ClientRetryPlugin({ default: { retry: Infinity, retryDelay: 100 } })];
  const send = (request: Request, init: RequestInit) => log.fetch(request, init);
  const client: Procedures = createORPCClient(
    new FetchLink({ url, method: 'GET', fetch: send, plugins }),
  );
  async function* numbers() {
    for await (const { each } of await client.resumed(count)) yield each;
  }
  return {
    how: 'over HTTP, with ids by withEventMeta() and its ClientRetryPlugin',
    drop: () => log.drop(),
    numbers: numbers(),
  };
}

function message(path: string, json?: unknown): string[] {
  return [JSON.stringify({ i: '1', p: { u: `/${path}`, b: { json } } })];
}

function callsOf(client: Procedures): ProbeApi {
  return apiOf((name, args) => callMethod(client, name, [inputOf(name, args)]));
}
