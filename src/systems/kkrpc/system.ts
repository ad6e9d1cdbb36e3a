import { version } from '../../../node_modules/kkrpc/package.json';
import { version as superjson } from '../../../node_modules/superjson/package.json';
import { dataLacks, type System } from '../../places/bench/system.ts';
import { notHandedOver } from '../../places/contestant.ts';
import type { Reasons } from '../../harness/plan/index.ts';
import {
  type ProcessArm,
  reasonsFor,
  runtimeNames,
  runtimes,
  transportNames,
} from '../../places/processes/names.ts';

// kkrpc’s arms between processes, with what each was seen not to do with version 0.2.2.

const NO_WORKER =
  'Its adapters for workers need what browsers give to theirs, which Node’s worker threads lack.';
const NO_CALLBACK =
  'Over HTTP its server sends answers alone: a function of the caller is not called.';
const PIECES =
  'Its adapter listens for one piece of an answer at a time, and Bun hands over several at once: calls stay pending, or answers come back with parts missing.';
const WITHIN = 'Both ends are in one process.';
const PAIRS = 'Measured for pairs of one runtime.';

/** Workloads whose answers come in several pieces. */
const IN_PIECES =
  /^(memory|burst-(100|10000)|callback-.*|(down|echo)-.*-(102400|1048576|10485760))$/;
/** Those that are about a process of their own. */
const FRESH = /^(process-start|handshake|memory)$/;

/** What a pair of runtimes cannot do over a transport. */
function reasonsOf({ client, server, transport }: Made, ids: readonly string[]): Reasons {
  const where = (fits: (id: string) => boolean, why: string) => reasonsFor(ids.filter(fits), why);
  if (client !== server) return where((id) => id !== 'echo', PAIRS);
  if (transport === 'worker' && client === 'node') return where(() => true, NO_WORKER);
  if (transport === 'worker' || transport === 'one-process-websocket') {
    return where((id) => FRESH.test(id), WITHIN);
  }
  if (transport === 'http') return where((id) => id === 'callback-1000', NO_CALLBACK);
  if (transport === 'stdio' && client === 'bun') return where((id) => IN_PIECES.test(id), PIECES);
  return {};
}

type Made = Pick<ProcessArm, 'client' | 'server' | 'transport'> &
  Partial<Pick<ProcessArm, 'within' | 'optional'>>;

/** An arm of kkrpc, with what that pair of runtimes cannot do over that transport. */
function armOf(made: Made, ids: readonly string[]): ProcessArm {
  const { client, server, transport, within, optional } = made;
  const between = within ? client : `${client}-${server}`;
  const names =
    client === server ? runtimeNames[client] : `${runtimeNames[client]} to ${runtimeNames[server]}`;
  const label = `kkrpc, ${names}, ${transportNames[transport]}`;
  const cannot = reasonsOf(made, ids);
  return {
    id: `kkrpc/${between}-${transport}`,
    ...{ system: 'kkrpc', label, client, server, transport },
    ...(within && { within }),
    ...(optional && { optional }),
    ...(Object.keys(cannot).length > 0 && { cannot }),
  };
}

/** Every pair of runtimes; those of two runtimes run where they are asked for. */
const pairs = runtimes.flatMap((client) =>
  runtimes.map((server) => ({
    client,
    server,
    ...(client !== server && { optional: true as const }),
  })),
);
const alone = runtimes.map((runtime) => ({
  ...{ client: runtime, server: runtime },
  optional: true as const,
}));

const made: readonly Made[] = [
  ...pairs.map((pair) => ({ ...pair, transport: 'stdio' })),
  ...pairs.map((pair) => ({ ...pair, transport: 'websocket' })),
  {
    ...{ client: 'bun', server: 'bun', transport: 'one-process-websocket' },
    within: true,
    optional: true,
  },
  ...alone.map((pair) => ({ ...pair, transport: 'http' })),
  ...alone.map((pair) => ({ ...pair, transport: 'unix' })),
  ...alone.map((pair) => ({ ...pair, transport: 'worker', within: true })),
];

/** @param ids of the workloads between processes */
export function processArms(ids: readonly string[]): readonly ProcessArm[] {
  return made.map((each) => armOf(each, ids));
}

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
    ...dataLacks,
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
    cannot: {
      ...notHandedOver('It writes every message as text, so that nothing can be handed over.'),
      object: 'Its calls carry data and functions; an object arrives as a copy of its fields.',
    },
    impossible: {
      port: 'Its adapters take a worker or a window, and none takes a MessagePort.',
    },
  },
};
