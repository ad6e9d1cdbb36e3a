/** What a page asks of its worker: what processes are asked too, and what only windows and workers have. */
import type { Workload } from '../../harness/plan/index.ts';
import type { WindowOperations } from '../../places/windows/service.ts';
import { asking, peerWorkloads, unlike, unlikeData } from '../../places/peers/workloads.ts';
import { bytesOf } from '../../places/peers/service.ts';
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
  let made: Uint8Array | undefined;
  const data = () => (made ??= bytesOf(bytes));
  return asking<WindowOperations>(
    {
      id: `copy-${name}`,
      label: `${mebibytes} MiB of bytes, copied there and back`,
      question: 'How long does a call take whose argument and answer are copied?',
      spoken: `copying ${mebibytes} MiB there and back`,
      ...BUFFERS,
      bytesPerOperation: 2 * bytes,
      operation() {
        const given = data();
        return (peer) => peer.echo(given);
      },
    },
    (answer) => unlikeData(answer, data()),
  );
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

/** An object of types that JSON lacks, one inside another. */
interface Rich {
  name: string;
  when: Date;
  large: bigint;
  counts: Map<string, number>;
  tags: Set<string>;
  bytes: Uint8Array;
  floats: Float64Array;
  inside: { list: Array<{ at: number; when: Date }> };
}

/** Another one at each place. */
function richAt(place: number): Rich {
  const when = new Date(Date.UTC(2026, 0, 1) + place * 86_400_000);
  return {
    name: `object ${place}`,
    when,
    large: 2n ** 70n + BigInt(place),
    counts: new Map([
      ['first', place],
      ['second', place * 2],
    ]),
    tags: new Set(['red', `tag ${place}`]),
    bytes: Uint8Array.from({ length: 16 }, (_, index) => (place * 31 + index * 7) % 256),
    floats: Float64Array.from({ length: 4 }, (_, index) => place + index / 4),
    inside: { list: [{ at: place, when }] },
  };
}

/** The first field that did not survive, in words; undefined when all did. */
function difference(answer: unknown, place: number): string | undefined {
  if (typeof answer !== 'object' || answer === null) {
    return `got ${String(answer)}, expected an object`;
  }
  const expected = richAt(place);
  const { name, when, large, counts, tags, bytes, floats, inside } = answer as Partial<
    Record<keyof Rich, unknown>
  >;
  const [item] = (inside as Partial<Rich['inside']> | undefined)?.list ?? [];
  const isDay = (value: unknown): boolean =>
    value instanceof Date && value.getTime() === expected.when.getTime();
  const survived: Record<keyof Rich, boolean> = {
    name: name === expected.name,
    when: isDay(when),
    large: large === expected.large,
    counts: counts instanceof Map && same([...counts].flat(), [...expected.counts].flat()),
    tags: tags instanceof Set && same([...tags], [...expected.tags]),
    bytes: bytes instanceof Uint8Array && same([...bytes], [...expected.bytes]),
    floats: floats instanceof Float64Array && same([...floats], [...expected.floats]),
    inside: item?.at === place && isDay(item.when),
  };
  const lost = Object.entries(survived).find(([, whole]) => !whole)?.[0];
  return lost === undefined ? undefined : `its field ${lost} did not come back as it was sent`;
}

function same(got: readonly unknown[], expected: readonly unknown[]): boolean {
  return got.length === expected.length && got.every((value, index) => value === expected[index]);
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
      const given = richAt(place);
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
