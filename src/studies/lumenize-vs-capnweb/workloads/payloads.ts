/** Payloads of three sizes up, down and both ways. Sizes are in bytes; all text is ASCII. */
import { payloadAt } from '../../../../bench-workers/payload-text.ts';
import { counting, each, unlike, type CounterOperation, type CounterWorkload } from './recipe.ts';

const GROUP = 'Payloads';

/** Fewer of the larger ones, so that no block takes long. */
const sizes = [
  { id: '1k', label: '1 kB', bytes: 1000, warmUp: 10, timed: 100 },
  { id: '64k', label: '64 kB', bytes: 64_000, warmUp: 5, timed: 40 },
  { id: '1m', label: '1 MB', bytes: 1_000_000, warmUp: 2, timed: 8 },
] as const;
type Size = (typeof sizes)[number];

interface Way {
  id: string;
  label: string;
  question: string;
  /** How often the payload crosses the network in one operation. */
  crossings: number;
  /** The operation at a place, counted from the first to warm up. */
  operation(bytes: number, place: number): CounterOperation;
  expected(bytes: number, place: number): unknown;
}

const ways: readonly Way[] = [
  {
    id: 'up',
    label: 'up',
    question: 'How long does a call take whose argument is large, and how much gets through?',
    crossings: 1,
    operation: (bytes, place) => (counter) => counter.upload(payloadAt(bytes, place)),
    expected: (bytes) => bytes,
  },
  {
    id: 'down',
    label: 'down',
    question: 'How long does a call take whose answer is large, and how much gets through?',
    crossings: 1,
    operation: (bytes) => (counter) => counter.download(bytes),
    expected: payloadAt,
  },
  {
    id: 'echo',
    label: 'up and back',
    question: 'How long does a call take whose argument and answer are both large?',
    crossings: 2,
    operation: (bytes, place) => (counter) => counter.echo(payloadAt(bytes, place)),
    expected: payloadAt,
  },
];

function payload(way: Way, { id, label, bytes, warmUp, timed }: Size): CounterWorkload {
  return counting(
    {
      id: `payload-${way.id}-${id}`,
      label: `${timed} × ${label} ${way.label}`,
      question: way.question,
      group: GROUP,
      optional: true,
      bytesPerOperation: way.crossings * bytes,
      warmUp: each(warmUp, (place) => way.operation(bytes, place)),
      operations: each(timed, (place) => way.operation(bytes, warmUp + place)),
    },
    0,
    (answer, place) => unlike(answer, way.expected(bytes, warmUp + place)),
  );
}

export const payloads: readonly CounterWorkload[] = ways.flatMap((way) =>
  sizes.map((size) => payload(way, size)),
);
