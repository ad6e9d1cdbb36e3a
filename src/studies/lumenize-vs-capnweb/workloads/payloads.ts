/** Payloads of three sizes up, down and both ways, and what is more than JSON. Sizes are in bytes; all text is ASCII. */
import { payloadAt } from '../../../service/payloads.ts';
import { freeWays } from '../../free.ts';
import { type CounterOperation, type CounterWorkload, counting, still, unlike } from './recipe.ts';

const sizes = [
  { id: '1k', label: '1 kB', bytes: 1000 },
  { id: '64k', label: '64 kB', bytes: 64_000 },
  { id: '1m', label: '1 MB', bytes: 1_000_000 },
] as const;
type Size = (typeof sizes)[number];

interface Way {
  id: string;
  label: string;
  question: string;
  /** What a call of it does with its payload. */
  spoken: string;
  /** How often the payload crosses the network in one operation. */
  crossings: number;
  /** Whether the object answers by how often it was asked. */
  alone: boolean;
  operation(bytes: number, place: number): CounterOperation;
  expected(bytes: number, place: number): unknown;
}

export const ways: readonly Way[] = [
  {
    id: 'up',
    label: 'up',
    question: 'How long does a call take whose argument is large, and how much gets through?',
    spoken: freeWays.up.spoken,
    crossings: 1,
    alone: false,
    operation: (bytes, place) => (counter) => counter.upload(payloadAt(bytes, place)),
    expected: (bytes) => bytes,
  },
  {
    id: 'down',
    label: 'down',
    question: 'How long does a call take whose answer is large, and how much gets through?',
    spoken: freeWays.down.spoken,
    crossings: 1,
    alone: true,
    operation: (bytes) => (counter) => counter.download(bytes),
    expected: payloadAt,
  },
  {
    id: 'echo',
    label: 'up and back',
    question: 'How long does a call take whose argument and answer are both large?',
    spoken: freeWays.echo.spoken,
    crossings: 2,
    alone: false,
    operation: (bytes, place) => (counter) => counter.echo(payloadAt(bytes, place)),
    expected: payloadAt,
  },
];

function payload(way: Way, { id, label, bytes }: Size): CounterWorkload {
  return counting(
    {
      id: `payload-${way.id}-${id}`,
      label: `${label} ${way.label}`,
      question: way.question,
      spoken: `${way.spoken} ${label}`,
      group: 'Payloads',
      optional: true,
      bytesPerOperation: way.crossings * bytes,
      operation: (place) => way.operation(bytes, place),
      alone: way.alone,
    },
    still,
    (answer, place) => unlike(answer, way.expected(bytes, place)),
  );
}

export const payloads: readonly CounterWorkload[] = ways.flatMap((way) =>
  sizes.map((size) => payload(way, size)),
);

const VALUES = { group: 'Values and errors', optional: true } as const;

/** An object of types that JSON lacks, which contains itself. */
interface Rich {
  name: string;
  when: Date;
  large: bigint;
  counts: Map<string, number>;
  tags: Set<string>;
  bytes: Uint8Array;
  self: Rich | undefined;
}

/** Another one at each place. */
function richAt(place: number): Rich {
  const rich: Rich = {
    name: `object ${place}`,
    when: new Date(Date.UTC(2026, 0, 1) + place * 86_400_000),
    large: 2n ** 70n + BigInt(place),
    counts: new Map([
      ['first', place],
      ['second', place * 2],
    ]),
    tags: new Set(['red', `tag ${place}`]),
    bytes: Uint8Array.from({ length: 16 }, (_, index) => (place * 31 + index * 7) % 256),
    self: undefined,
  };
  rich.self = rich;
  return rich;
}

/** The first field that did not survive, in words; undefined when all did. */
function richDifference(answer: unknown, place: number): string | undefined {
  const expected = richAt(place);
  if (typeof answer !== 'object' || answer === null)
    return `got ${String(answer)}, expected an object`;
  const got = answer as Partial<Record<keyof Rich, unknown>>;
  const { name, when, large, counts, tags, bytes, self } = got;
  const survived: Record<keyof Rich, boolean> = {
    name: name === expected.name,
    when: when instanceof Date && when.getTime() === expected.when.getTime(),
    large: large === expected.large,
    counts: counts instanceof Map && same([...counts].flat(), [...expected.counts].flat()),
    tags: tags instanceof Set && same([...tags], [...expected.tags]),
    bytes: bytes instanceof Uint8Array && same([...bytes], [...expected.bytes]),
    self: self === answer,
  };
  const lost = Object.entries(survived).find(([, whole]) => !whole)?.[0];
  return lost === undefined ? undefined : `its field ${lost} did not come back as it was sent`;
}

function same(got: readonly unknown[], expected: readonly unknown[]): boolean {
  return got.length === expected.length && got.every((value, index) => value === expected[index]);
}

const echoRich =
  (place: number): CounterOperation =>
  (counter) =>
    counter.echo(richAt(place));

/** Resolves to the error that a failing call rejects with. */
const fail: CounterOperation = (counter) =>
  counter.fail().then(
    () => undefined,
    (error: unknown) => error,
  );

export const values: readonly CounterWorkload[] = [
  counting(
    {
      id: 'structured',
      label: 'An object with Map, Set, Date, BigInt, bytes and a cycle',
      question: 'How long does a call take whose argument and answer are more than JSON?',
      spoken: 'a call with more than JSON in it',
      ...VALUES,
      operation: echoRich,
    },
    still,
    richDifference,
  ),
  counting(
    {
      id: 'errors',
      label: 'A call that throws',
      question: 'How long is it until the caller has the error that the server threw?',
      spoken: 'a call that throws',
      ...VALUES,
      operation: () => fail,
    },
    still,
    // The least that an error is: an Error, with the server’s message.
    (answer) =>
      answer instanceof Error && answer.message.includes('fail: as asked')
        ? undefined
        : `got ${String(answer)}, expected the error that the server threw`,
  ),
];
