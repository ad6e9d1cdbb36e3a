/** Payloads of three sizes up, down and both ways, and values beyond JSON. Sizes are in bytes; all text is ASCII. */
import { richAt, mismatch, unlikeRich } from '../../../../wire/service/answers.ts';
import { payloadAt, type PayloadWay, payloadWays } from '../../../../wire/service/payloads.ts';
import { type CounterOperation, type CounterWorkload, counting, still } from './calls.ts';

const sizes = [
  { id: '1k', label: '1 kB', bytes: 1000 },
  { id: '64k', label: '64 kB', bytes: 64_000 },
  { id: '1m', label: '1 MB', bytes: 1_000_000 },
] as const;
type Size = (typeof sizes)[number];

interface Way {
  id: PayloadWay;
  question: string;
  /** True if an answer depends on how often the object was asked. */
  alone: boolean;
  operation(bytes: number, place: number): CounterOperation;
  expected(bytes: number, place: number): unknown;
}

export const ways: readonly Way[] = [
  {
    id: 'up',
    question: 'How long does a call take whose argument is large, and how much gets through?',
    alone: false,
    operation: (bytes, place) => (counter) => counter.upload(payloadAt(bytes, place)),
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
    operation: (bytes, place) => (counter) => counter.echo(payloadAt(bytes, place)),
    expected: payloadAt,
  },
];

function payload(way: Way, { id, label, bytes }: Size): CounterWorkload {
  const words = payloadWays[way.id];
  return counting(
    {
      id: `payload-${way.id}-${id}`,
      label: `${label} ${words.label}`,
      question: way.question,
      spoken: `${words.spoken} ${label}`,
      group: 'Payloads',
      optional: true,
      bytesPerOperation: words.crossings * bytes,
      operation: (place) => way.operation(bytes, place),
      alone: way.alone,
    },
    still,
    (answer, place) => mismatch(answer, way.expected(bytes, place)),
  );
}

export const payloads: readonly CounterWorkload[] = ways.flatMap((way) =>
  sizes.map((size) => payload(way, size)),
);

const VALUES = { group: 'Values and errors', optional: true } as const;

/** Another one at each place, which contains itself. */
function cyclicAt(place: number): object {
  const rich: object & { self?: object } = richAt(place);
  rich.self = rich;
  return rich;
}

const echoRich =
  (place: number): CounterOperation =>
  (counter) =>
    counter.echo(cyclicAt(place));

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
    (answer, place) => unlikeRich(answer, place, ({ self }) => ({ self: self === answer })),
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
    // The least that every library keeps of an error.
    (answer) =>
      answer instanceof Error && answer.message.includes('fail: as asked')
        ? undefined
        : `got ${String(answer)}, expected the error that the server threw`,
  ),
];
