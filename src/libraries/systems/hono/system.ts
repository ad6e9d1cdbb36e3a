import { version } from '../../../../node_modules/hono/package.json';
import type { System } from '../system.ts';

export const hono: System = {
  id: 'hono',
  label: 'Hono RPC',
  description:
    'The client of the web framework Hono: a typed fetch for each route, with types taken from the server.',
  homepage: 'https://hono.dev/docs/guides/rpc',
  versions: { hono: version },
  probed: 'http',
  arms: [{ name: 'http', label: 'HTTP', accept: 'request', paths: true, json: true }],
  cannot: {
    structured: 'Its messages are plain JSON.',
    'called-back': 'A request has one answer, in which the server cannot call.',
  },
};
