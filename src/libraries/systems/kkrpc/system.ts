import { version } from '../../../../node_modules/kkrpc/package.json';
import { version as superjson } from '../../../../node_modules/superjson/package.json';
import { streamArm, type System } from '../system.ts';
import { notHandedOver } from '../../../wire/system-data.ts';
import type { Reasons } from '../../../core/plan/index.ts';
import { type ProcessArm, processArm, runtimes } from '../../../wire/processes/names.ts';

// kkrpc’s arms between processes, and the workloads that each failed with version 0.2.2.

const PIECES =
  'Its adapter listens for one piece of an answer at a time, and Bun hands over several at once: calls stay pending, or answers come back with parts missing.';
const PAIRS = 'Measured for pairs of one runtime.';

/** Workloads whose answers come in several pieces. */
const IN_PIECES = /^(burst-(100|10000)|callback-.*|(down|echo)-.*-(102400|1048576))$/;

/** The workloads that a pair of runtimes cannot do over a transport. */
function reasonsOf({ client, server, transport }: ProcessArm, ids: readonly string[]): Reasons {
  const where = (fits: (id: string) => boolean, why: string): Reasons =>
    Object.fromEntries(ids.filter(fits).map((id) => [id, why]));
  if (client !== server) return where((id) => id !== 'echo', PAIRS);
  if (transport === 'stdio' && client === 'bun') return where((id) => IN_PIECES.test(id), PIECES);
  return {};
}

/** Every pair of runtimes. A mixed pair runs only if it is asked for. @param ids of the workloads between processes */
export function processArms(ids: readonly string[]): readonly ProcessArm[] {
  return ['stdio', 'websocket'].flatMap((transport) =>
    runtimes.flatMap((client) =>
      runtimes.map((server) => {
        const arm = processArm('kkrpc', { system: 'kkrpc', client, server, transport });
        const cannot = reasonsOf(arm, ids);
        return {
          ...arm,
          optional: client !== server ? (true as const) : undefined,
          cannot: Object.keys(cannot).length > 0 ? cannot : undefined,
        };
      }),
    ),
  );
}

/** Name of the arm whose calls are HTTP requests. */
export const HTTP = 'http';

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
      cannot: { structured: 'In addition to JSON it carries only Uint8Array.' },
    },
    { name: 'superjson', label: 'superjson', accept: 'in-memory' },
    { name: HTTP, label: 'HTTP', accept: 'request', only: 'questions' },
    streamArm('callback', {
      label: 'kkrpc, a function handed over',
      spoken: 'a function of kkrpc',
      cannot: {
        up: 'It takes functions only as arguments of calls, so that a server can hand none to a client.',
      },
    }),
  ],
  cannot: {},
  processes: processArms,
  window: {
    cannot: notHandedOver('It writes every message as text, so that nothing can be handed over.'),
    ports: 'never',
  },
};
