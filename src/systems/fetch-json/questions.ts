import { logRequests } from '../../links/traffic.ts';
import { apiOf, type BenchProbed, freshLink, type ProbeApi } from '../../questions/kit.ts';
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
  open(world) {
    const link = freshLink(world, { system: 'fetch-json', arm: 'http' });
    function client() {
      const log = logRequests();
      const closing = new AbortController();
      const call = (method: string, args: readonly unknown[], signal = closing.signal) =>
        post(log.fetch, `${link.url('http')}/${method}`, args, signal);
      return {
        api: apiOf<ProbeApi>(call),
        requests: log.requests,
        log,
        hold: (signal: AbortSignal) => call('hold', ['never'], signal),
        [Symbol.dispose]: () => closing.abort(new Error('closed')),
      };
    }
    return {
      system: 'fetch-json',
      url: link.url,
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
  skipped: [
    {
      probes: ['batching-order'],
      why: 'Each call is a request of its own, which nothing orders.',
    },
    {
      probes: ['transports-websocket', 'transports-message-port'],
      why: 'It is HTTP and nothing else.',
    },
    {
      probes: ['transports-get'],
      why: 'How its requests are made is for whoever writes them.',
    },
    { probes: ['loss-told', 'disposal-closes'], why: 'Nothing is open between two requests.' },
    { probes: ['loss-reconnect', 'loss-resume'], why: 'Nothing is open on which it could listen.' },
    { probes: ['hibernation'], why: 'It has no socket that could outlive its object.' },
    {
      probes: ['disposal-reference', 'disposal-connection'],
      why: 'JSON passes no object by reference, so there is none to give up.',
    },
    { probes: ['typescript'], why: 'Its calls are texts, which have no types.' },
    { probes: ['security-guess'], why: 'JSON passes no object by reference.' },
    { probes: ['bundle-no-eval'], why: 'A call of fetch is no library.' },
  ],
};
