/** What a page asks of its worker: what processes are asked too, and what only windows and workers have. */
import type { Workload } from '../../harness/plan/index.ts';
import type { WindowOperations } from '../../places/windows/service.ts';
import { asking, carrying, peerWorkloads } from '../../places/peers/workloads.ts';
import { richAt, same, unlike, unlikeRich } from '../../service/answers.ts';
import { streamWorkloads } from '../streams/workloads.ts';

export type WindowWorkload = Workload<WindowOperations>;

const BUFFERS = { group: 'Handed over or copied', optional: true } as const;
const MEBIBYTE = 1_048_576;

/** Buffers that came back: a new one of many megabytes for each operation would fill the memory. */
const idle = new Map<number, ArrayBuffer>();

function takeBuffer(bytes: number): ArrayBuffer {
  const buffer = idle.get(bytes) ?? new ArrayBuffer(bytes);
  idle.delete(bytes);
  return buffer;
}

/** What is found after a buffer went there and back. */
interface Transferred {
  /** Length of what came back, and of what stayed behind, in bytes. */
  back: number;
  behind: number;
  /** What was written at its end before, and what stands there now. */
  wrote: number;
  found: number;
}

function transfer(name: string, mebibytes: number): WindowWorkload {
  const bytes = mebibytes * MEBIBYTE;
  return asking<WindowOperations>(
    {
      id: `transfer-${name}`,
      label: `An ArrayBuffer of ${mebibytes} MiB, handed over and back`,
      question: 'How long does a call take whose argument and answer are handed over, not copied?',
      spoken: `handing over ${mebibytes} MiB and getting it back`,
      ...BUFFERS,
      bytesPerOperation: 2 * bytes,
      operation(place) {
        if (!idle.has(bytes)) idle.set(bytes, new ArrayBuffer(bytes));
        const wrote = place % 251;
        return async (peer): Promise<Transferred> => {
          const given = takeBuffer(bytes);
          const last = new Uint8Array(given, bytes - 1);
          last[0] = wrote;
          const got = await peer.transfer(given);
          // What cannot hand it over may answer something else.
          if (got instanceof ArrayBuffer) idle.set(bytes, got);
          const found = new Uint8Array(got, got.byteLength - 1)[0] ?? NaN;
          return { back: got.byteLength, behind: given.byteLength, wrote, found };
        };
      },
    },
    (answer) => {
      const { back, behind, wrote, found } = answer as Transferred;
      if (behind !== 0) return `got ${behind} bytes left behind, expected none: it was copied`;
      return unlike(back, bytes) ?? unlike(found, wrote);
    },
  );
}

function copy(name: string, mebibytes: number): WindowWorkload {
  const bytes = mebibytes * MEBIBYTE;
  const details = {
    id: `copy-${name}`,
    label: `${mebibytes} MiB of bytes, copied there and back`,
    question: 'How long does a call take whose argument and answer are copied?',
    spoken: `copying ${mebibytes} MiB there and back`,
    ...BUFFERS,
    bytesPerOperation: 2 * bytes,
  };
  return carrying(details, 'echo', 'bytes', bytes);
}

const AMOUNT = 3;

const object: WindowWorkload = asking<WindowOperations>(
  {
    id: 'object',
    label: 'An object by reference: made, called, read and let go',
    question: 'How long does it take to have an object on the other side and to use it?',
    spoken: 'making and using an object',
    group: 'Values and objects',
    optional: true,
    operation: (place) => (peer) => peer.object(place, AMOUNT),
  },
  (answer, place) => unlike(answer, place + AMOUNT),
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

const structured: WindowWorkload = asking<WindowOperations>(
  {
    id: 'structured',
    label: 'An object with Map, Set, Date, BigInt and typed arrays',
    question: 'How long does a call take whose argument and answer are more than JSON?',
    spoken: 'a call with more than JSON in it',
    group: 'Values and objects',
    optional: true,
    operation(place) {
      const given = richerAt(place);
      return (peer) => peer.echo(given);
    },
  },
  difference,
);

/** Longest that a stream may take, in ms: one that hangs is given up, and costs the others little. */
const STREAM_MS = 3000;
const streams = streamWorkloads.map((workload) => ({
  ...workload,
  ...{ group: 'Streams', optional: true as const, deadlineMs: STREAM_MS },
}));

export const workloads: readonly WindowWorkload[] = [
  ...peerWorkloads,
  transfer('1m', 1),
  copy('1m', 1),
  transfer('16m', 16),
  copy('16m', 16),
  structured,
  object,
  ...streams,
];
