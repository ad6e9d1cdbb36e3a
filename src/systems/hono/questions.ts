import { hc } from 'hono/client';
import { logRequests } from '../../links/traffic.ts';
import { apiOf, type BenchProbed, freshLink, type ProbeApi } from '../../questions/kit.ts';
import { callerOf } from './client.ts';
import type { AppType } from './routes.ts';

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
  open(world) {
    const link = freshLink(world, { system: 'hono', arm: 'http' });
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
      system: 'hono',
      url: link.url,
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
  skipped: [
    {
      probes: ['batching-order'],
      why: 'Each call is a request of its own, which nothing orders.',
    },
    {
      probes: ['transports-websocket', 'transports-message-port'],
      why: 'Its calls are HTTP requests and nothing else.',
    },
    { probes: ['loss-told', 'disposal-closes'], why: 'Nothing is open between two requests.' },
    { probes: ['loss-reconnect', 'loss-resume'], why: 'Nothing is open on which it could listen.' },
    { probes: ['hibernation'], why: 'It has no socket that could outlive its object.' },
    {
      probes: ['disposal-reference', 'disposal-connection'],
      why: 'JSON passes no object by reference, so there is none to give up.',
    },
    {
      probes: ['references-onwards', 'security-guess'],
      why: 'JSON passes neither functions nor objects by reference.',
    },
  ],
};
