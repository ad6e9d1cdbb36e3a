import { version } from '../../../node_modules/kkrpc/package.json';
import { version as superjson } from '../../../node_modules/superjson/package.json';
import { streamArm, type System } from '../system.ts';
import { notHandedOver } from '../../places/contestant.ts';
import {
  type ProcessArm,
  reasonsFor,
  type Runtime,
  runtimeNames,
  runtimes,
  transportNames,
} from '../../places/processes/names.ts';

// kkrpc’s arms between processes, with what each was seen not to do with version 0.2.2.

const PIECES =
  'Its adapter listens for one piece of an answer at a time, and Bun hands over several at once: calls stay pending, or answers come back with parts missing.';
const PAIRS = 'Measured for pairs of one runtime.';

/** Workloads whose answers come in several pieces. */
const IN_PIECES = /^(burst-(100|10000)|callback-.*|(down|echo)-.*-(102400|1048576|10485760))$/;

/**
 * An arm for each pair of runtimes over each transport; one of two runtimes runs where it is asked for.
 *
 * @param ids of the workloads between processes
 */
export function processArms(ids: readonly string[]): readonly ProcessArm[] {
  const armOf = (client: Runtime, server: Runtime, transport: string): ProcessArm => {
    const isPair = client === server;
    const inPieces = isPair && transport === 'stdio' && client === 'bun';
    const cannot = isPair
      ? reasonsFor(inPieces ? ids.filter((id) => IN_PIECES.test(id)) : [], PIECES)
      : reasonsFor(
          ids.filter((id) => id !== 'echo'),
          PAIRS,
        );
    const names = isPair
      ? runtimeNames[client]
      : `${runtimeNames[client]} to ${runtimeNames[server]}`;
    return {
      id: `kkrpc/${client}-${server}-${transport}`,
      ...{ system: 'kkrpc', client, server, transport },
      label: `kkrpc, ${names}, ${transportNames[transport]}`,
      ...(!isPair && { optional: true as const }),
      ...(Object.keys(cannot).length > 0 && { cannot }),
    };
  };
  return ['stdio', 'websocket'].flatMap((transport) =>
    runtimes.flatMap((client) => runtimes.map((server) => armOf(client, server, transport))),
  );
}

/** Name of the arm whose calls are HTTP requests. */
export const HTTP = 'http';

/** What an arm cannot do whose messages are JSON. */
const cannot = { structured: 'Of what JSON lacks it carries Uint8Array alone.' };

export const kkrpc: System = {
  id: 'kkrpc',
  label: 'kkrpc',
  description:
    'TypeScript RPC between processes, web workers and iframes, and over the network, with one interface for every transport.',
  homepage: 'https://github.com/kunkunsh/kkrpc',
  versions: { kkrpc: version, superjson },
  probed: 'superjson',
  arms: [
    {
      name: 'json',
      label: 'JSON',
      accept: 'in-memory',
      json: true,
      cannot,
    },
    { name: 'superjson', label: 'superjson', accept: 'in-memory' },
    { name: HTTP, label: 'HTTP', accept: 'request', only: 'questions' },
    streamArm(
      'callback',
      {
        label: 'kkrpc, a function handed over',
        spoken: 'a function of kkrpc',
        cannot: {
          up: 'It takes functions as arguments of calls alone, so that a server can hand none to a client.',
        },
      },
      { accept: 'in-memory', json: true, cannot },
    ),
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
