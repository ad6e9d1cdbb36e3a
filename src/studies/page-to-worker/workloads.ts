/** What a page asks of its worker: what processes are asked too, and what only windows and workers have. */
import { asking, copying, peerWorkloads, type PeerWorkload } from '../../places/peers/workloads.ts';
import type { PeerOperations } from '../../places/peers/operations.ts';
import { richAt, same, unlike, unlikeRich } from '../../service/answers.ts';
import { streamWorkloads } from '../streams/workloads.ts';

const BUFFERS = { group: 'Handed over or copied', optional: true } as const;
const VALUES = { group: 'Values and objects', optional: true } as const;
const MEBIBYTE = 1_048_576;

/** A buffer after it went there and back: bytes that stayed behind and that came back, and the last of these. */
interface Transferred {
  behind: number;
  back: number;
  last: number | undefined;
}

function transfer(mebibytes: number): PeerWorkload {
  const bytes = mebibytes * MEBIBYTE;
  /** The buffer that came back last: a new one of many megabytes for each operation would fill the memory. */
  let idle: ArrayBuffer | undefined;
  const lastAt = (place: number) => place % 251;
  const handOver = async (peer: PeerOperations, place: number): Promise<Transferred> => {
    const given = idle ?? new ArrayBuffer(bytes);
    idle = undefined;
    new Uint8Array(given, bytes - 1)[0] = lastAt(place);
    const got = await peer.transfer(given);
    // What cannot hand it over may answer something else.
    if (got instanceof ArrayBuffer) idle = got;
    const [last] = new Uint8Array(got, got.byteLength - 1);
    return { behind: given.byteLength, back: got.byteLength, last };
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
        return (peer) => handOver(peer, place);
      },
    },
    (answer, place) => {
      const { behind, back, last } = answer as Transferred;
      if (behind !== 0) return `got ${behind} bytes left behind, expected none: it was copied`;
      return unlike(back, bytes) ?? unlike(last, lastAt(place));
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
