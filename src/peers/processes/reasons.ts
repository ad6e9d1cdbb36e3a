/** What a pair of runtimes was seen not to do with kkrpc 0.2.2 over a transport, and why. */
import type { Reasons } from '../../harness/plan/index.ts';
import { apartWorkloads } from './apart-workloads.ts';
import type { Runtime } from './names.ts';
import { workloads } from './workloads.ts';

const NO_WORKER =
  'Its adapters for workers need what browsers give to theirs, which Node’s worker threads lack.';
const NO_CALLBACK =
  'Over HTTP its server sends answers alone: a function of the caller is not called.';
const PIECES =
  'Its adapter listens for one piece of an answer at a time, and Bun hands over several at once: calls stay pending, or answers come back with parts missing.';
const WITHIN = 'Both ends are in one process.';
const PAIRS = 'Measured for pairs of one runtime.';

const ids = workloads.map(({ id }) => id);
/** Those whose answers come in several pieces. */
const inPieces = ids.filter((id) =>
  /^(memory|burst-(100|10000)|callback-.*|(down|echo)-.*-(102400|1048576|10485760))$/.test(id),
);

const each = (of: readonly string[], why: string): Reasons =>
  Object.fromEntries(of.map((id) => [id, why]));

/** Reasons by workload; none where all can be done. */
export function kkrpcReasons(client: Runtime, server: Runtime, transport: string): Reasons {
  if (client !== server)
    return each(
      ids.filter((id) => id !== 'echo'),
      PAIRS,
    );
  if (transport === 'worker' && client === 'node') return each(ids, NO_WORKER);
  if (transport === 'worker' || transport === 'one-process-websocket') {
    const apart = apartWorkloads.map(({ id }) => id);
    return each(apart, WITHIN);
  }
  if (transport === 'http') return each(['callback-1000'], NO_CALLBACK);
  return transport === 'stdio' && client === 'bun' ? each(inPieces, PIECES) : {};
}
