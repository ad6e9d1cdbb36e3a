import { version } from '../../../../node_modules/@orpc/server/package.json';
import { version as client } from '../../../../node_modules/@orpc/client/package.json';
import { version as contract } from '../../../../node_modules/@orpc/contract/package.json';
import { hibernating, inMemory, overRequests, streamArm, type System } from '../system.ts';

/** Names of the arms whose calls are HTTP requests: one each, or one for all of a tick. */
export const HTTP = 'http';
export const HTTP_BATCH = 'http-batch';
/** Name of the arm whose streams are event iterators over a socket. */
export const STREAMS = 'websocket';

export const orpc: System = {
  id: 'orpc',
  label: 'oRPC',
  description:
    'Type-safe procedures over a WebSocket or HTTP, also in HTTP batches, with values beyond JSON. It supports OpenAPI too.',
  homepage: 'https://orpc.dev',
  versions: { '@orpc/server': version, '@orpc/client': client, '@orpc/contract': contract },
  probed: hibernating.name,
  arms: [
    hibernating,
    inMemory,
    {
      name: HTTP,
      label: 'HTTP',
      accept: 'request',
      paths: true,
      streams: {
        label: 'oRPC, an event iterator over HTTP',
        spoken: 'an event iterator of oRPC over HTTP',
        cannot: overRequests,
      },
    },
    { name: HTTP_BATCH, label: 'HTTP batch', accept: 'request', paths: true },
    streamArm(STREAMS, {
      label: 'oRPC, an event iterator over a WebSocket',
      spoken: 'an event iterator of oRPC',
    }),
  ],
  cannot: {
    structured: 'It carries neither cycles nor typed arrays.',
    'called-back':
      'It passes no functions. In addition to answers, the server sends only event iterators.',
  },
};
