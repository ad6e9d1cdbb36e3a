import { hc } from 'hono/client';
import { logRequests } from '../../links/traffic.ts';
import type { ProbeApi } from '../../questions/kit.ts';
import { apiOf, type BenchProbed, plainRequests, requesting } from '../../questions/probed.ts';
import { type AppType, callerOf } from './client.ts';

/** Each call is a request of its own: there is nothing to open. */
export const probed: BenchProbed = {
  fails: {
    ...plainRequests.fails,
    errors: 'stack cause fields name text unsendable',
    security: 'capability',
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
    ...plainRequests.skipped,
    'transports-websocket transports-message-port': 'Its calls are HTTP requests and nothing else.',
    'references-onwards security-guess': 'JSON passes neither functions nor objects by reference.',
  },
};
