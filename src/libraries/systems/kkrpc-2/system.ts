import { kkrpc2Version as version } from '#kkrpc-2/version';
import { processArmsOf } from '../kkrpc/system.ts';
import { streamArm, type System } from '../system.ts';

/** Name of the arm whose calls are HTTP requests, and of the one with streams. */
export const HTTP = 'http';
export const STREAM = 'stream';

const BEYOND_JSON = 'By default it writes JSON, which has neither bytes nor a Map.';

/** Rewritten since 0.2.2, and measured where a registry has it. If it is not installed, it has no versions. */
export const kkrpc2: System = {
  id: 'kkrpc-2',
  label: 'kkrpc 2.1',
  description:
    'The rewritten kkrpc: the same calls in both directions, with transports of its own for WebSockets, stdio, workers and iframes.',
  homepage: 'https://github.com/kunkunsh/kkrpc',
  versions: version !== undefined ? { 'kkrpc-2': version } : undefined,
  needs: 'kkrpc-2',
  probed: 'json',
  arms: [
    {
      name: 'json',
      label: 'JSON',
      accept: 'in-memory',
      json: true,
      cannot: { structured: BEYOND_JSON },
    },
    { name: HTTP, label: 'HTTP', accept: 'request', only: 'questions' },
    streamArm(STREAM, {
      label: 'kkrpc 2.1, an async iterable',
      spoken: 'an async iterable of kkrpc 2.1',
      cannot: {
        up: 'It keeps every item that a client sends unasked, so that a public server cannot take streams of its clients.',
      },
    }),
  ],
  cannot: {},
  processes: (ids) =>
    processArmsOf(kkrpc2, ids, (id) => (id.startsWith('echo-bytes') ? BEYOND_JSON : undefined)),
  window: { ports: 'never' },
};
