/** The arms as data: a caller, a server, and the system and transport between them, with what each cannot do. */
import type { Reasons } from '../../harness/plan/index.ts';
import { type ProcessArm, type Runtime, runtimeNames, runtimes, transportNames } from './names.ts';
import { freshWorkloads, workloads } from './workloads.ts';

/** Name of the environment’s variable that has the arms from outside, as JSON, for processes of a run. */
export const OUTSIDE_ARMS = 'ROUNDTRIP_OUTSIDE_ARMS';

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

/** Workloads that a pair of runtimes was seen not to do with kkrpc 0.2.2 over a transport, with the reason. */
function kkrpcReasons(client: Runtime, server: Runtime, transport: string): Reasons {
  if (client !== server)
    return each(
      ids.filter((id) => id !== 'echo'),
      PAIRS,
    );
  if (transport === 'worker' && client === 'node') return each(ids, NO_WORKER);
  if (transport === 'worker' || transport === 'one-process-websocket') {
    const fresh = freshWorkloads.map(({ id }) => id);
    return each(fresh, WITHIN);
  }
  if (transport === 'http') return each(['callback-1000'], NO_CALLBACK);
  return transport === 'stdio' && client === 'bun' ? each(inPieces, PIECES) : {};
}

const withBytes = ids.filter((id) => id.includes('-bytes-'));

const noBytes = (why: string): Reasons => each(withBytes, why);

/** A system beside kkrpc, in pairs of one runtime: as it is documented, with its defaults. */
interface Rival {
  system: string;
  transport: string;
  /** Its name in labels, and that of its transport. */
  name: string;
  over: string;
  /** Runtimes in which it runs unless others are asked for. */
  usual: readonly Runtime[];
  cannot?: Reasons;
}

const others: readonly Rival[] = [
  {
    system: 'json-lines',
    transport: 'stdio',
    name: 'JSON lines by hand',
    over: 'stdio',
    usual: runtimes,
  },
  {
    system: 'vscode-jsonrpc',
    transport: 'stdio',
    name: 'vscode-jsonrpc',
    over: 'stdio',
    usual: ['node'],
    cannot: noBytes('JSON has no bytes, and the library documents no encoding of them.'),
  },
  {
    system: 'capnweb',
    transport: 'websocket',
    name: 'Cap’n Web',
    over: 'WebSocket',
    usual: ['node'],
  },
  {
    system: 'node-ipc',
    transport: 'ipc',
    name: 'process.send',
    over: 'as JSON',
    usual: ['node'],
    cannot: noBytes('As JSON, its default, messages have no bytes; as structured clones they do.'),
  },
  {
    system: 'node-ipc',
    transport: 'ipc-advanced',
    name: 'process.send',
    over: 'as structured clones',
    usual: [],
  },
];

/** The arms beside kkrpc’s. */
export const rivals: readonly ProcessArm[] = others.flatMap(
  ({ system, transport, name, over, usual, cannot }) =>
    runtimes.map((runtime) => ({
      id: `${system}/${runtime}-${runtime}-${transport}`,
      ...{ system, transport, client: runtime, server: runtime },
      label: `${name}, ${runtimeNames[runtime]}, ${over}`,
      ...(!usual.includes(runtime) && { optional: true as const }),
      ...(cannot && { cannot }),
    })),
);

type Made = Pick<ProcessArm, 'client' | 'server' | 'transport'> &
  Partial<Pick<ProcessArm, 'within' | 'optional' | 'cannot'>>;

/** An arm of kkrpc, with what that pair of runtimes cannot do over that transport. */
function kkrpc({ client, server, transport, within, optional }: Made): ProcessArm {
  const between = within ? client : `${client}-${server}`;
  const names =
    client === server ? runtimeNames[client] : `${runtimeNames[client]} to ${runtimeNames[server]}`;
  const label = `kkrpc, ${names}, ${transportNames[transport]}`;
  const cannot = kkrpcReasons(client, server, transport);
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

export const arms: readonly ProcessArm[] = [
  ...pairs.map((pair) => kkrpc({ ...pair, transport: 'stdio' })),
  ...pairs.map((pair) => kkrpc({ ...pair, transport: 'websocket' })),
  kkrpc({
    ...{ client: 'bun', server: 'bun', transport: 'one-process-websocket' },
    within: true,
    optional: true,
  }),
  ...alone.map((pair) => kkrpc({ ...pair, transport: 'http' })),
  ...alone.map((pair) => kkrpc({ ...pair, transport: 'unix' })),
  ...alone.map((pair) => kkrpc({ ...pair, transport: 'worker', within: true })),
  ...rivals,
];
