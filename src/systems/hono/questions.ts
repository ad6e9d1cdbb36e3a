import { hc } from 'hono/client';
import { logRequests } from '../../links/traffic.ts';
import { apiOf, type BenchProbed, type ProbeApi } from '../../questions/kit.ts';
import { type AppType, callerOf } from './client.ts';

/** Each call is a request of its own: there is nothing to open. */
export const probed: BenchProbed = {
  fails: {
    values:
      'undefined numbers minus-zero bigint date regexp map set bytes typed-arrays cycle alias error url blob stream',
    errors: 'stack cause fields name text unsendable',
    pipelining: 'chain property argument map',
    references: 'function-result function-inside callback object',
    direction: 'symmetric push progress stream',
    batching: 'frames round-trip',
    transports: 'http-batch http-chain workers-rpc',
    security: 'capability',
  },
  open(link) {
    function open() {
      const log = logRequests();
      const closing = new AbortController();
      const client = hc<AppType>(link.url('http'), { fetch: log.fetch });
      const call = callerOf(client);
      return {
        client,
        api: apiOf<ProbeApi>((method, args) => call(method, args, { signal: closing.signal })),
        requests: log.requests,
        log,
        hold: (signal: AbortSignal) => call('hold', ['never'], { signal }),
        [Symbol.dispose]: () => closing.abort(new Error('closed')),
      };
    }
    return {
      connect: () => Promise.resolve(open()),
      post: open,
      get() {
        const { client, requests } = open();
        const api = apiOf<ProbeApi>(async (method, [a, b]) => {
          const query = { a: String(a), b: String(b) };
          return (await client[method as 'add'].$get({ query })).json();
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
    'batching-order': 'Each call is a request of its own, which nothing orders.',
    'transports-websocket transports-message-port': 'Its calls are HTTP requests and nothing else.',
    'loss-told disposal-closes': 'Nothing is open between two requests.',
    'loss-reconnect loss-resume': 'Nothing is open on which it could listen.',
    hibernation: 'It has no socket that could outlive its object.',
    'disposal-reference disposal-connection':
      'JSON passes no object by reference, so there is none to give up.',
    'references-onwards security-guess': 'JSON passes neither functions nor objects by reference.',
  },
};
