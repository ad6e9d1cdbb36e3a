/** Arms of what stands beside kkrpc, in pairs of one runtime: as each is documented, with its defaults. */
import type { Reasons } from '../../harness/plan/index.ts';
import type { ProcessArm } from './arm.ts';
import { type Runtime, runtimeNames, runtimes } from './names.ts';
import { workloads } from './workloads.ts';

const withBytes = workloads.map(({ id }) => id).filter((id) => id.includes('-bytes-'));

function noBytes(why: string): Reasons {
  return Object.fromEntries(withBytes.map((id) => [id, why]));
}

interface Rival {
  system: string;
  transport: string;
  /** Its name in labels, and what carries it. */
  name: string;
  over: string;
  /** Runtimes in which it runs unless others are asked for. */
  usual: readonly Runtime[];
  cannot?: Reasons;
}

const all: readonly Rival[] = [
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

export const rivals: readonly ProcessArm[] = all.flatMap(
  ({ system, transport, name, over, usual, cannot }) =>
    runtimes.map((runtime) => ({
      id: `${system}/${runtime}-${runtime}-${transport}`,
      ...{ system, transport, client: runtime, server: runtime },
      label: `${name}, ${runtimeNames[runtime]}, ${over}`,
      ...(!usual.includes(runtime) && { optional: true as const }),
      ...(cannot && { cannot }),
    })),
);
