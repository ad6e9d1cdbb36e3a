import { version } from '../../../node_modules/kkrpc/package.json';
import { version as superjson } from '../../../node_modules/superjson/package.json';
import type { System } from '../../places/bench/system.ts';
import { processArms } from './process-arms.ts';
import { notHandedOver } from '../../places/windows/places.ts';

export const kkrpc: System = {
  id: 'kkrpc',
  label: 'kkrpc',
  description:
    'TypeScript RPC between processes, web workers and iframes, and over the network, with one interface for every transport.',
  homepage: 'https://github.com/kunkunsh/kkrpc',
  mark: 'hexagon',
  colors: ['#7018a0', '#c060b0'],
  versions: { kkrpc: version, superjson },
  addressSuffix: '',
  probed: 'superjson',
  arms: [
    {
      name: 'json',
      label: 'JSON',
      accept: 'in-memory',
      cannot: { structured: 'Of what JSON lacks it carries Uint8Array alone.' },
    },
    { name: 'superjson', label: 'superjson', accept: 'in-memory' },
  ],
  lacks: [
    'NaN and infinities in typed arrays.',
    'Errors with their name.',
    'Errors with their stack.',
    'Errors with their cause.',
    'Errors with their own fields.',
    'Pipelining: calls on a result that is still to come.',
    'Calls as arguments of calls.',
    'Mapping: a call for each item of a list that is still to come.',
    'Batching: one message for all calls of a tick.',
    'Sockets that hibernate.',
    'An end for calls under way when the connection is lost: this bench rejects them itself.',
    'JSON: Map and Set.',
    'JSON: Dates.',
    'JSON: BigInt.',
    'JSON: Typed arrays besides Uint8Array.',
    'JSON: NaN and infinities.',
    'JSON: Cycles.',
  ],
  cannot: {
    'idle-wake': 'Its socket keeps the object in memory: it never sleeps while connected.',
  },
  processes: processArms,
  window: {
    does: 'its adapters for a worker and a frame, with text as messages',
    cannot: {
      ...notHandedOver('It writes every message as text, so that nothing can be handed over.'),
      object: 'Its calls carry data and functions; an object arrives as a copy of its fields.',
    },
    impossible: {
      port: 'Its adapters take a worker or a window, and none takes a MessagePort.',
    },
  },
};
