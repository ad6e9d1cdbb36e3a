import { hc } from 'hono/client';
import { logRequests } from '../../../wire/links/traffic.ts';
import {
  apiOf,
  type BenchProbed,
  plainRequests,
  type ProbeApi,
  requesting,
} from '../../../matrix/questions/client-kit.ts';
import { type AppType, callerOf } from './client.ts';

/** Each call is a request of its own: there is nothing to open. */
export const probed: BenchProbed = {
  code: {
    bundle: `export { hc } from 'hono/client';`,
    types: {
      prelude: `
import { Hono } from 'hono';
import { hc } from 'hono/client';
import { validator } from 'hono/validator';
const takes = <Input>() => validator('json', (input: unknown) => input as Input);
const server = new Hono()
  .post('/add', takes<[number, number]>(), (c) => c.json(methods.add(...c.req.valid('json'))))
  .post('/user', takes<[number]>(), (c) => c.json(methods.user(...c.req.valid('json'))))
  .post('/echo', takes<[unknown]>(), (c) => c.json(methods.echo(...c.req.valid('json'))))
  .post('/fail', takes<['type']>(), (c) => c.json(methods.fail(...c.req.valid('json'))))
  .post('/callBack', takes<[(value: number) => unknown, number]>(), async (c) =>
    c.json(await methods.callBack(...c.req.valid('json'))),
  );
export const api = hc<typeof server>('https://example.org');
`,
      call: (method, args) => `(await api.${method}.$post({ json: [${args}] })).json()`,
      inferred: `const own = new Hono().post('/half', takes<number>(), (c) => c.json(c.req.valid('json') / 2));
    const answer = await hc<typeof own>('https://example.org').half.$post({ json: 4 });
    export const half: number = await answer.json();`,
    },
  },
  open(link) {
    const clientOver = (send: typeof fetch) => hc<AppType>(link.url('http'), { fetch: send });
    const client = () =>
      requesting((send) => {
        const call = callerOf(clientOver(send));
        return (method, args, signal) => call(method, args, { signal });
      });
    return {
      connect: () => Promise.resolve(client()),
      post: client,
      get() {
        const { fetch: send, requests } = logRequests();
        const api = apiOf<ProbeApi>(async (method, [a, b]) => {
          const query = { a: String(a), b: String(b) };
          return (await clientOver(send)[method as 'add'].$get({ query })).json();
        });
        return { api, requests };
      },
      byHand: {
        posted: true,
        call: () => ['{}'],
        echo: (text) => [JSON.stringify({ value: [text] })],
        refusal: /^404 Not Found/,
      },
    };
  },
  skipped: {
    ...plainRequests,
    'transports-websocket transports-message-port': 'Its calls are HTTP requests and nothing else.',
    'references-onwards': 'JSON passes no functions by reference.',
  },
};
