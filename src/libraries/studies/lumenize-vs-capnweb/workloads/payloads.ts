/** Payloads of three sizes up, down and both ways, and values beyond JSON. Sizes are in bytes; all text is ASCII. */
import { mismatch } from '../../../../wire/service/answers.ts';
import { payloadAt, type PayloadWay, payloadWays } from '../../../../wire/service/payloads.ts';
import { type CounterOperation, type CounterWorkload, counting } from './calls.ts';

const sizes = [
  { id: '1k', label: '1 kB', bytes: 1000 },
  { id: '64k', label: '64 kB', bytes: 64_000 },
  { id: '1m', label: '1 MB', bytes: 1_000_000 },
] as const;

interface Way {
  id: PayloadWay;
  question: string;
  /** True if an answer depends on how often the object was asked. */
  alone: boolean;
  /** Makes its text before the call, which is timed. */
  operation(bytes: number, place: number): CounterOperation;
  expected(bytes: number, place: number): unknown;
}

export const ways: readonly Way[] = [
  {
    id: 'up',
    question: 'How long does a call take whose argument is large, and how much gets through?',
    alone: false,
    operation(bytes, place) {
      const text = payloadAt(bytes, place);
      return (counter) => counter.upload(text);
    },
    expected: (bytes) => bytes,
  },
  {
    id: 'down',
    question: 'How long does a call take whose answer is large, and how much gets through?',
    alone: true,
    operation: (bytes) => (counter) => counter.download(bytes),
    expected: payloadAt,
  },
  {
    id: 'echo',
    question: 'How long does a call take whose argument and answer are both large?',
    alone: false,
    operation(bytes, place) {
      const text = payloadAt(bytes, place);
      return (counter) => counter.echo(text);
    },
    expected: payloadAt,
  },
];

export const payloads: readonly CounterWorkload[] = ways.flatMap((way) =>
  sizes.map(({ id, label, bytes }) => {
    const words = payloadWays[way.id];
    return counting({
      id: `payload-${way.id}-${id}`,
      label: `${label} ${words.label}`,
      question: way.question,
      spoken: `${words.spoken} ${label}`,
      group: 'Payloads',
      optional: true,
      bytesPerOperation: words.crossings * bytes,
      operation: (place) => way.operation(bytes, place),
      alone: way.alone,
      wrong: (answer, place) => mismatch(answer, way.expected(bytes, place)),
    });
  }),
);

const VALUES = { group: 'Values and errors', optional: true } as const;

/** An object of types that JSON lacks, which contains itself. It differs at each place. */
function richAt(place: number) {
  const rich: object & { self?: object } = {};
  return Object.assign(rich, {
    name: `object ${place}`,
    when: new Date(Date.UTC(2026, 0, 1) + place * 86_400_000),
    large: 2n ** 70n + BigInt(place),
    counts: new Map([
      ['first', place],
      ['second', place * 2],
    ]),
    tags: new Set(['red', `tag ${place}`]),
    bytes: Uint8Array.from({ length: 16 }, (_, index) => (place * 31 + index * 7) % 256),
    self: rich,
  });
}

/** Names the first field of such an object that did not survive. */
function unlikeRich(answer: unknown, place: number): string | undefined {
  if (typeof answer !== 'object' || answer === null) {
    return `got ${String(answer)}, expected an object`;
  }
  const expected = richAt(place);
  const { name, when, large, counts, tags, bytes, self } = answer as Record<string, unknown>;
  const survived = {
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

/** Resolves to the error that a failing call rejects with. */
const fail: CounterOperation = (counter) =>
  counter.fail().then(
    () => undefined,
    (error: unknown) => error,
  );

export const values: readonly CounterWorkload[] = [
  counting({
    id: 'structured',
    label: 'An object with Map, Set, Date, BigInt, bytes and a cycle',
    question: 'How long does a call take whose argument and answer are more than JSON?',
    spoken: 'a call with more than JSON in it',
    ...VALUES,
    operation(place) {
      const rich = richAt(place);
      return (counter) => counter.echo(rich);
    },
    wrong: unlikeRich,
  }),
  counting({
    id: 'errors',
    label: 'A call that throws',
    question: 'How long is it until the caller has the error that the server threw?',
    spoken: 'a call that throws',
    ...VALUES,
    operation: () => fail,
    // The least that every library keeps of an error.
    wrong: (answer) =>
      answer instanceof Error && answer.message.includes('fail: as asked')
        ? undefined
        : `got ${String(answer)}, expected the error that the server threw`,
  }),
];
