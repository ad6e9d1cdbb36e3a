import { requestsOver } from '../../links/http.ts';
import { logRequests } from '../../links/traffic.ts';
import { apiOf, type BenchProbed, type ProbeApi } from '../../questions/kit.ts';
import { post } from './client.ts';

/** Posts JSON, written by hand: there is nothing to open. */
export const probed: BenchProbed = {
  fails: {
    values:
      'undefined numbers minus-zero bigint date regexp map set bytes typed-arrays cycle alias error url blob stream',
    errors: 'stack cause fields unsendable',
    pipelining: 'chain property argument map',
    references: 'function-result function-inside callback object',
    direction: 'symmetric push progress stream',
    batching: 'frames round-trip',
    transports: 'http-batch http-chain workers-rpc',
    security: 'capability types',
  },
  open(link) {
    function client() {
      const log = logRequests();
      const requests = requestsOver({ ...link, fetch: log.fetch });
      const call = (method: string, args: readonly unknown[], signal?: AbortSignal) =>
        post(requests.fetch, `${requests.address}/${method}`, args, signal);
      return {
        api: apiOf<ProbeApi>(call),
        requests: log.requests,
        log,
        hold: (signal: AbortSignal) => call('hold', ['never'], signal),
        [Symbol.dispose]: () => requests.close(),
      };
    }
    return {
      connect: () => Promise.resolve(client()),
      post: client,
      byHand: {
        posted: true,
        call: () => ['[]'],
        echo: (text) => [JSON.stringify([[text]])],
        refusal: /"error"/,
      },
    };
  },
  skipped: {
    'batching-order': 'Each call is a request of its own, which nothing orders.',
    'transports-websocket transports-message-port': 'It is HTTP and nothing else.',
    'transports-get': 'How its requests are made is for whoever writes them.',
    'loss-told disposal-closes': 'Nothing is open between two requests.',
    'loss-reconnect loss-resume': 'Nothing is open on which it could listen.',
    hibernation: 'It has no socket that could outlive its object.',
    'disposal-reference disposal-connection':
      'JSON passes no object by reference, so there is none to give up.',
    typescript: 'Its calls are texts, which have no types.',
    'security-guess': 'JSON passes no object by reference.',
    'bundle-no-eval': 'A call of fetch is no library.',
  },
};
