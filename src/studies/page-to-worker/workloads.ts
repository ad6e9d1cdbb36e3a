/** What a page asks of its worker: what processes are asked too, and what only windows and workers have. */
import { asking, copying, peerWorkloads, type PeerWorkload } from '../../places/peers/workloads.ts';
import type { PeerOperations } from '../../places/peers/operations.ts';
import { richAt, same, unlike, unlikeRich } from '../../service/answers.ts';
import { streamWorkloads } from '../streams/workloads.ts';

const BUFFERS = { group: 'Handed over or copied', optional: true } as const;
const VALUES = { group: 'Values and objects', optional: true } as const;
const MEBIBYTE = 1_048_576;

/** What is found after a buffer went there and back. */
interface Transferred {
  /** Length of what came back, and of what stayed behind, in bytes. */
  back: number;
  behind: number;
  /** What was written at its end before, and what stands there now. */
  wrote: number;
  found: number;
}

function transfer(mebibytes: number): PeerWorkload {
  const bytes = mebibytes * MEBIBYTE;
  /** The buffer that came back last: a new one of many megabytes for each operation would fill the memory. */
  let idle: ArrayBuffer | undefined;
  const handOver = async (peer: PeerOperations, wrote: number): Promise<Transferred> => {
    const given = idle ?? new ArrayBuffer(bytes);
    idle = undefined;
    new Uint8Array(given, bytes - 1)[0] = wrote;
    const got = await peer.transfer(given);
    // What cannot hand it over may answer something else.
    if (got instanceof ArrayBuffer) idle = got;
    const found = new Uint8Array(got, got.byteLength - 1)[0] ?? NaN;
    return { back: got.byteLength, behind: given.byteLength, wrote, found };
  };
  return asking(
    {
      id: `transfer-${mebibytes}m`,
      label: `An ArrayBuffer of ${mebibytes} MiB, handed over and back`,
      question: 'How long does a call take whose argument and answer are handed over, not copied?',
      spoken: `handing over ${mebibytes} MiB and getting it back`,
      ...BUFFERS,
      bytesPerOperation: 2 * bytes,
      operation(place) {
        idle ??= new ArrayBuffer(bytes);
        return (peer) => handOver(peer, place % 251);
      },
    },
    (answer) => {
      const { back, behind, wrote, found } = answer as Transferred;
      if (behind !== 0) return `got ${behind} bytes left behind, expected none: it was copied`;
      return unlike(back, bytes) ?? unlike(found, wrote);
    },
  );
}

const copy = (mebibytes: number): PeerWorkload =>
  copying(
    {
      id: `copy-${mebibytes}m`,
      label: `${mebibytes} MiB of bytes, copied there and back`,
      question: 'How long does a call take whose argument and answer are copied?',
      spoken: `copying ${mebibytes} MiB there and back`,
      ...BUFFERS,
      bytesPerOperation: 2 * mebibytes * MEBIBYTE,
    },
    mebibytes * MEBIBYTE,
  );

/** Another one at each place, with typed arrays and an object inside. */
function richerAt(place: number) {
  const rich = richAt(place);
  return {
    ...rich,
    floats: Float64Array.from({ length: 4 }, (_, index) => place + index / 4),
    inside: { list: [{ at: place, when: rich.when }] },
  };
}

/** The first field that did not survive, in words; undefined when all did. */
function difference(answer: unknown, place: number): string | undefined {
  const expected = richerAt(place);
  return unlikeRich(answer, place, ({ floats, inside }) => {
    const [item] = (inside as Partial<typeof expected.inside> | undefined)?.list ?? [];
    const when: unknown = item?.when;
    const isDay = when instanceof Date && when.getTime() === expected.when.getTime();
    return {
      floats: floats instanceof Float64Array && same([...floats], [...expected.floats]),
      inside: item?.at === place && isDay,
    };
  });
}

const structured = asking(
  {
    id: 'structured',
    label: 'An object with Map, Set, Date, BigInt and typed arrays',
    question: 'How long does a call take whose argument and answer are more than JSON?',
    spoken: 'a call with more than JSON in it',
    ...VALUES,
    operation(place) {
      const given = richerAt(place);
      return (peer) => peer.echo(given);
    },
  },
  difference,
);

const AMOUNT = 3;

const object = asking(
  {
    id: 'object',
    label: 'An object by reference: made, called, read and let go',
    question: 'How long does it take to have an object on the other side and to use it?',
    spoken: 'making and using an object',
    ...VALUES,
    operation: (place) => (peer) => peer.object(place, AMOUNT),
  },
  (answer, place) => unlike(answer, place + AMOUNT),
);

/** Longest that a stream may take, in ms: one that hangs is given up, and costs the others little. */
const STREAM_MS = 3000;

export const workloads: readonly PeerWorkload[] = [
  ...peerWorkloads,
  ...[1, 16].flatMap((mebibytes) => [transfer(mebibytes), copy(mebibytes)]),
  structured,
  object,
  ...streamWorkloads.map((workload) => ({
    ...workload,
    ...{ group: 'Streams', optional: true as const, deadlineMs: STREAM_MS },
  })),
];
