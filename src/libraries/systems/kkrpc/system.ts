import { version } from '../../../../node_modules/kkrpc/package.json';
import { version as superjson } from '../../../../node_modules/superjson/package.json';
import { streamArm, type System } from '../system.ts';
import { notHandedOver } from '../../../wire/system-data.ts';
import { type ProcessArm, processArm, runtimes } from '../../../wire/processes/names.ts';

// kkrpc’s arms between processes, and the workloads that each failed with version 0.2.2.

const PIECES =
  'Its adapter listens for one piece of an answer at a time, and Bun hands over several at once: calls stay pending, or answers come back with parts missing.';
const PAIRS = 'Measured for pairs of one runtime.';

/** Workloads whose answers come in several pieces. */
const IN_PIECES = /^(burst-(100|10000)|callback-.*|(down|echo)-.*-(102400|1048576))$/;

type Fails = (id: string, arm: ProcessArm) => string | undefined;

/**
 * Every pair of runtimes. A mixed pair runs only if it is asked for.
 *
 * @param ids of the workloads between processes
 * @param fails says why a pair of one runtime cannot do a workload
 */
export function processArmsOf(
  { id: system, label }: Pick<System, 'id' | 'label'>,
  ids: readonly string[],
  fails: Fails,
): readonly ProcessArm[] {
  return ['stdio', 'websocket'].flatMap((transport) =>
    runtimes.flatMap((client) =>
      runtimes.map((server) => {
        const arm = processArm(label, { system, client, server, transport });
        const isMixed = client !== server;
        const reasons = ids.flatMap((id): [string, string][] => {
          const why = isMixed && id !== 'echo' ? PAIRS : fails(id, arm);
          return why === undefined ? [] : [[id, why]];
        });
        return {
          ...arm,
          optional: isMixed ? (true as const) : undefined,
          cannot: reasons.length > 0 ? Object.fromEntries(reasons) : undefined,
        };
      }),
    ),
  );
}

const losesPieces: Fails = (id, { client, server, transport }) =>
  transport === 'stdio' && client === 'bun' && server === 'bun' && IN_PIECES.test(id)
    ? PIECES
    : undefined;

/** Name of the arm whose calls are HTTP requests. */
export const HTTP = 'http';

export const kkrpc: System = {
  id: 'kkrpc',
  label: 'kkrpc 0.2',
  description:
    'TypeScript RPC between processes, web workers and iframes, and over the network, with one interface for every transport. Measured here: 0.2.2.',
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
      label: 'kkrpc 0.2, a function handed over',
      spoken: 'a function of kkrpc 0.2',
      cannot: {
        up: 'It takes functions only as arguments of calls, so that a server can hand none to a client.',
      },
    }),
  ],
  cannot: {},
  processes: (ids) => processArmsOf(kkrpc, ids, losesPieces),
  window: {
    cannot: notHandedOver('It writes every message as text, so that nothing can be handed over.'),
    ports: 'never',
  },
};
