import { version } from '../../../../node_modules/capnweb/package.json';
import { inMemory, streamArm, type System } from '../system.ts';
import { processArm } from '../../../wire/processes/names.ts';
import { notHandedOver } from '../../../wire/system-data.ts';

/** Name of the arm whose calls are HTTP requests. */
export const HTTP_BATCH = 'http-batch';
/** Name of the arm whose session ends in the Worker, which calls the object by the RPC of Workers. */
export const IN_WORKER = 'in-worker';
/** Name of the arm whose calls are batches, beside a socket for events. */
export const BESIDE_EVENTS = 'http-batch-events';
/** Name of that socket’s address. It hibernates, and its clients send nothing. */
export const EVENTS = 'events';
/** The workload that no batch can do. */
const cannot = {
  'called-back': 'A batch is one request and one answer, in which the server cannot call.',
};
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
    { name: HTTP_BATCH, label: 'HTTP batch', accept: 'request', forCallsAtOnce: true, cannot },
    { name: IN_WORKER, label: 'session in the Worker', accept: 'worker' },
    { name: BESIDE_EVENTS, label: 'HTTP batch beside a socket', accept: 'request', cannot },
    { name: EVENTS, label: 'socket for events', accept: 'hibernating', only: 'questions' },
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
