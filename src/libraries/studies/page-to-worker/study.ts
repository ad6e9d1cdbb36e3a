import type { Arm, Study } from '../../../core/plan/index.ts';
import type { PeerPlace, SystemData } from '../../../wire/system-data.ts';
import type { PeerOperations } from '../../../wire/peers/operations.ts';
import {
  asking,
  copying,
  peerWorkloads,
  type PeerWorkload,
} from '../../../wire/peers/workloads.ts';
import { mismatch } from '../../../wire/service/answers.ts';
import { missingSystems, systemsHere } from '../../systems/index.ts';
import { streamWorkloads } from '../streams/study.ts';

/** The places of the called side, in the words that follow a system’s name in a label. */
const kindNames: Readonly<Record<PeerPlace, string>> = {
  worker: 'to a worker',
  frame: 'to a frame',
  sandbox: 'to a sandboxed frame',
};
const kinds = Object.keys(kindNames) as PeerPlace[];

/** The arms of systems in a place: each directly, or those that may also go through a port. */
function armsIn(
  those: readonly SystemData[],
  kind: PeerPlace,
  throughPort: boolean,
): Array<Arm<PeerOperations>> {
  return those.flatMap(({ id: system, label, spoken = label, window }) => {
    if (window === undefined || (throughPort && window.ports !== undefined)) return [];
    const place = `${kindNames[kind]}${throughPort ? ' through a port' : ''}`;
    const isUsual = kind === 'worker' && !throughPort;
    return [
      {
        id: `${system}/${kind}${throughPort ? '-port' : ''}`,
        system,
        label: `${label} ${place}`,
        spoken: isUsual ? spoken : `${spoken} ${place}`,
        // Results have the newest kkrpc, and 0.2.2 only beside it.
        optional: !isUsual || system === 'kkrpc' ? (true as const) : undefined,
        cannot: window.cannot,
        async load() {
          const { openerOf } = await import('../../../wire/windows/channel.ts');
          const isByPort = throughPort || window.ports === 'always';
          return openerOf({ system, kind, throughPort: isByPort });
        },
      },
    ];
  });
}

const MEBIBYTES = 16;
const BYTES = MEBIBYTES * 1_048_576;
const BUFFERS = {
  group: 'Handed over or copied',
  optional: true,
  bytesPerOperation: 2 * BYTES,
} as const;

/** A buffer after its way there and back: bytes that stayed behind, bytes that came back, and the last of these. */
interface Transferred {
  behind: number;
  back: number;
  last: number | undefined;
}

/** The buffer that came back last: a new one of many megabytes for each operation would fill the memory. */
let idle: ArrayBuffer | undefined;
const lastAt = (place: number) => place % 251;

async function handOver(peer: PeerOperations, place: number): Promise<Transferred> {
  const given = idle ?? new ArrayBuffer(BYTES);
  idle = undefined;
  new Uint8Array(given, BYTES - 1)[0] = lastAt(place);
  const got = await peer.transfer(given);
  // A library that cannot hand it over may answer something else.
  if (got instanceof ArrayBuffer) idle = got;
  const [last] = new Uint8Array(got, got.byteLength - 1);
  return { behind: given.byteLength, back: got.byteLength, last };
}

const transfer = asking(
  {
    id: `transfer-${MEBIBYTES}m`,
    label: `An ArrayBuffer of ${MEBIBYTES} MiB, handed over and back`,
    question: 'How long does a call take whose argument and answer are handed over, not copied?',
    spoken: `handing over ${MEBIBYTES} MiB and getting it back`,
    ...BUFFERS,
    operation(place) {
      // It is made before it is timed.
      idle ??= new ArrayBuffer(BYTES);
      return (peer) => handOver(peer, place);
    },
  },
  (answer, place) => {
    const { behind, back, last } = answer as Transferred;
    if (behind !== 0) return `got ${behind} bytes left behind, expected none: it was copied`;
    return mismatch(back, BYTES) ?? mismatch(last, lastAt(place));
  },
);

const copy = copying(
  {
    id: `copy-${MEBIBYTES}m`,
    label: `${MEBIBYTES} MiB of bytes, copied there and back`,
    question: 'How long does a call take whose argument and answer are copied?',
    spoken: `copying ${MEBIBYTES} MiB there and back`,
    ...BUFFERS,
  },
  BYTES,
);

/** Longest that a stream may take, in ms: one that hangs is given up, and costs the others little. */
const STREAM_MS = 3000;

/** The workloads of processes, and those that only windows and workers have. */
const workloads: readonly PeerWorkload[] = [
  ...peerWorkloads,
  transfer,
  copy,
  ...streamWorkloads.map((workload) => ({
    ...workload,
    group: 'Streams',
    optional: true as const,
    deadlineMs: STREAM_MS,
  })),
];

const armsOf = (those: readonly SystemData[]) =>
  [false, true].flatMap((throughPort) => kinds.flatMap((kind) => armsIn(those, kind, throughPort)));

/** Calls from a page to what is its own: a worker or a frame. No bench answers. */
export const study: Study<PeerOperations> = {
  id: 'page-to-worker',
  title: 'From a page to its worker',
  question: 'How long does a call from a page to its own worker take with each?',
  arms: armsOf(systemsHere),
  missing: armsOf(missingSystems),
  baseline: 'post-message/worker',
  reference: 'comlink/worker',
  subjects: ['capnweb/worker', 'birpc/worker'],
  deadlineMs: 10_000,
  budgetMs: 15_000,
  timing:
    'Time runs from a call to its answer, both in this browser. No network is in it, and no server.',
  place: 'page',
  workloads,
};
