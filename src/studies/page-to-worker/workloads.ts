/** What a page asks of its worker: what processes are asked too, and what only windows and workers have. */
import { asking, copying, peerWorkloads, type PeerWorkload } from '../../places/peers/workloads.ts';
import type { PeerOperations } from '../../places/peers/operations.ts';
import { unlike } from '../../service/answers.ts';
import { streamWorkloads } from '../streams/workloads.ts';

const MEBIBYTES = 16;
const BYTES = MEBIBYTES * 1_048_576;
const BUFFERS = {
  group: 'Handed over or copied',
  optional: true,
  bytesPerOperation: 2 * BYTES,
} as const;

/** A buffer after it went there and back: bytes that stayed behind and that came back, and the last of these. */
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
  // What cannot hand it over may answer something else.
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
    return unlike(back, BYTES) ?? unlike(last, lastAt(place));
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

export const workloads: readonly PeerWorkload[] = [
  ...peerWorkloads,
  transfer,
  copy,
  ...streamWorkloads.map((workload) => ({
    ...workload,
    ...{ group: 'Streams', optional: true as const, deadlineMs: STREAM_MS },
  })),
];
