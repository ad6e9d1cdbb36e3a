import { version } from '../../../node_modules/capnweb/package.json';
import type { System } from '../../../src/harness/study.ts';

export const capnweb: System = {
  id: 'capnweb',
  label: 'Cap’n Web',
  description:
    'Cloudflare’s object-capability RPC in plain JavaScript, with promise pipelining and functions passed by reference.',
  homepage: 'https://github.com/cloudflare/capnweb',
  versions: { capnweb: version },
  addressSuffix: '',
  arms: [{ name: 'in-memory', label: 'in memory', accept: 'in-memory' }],
  lacks: ['Sockets that hibernate.'],
  cannot: {},
};
