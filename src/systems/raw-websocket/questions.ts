import {
  type BenchProbed,
  type ProbeApi,
  apiOf,
  freshLink,
  callsByMessage,
} from '../../questions/kit.ts';
import { openLogged } from '../../links/traffic.ts';
import { hibernating } from '../system.ts';

/** The baseline: one JSON message each way for each call, written by hand. */
export const probed: BenchProbed = {
  fails: {
    values: 'undefined numbers minus-zero bigint date regexp map set bytes typed-arrays cycle alias error url blob stream',
    errors: 'stack cause fields unsendable',
    direction: 'stream',
    batching: 'frames',
    loss: 'next-call deadline cancel',
    security: 'types',
  },
  open(world) {
    const link = freshLink(world, { system: 'raw-websocket', arm: hibernating.name });
    return {
      system: 'raw-websocket',
      url: link.url,
      async connect() {
        const { socket, log } = await openLogged(world, link.url('ws'));
        const api = apiOf<ProbeApi>(callsByMessage(socket));
        return { api, log, [Symbol.dispose]: () => socket.close() };
      },
      byHand: {
        call: (path) => message(path.join('.'), []),
        echo: (text) => message('echo', [[text]]),
        refusal: /"error"/,
      },
    };
  },
  skipped: [
    {
      probes: ['references', 'loss-reference', 'hibernation-function'],
      why: 'The raw WebSocket carries JSON, which has no functions.',
    },
    {
      probes: [
        'pipelining-chain',
        'pipelining-property',
        'pipelining-argument',
        'pipelining-once',
        'pipelining-head',
        'pipelining-step',
        'pipelining-map',
      ],
      why: 'Each message of the raw WebSocket is one call, written by hand.',
    },
    {
      probes: [
        'direction-symmetric',
        'direction-push',
        'direction-one-client',
        'direction-progress',
        'direction-back-pressure',
        'direction-stream-gone',
        'hibernation-push',
      ],
      why: 'The raw WebSocket answers calls and sends nothing else.',
    },
    {
      probes: [
        'transports-http',
        'transports-http-batch',
        'transports-http-chain',
        'transports-get',
        'transports-message-port',
        'transports-workers-rpc',
      ],
      why: 'It is a WebSocket and nothing else.',
    },
    { probes: ['loss-told'], why: 'The raw WebSocket has the socket’s own event.' },
    {
      probes: ['loss-reconnect', 'loss-resume'],
      why: 'It has no messages to listen for on a connection that it keeps up.',
    },
    {
      probes: ['disposal-closes'],
      why: 'The raw WebSocket’s user closes the socket by hand.',
    },
    {
      probes: [
        'disposal-reference',
        'disposal-nothing-held',
        'disposal-connection',
        'disposal-argument',
      ],
      why: 'The raw WebSocket carries JSON, which holds nothing.',
    },
    {
      probes: ['typescript'],
      why: 'The raw WebSocket’s calls are texts, which have no types.',
    },
    {
      probes: ['security-capability', 'security-token-once'],
      why: 'The raw WebSocket carries JSON, which has no interfaces.',
    },
    { probes: ['security-guess'], why: 'The raw WebSocket passes no reference.' },
    { probes: ['bundle-no-eval'], why: 'The raw WebSocket is no library.' },
    {
      probes: ['runtimes-node-server'],
      why: 'The raw WebSocket is written for the Durable Object alone.',
    },
  ],
};

function message(method: string, args: unknown[]): string[] {
  return [JSON.stringify({ id: 1, method, args })];
}
