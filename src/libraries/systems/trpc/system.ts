import { version } from '../../../../node_modules/@trpc/server/package.json';
import { version as superjson } from '../../../../node_modules/superjson/package.json';
import { version as client } from '../../../../node_modules/@trpc/client/package.json';
import type { MethodName } from '../../../wire/service/arguments.ts';
import { inMemory, overRequests, streamArm, type System } from '../system.ts';

/** Name of the arm whose calls are a request each. */
export const HTTP = 'http';
/** Name of the arm whose requests have all calls of a tick. */
export const HTTP_BATCH = 'http-batch';
/** Name of the arm whose batches are answered call by call, as each is done. */
export const HTTP_STREAM = 'http-batch-stream';
/** Name of the arm over a socket with superjson as its transformer. */
export const SUPERJSON = 'superjson';
/** Name of the arm whose subscriptions are events of an EventSource. */
export const EVENTS = 'events';

/** Methods that are mutations, because they write, take much or wait; all others are queries. */
export const mutations: ReadonlySet<string> = new Set<MethodName>([
  'increment',
  'reset',
  'echo',
  'upload',
  'fail',
  'calledBack',
  'link',
  'collect',
  'callBack',
  'steps',
  'subscribe',
  'keepPlainly',
  'publish',
  'publishAll',
  'hold',
  'release',
  'announce',
  'up',
  'downTo',
  'flowTo',
  'sink',
]);

/** An arm without a transformer. */
const asJson = {
  json: true,
  cannot: { structured: 'Without a transformer its messages are plain JSON.' },
} as const;
const requests = { accept: 'request', paths: true } as const;

export const trpc: System = {
  id: 'trpc',
  label: 'tRPC',
  description:
    'Procedures whose types the client takes from the server, over HTTP in batches or over a WebSocket with subscriptions.',
  homepage: 'https://trpc.io',
  versions: { '@trpc/server': version, '@trpc/client': client, superjson },
  probed: SUPERJSON,
  arms: [
    { ...inMemory, ...asJson, cannot: { ...inMemory.cannot, ...asJson.cannot } },
    { ...inMemory, name: SUPERJSON, label: 'superjson', spoken: 'with superjson' },
    { name: HTTP, label: 'HTTP', ...requests, ...asJson },
    { name: HTTP_BATCH, label: 'HTTP batch', ...requests, ...asJson },
    { name: HTTP_STREAM, label: 'HTTP batch stream', ...requests, ...asJson },
    streamArm(
      'websocket',
      {
        label: 'tRPC, a subscription over its WebSocket',
        spoken: 'a subscription of tRPC',
        cannot: {
          up: 'Its subscriptions go from the server to the client; over a socket it has no streams up.',
        },
      },
      { accept: 'in-memory', ...asJson },
    ),
    streamArm(
      EVENTS,
      {
        label: 'tRPC, httpSubscriptionLink over SSE',
        spoken: 'a subscription of tRPC over SSE',
        cannot: {
          ...overRequests,
          up: 'Its subscriptions are events of an EventSource, which only go to the page.',
        },
      },
      { ...requests, ...asJson },
    ),
  ],
  cannot: {
    'called-back': 'It passes no functions: what the server sends unasked are subscriptions.',
  },
};
