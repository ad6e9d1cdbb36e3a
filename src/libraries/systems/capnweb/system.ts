import { version } from '../../../../node_modules/capnweb/package.json';
import { inMemory, streamArm, type System } from '../system.ts';
import { processArm } from '../../../wire/processes/names.ts';
import { notHandedOver } from '../../../wire/system-data.ts';

/** Name of the arm whose calls are HTTP requests. */
export const HTTP_BATCH = 'http-batch';
/** Name of the arm whose streams are streams of the library. */
export const STREAM = 'stream';

export const capnweb: System = {
  id: 'capnweb',
  label: 'Cap’n Web',
  description:
    'Cloudflare’s object-capability RPC in plain JavaScript, with promise pipelining and functions passed by reference.',
  homepage: 'https://github.com/cloudflare/capnweb',
  versions: { capnweb: version },
  probed: inMemory.name,
  arms: [
    inMemory,
    {
      name: HTTP_BATCH,
      label: 'HTTP batch',
      accept: 'request',
      forCallsAtOnce: true,
      cannot: {
        'called-back': 'A batch is one request and one answer, in which the server cannot call.',
      },
    },
    streamArm(STREAM, {
      label: 'Cap’n Web, ReadableStream and WritableStream',
      spoken: 'a stream of Cap’n Web',
    }),
    streamArm('callback', {
      label: 'Cap’n Web, a function handed over',
      spoken: 'a function of Cap’n Web',
    }),
  ],
  cannot: { structured: 'It carries neither Map nor Set nor cycles.' },
  processes: () => [
    processArm('Cap’n Web', {
      system: 'capnweb',
      client: 'node',
      server: 'node',
      transport: 'websocket',
    }),
  ],
  window: {
    cannot: notHandedOver('It posts its messages without a list of what to hand over.'),
    ports: 'always',
  },
};
