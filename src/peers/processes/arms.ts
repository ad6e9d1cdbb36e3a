/** The arms as data: who calls whom over what. Files in `clients/` and `servers/` do it. */
import type { ProcessArm } from './arm.ts';
import { runtimeNames, runtimes, transportNames } from './names.ts';
import { kkrpcReasons } from './reasons.ts';
import { rivals } from './rivals.ts';

/** Name of the environment’s variable that has the arms from outside, as JSON, for processes of a run. */
export const OUTSIDE_ARMS = 'ROUNDTRIP_OUTSIDE_ARMS';

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
