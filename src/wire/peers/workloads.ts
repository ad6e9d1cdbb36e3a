/** The workloads that the studies of processes and of windows share. */
import type { Operation, Workload } from '../../core/plan/index.ts';
import {
  checked,
  type Held,
  mismatch,
  mismatchOfAll,
  mismatchOfData,
  type Recipe,
} from '../service/answers.ts';
import { payloadText, type PayloadWay, payloadWays } from '../service/payloads.ts';
import type { PeerOperations } from './operations.ts';

export type PeerWorkload = Workload<PeerOperations>;

const answered: Held<PeerOperations> = {
  ask: (peer) => peer.answered(),
  spoken: (calls) => `the other end answered ${calls} calls`,
};

/** A workload after which the other end must have counted each call: one for each operation unless given. */
export const asking = (
  recipe: Recipe<PeerOperations>,
  wrong: (answer: unknown, place: number) => string | undefined,
  calls = 1,
): PeerWorkload => checked(recipe, answered, (done) => done * calls, wrong);

const grouped = new Intl.NumberFormat('en');

const echo = asking(
  {
    id: 'echo',
    label: 'Echo, one call after another',
    question: 'How long does a call take that carries next to nothing?',
    spoken: 'one call',
    operation: (place) => (peer) => peer.echo(place),
  },
  (answer, place) => mismatch(answer, place),
);

const TOGETHER = { group: 'Many calls' } as const;

/** So many calls made in one tick; the operation ends with the last answer. */
function burst(calls: number): PeerWorkload {
  const count = grouped.format(calls);
  const values = (place: number): number[] =>
    Array.from({ length: calls }, (_, index) => place * calls + index);
  return asking(
    {
      id: `burst-${calls}`,
      label: `${count} calls at once`,
      question: `How long is it until ${count} calls made at once are all answered?`,
      spoken: `a burst of ${count} calls`,
      ...TOGETHER,
      callsPerOperation: calls,
      operation(place) {
        const given = values(place);
        return (peer) => Promise.all(given.map((value) => peer.echo(value)));
      },
    },
    (answer, place) => mismatchOfAll(answer, values(place)),
    calls,
  );
}

const PAIRS = 100;
const eachPair = <Made>(make: (index: number) => Made) =>
  Array.from({ length: PAIRS }, (_, index) => make(index));

/** One call with a hundred additions in it. */
const batch = asking(
  {
    id: `batch-${PAIRS}`,
    label: `One call with ${PAIRS} additions`,
    question: `How long does one call take that carries ${PAIRS} small pieces of work?`,
    spoken: `a call with ${PAIRS} additions`,
    ...TOGETHER,
    operation(place) {
      const pairs = eachPair((index) => [place, index] as const);
      return (peer) => peer.addAll(pairs);
    },
  },
  (answer, place) =>
    mismatchOfAll(
      answer,
      eachPair((index) => place + index),
    ),
);

const CALLBACKS = 1000;

/** One call with a function of the caller, which the other end calls a thousand times. */
const callbacks = asking(
  {
    id: `callback-${CALLBACKS}`,
    label: `A function of the caller, called ${grouped.format(CALLBACKS)} times`,
    question: 'How long is it until the other end has called a function of the caller many times?',
    spoken: `a call that calls back ${grouped.format(CALLBACKS)} times`,
    ...TOGETHER,
    callsPerOperation: CALLBACKS,
    operation: () => (peer) => peer.calledBack(CALLBACKS),
  },
  (answer) => mismatch(answer, CALLBACKS),
);

/** Sizes of payloads in characters or bytes, with what each is called. */
const sizes = { 1000: '1 kB', 102_400: '100 KiB', 1_048_576: '1 MiB' } as const;
type Size = keyof typeof sizes;

function payloadRecipe(way: PayloadWay, kind: 'text' | 'bytes', size: Size) {
  const { label, spoken, crossings, carries } = payloadWays[way];
  const what = `${sizes[size]} of ${kind}`;
  return {
    id: `${way}-${kind}-${size}`,
    label: `${what} ${label}`,
    question: `How long does a call take ${carries} ${what}?`,
    spoken: `${spoken} ${what}`,
    group: 'Payloads',
    bytesPerOperation: crossings * size,
  };
}

/** `up-text-1000`: a payload of text, none of it outside of ASCII. */
function payload(way: PayloadWay, size: Size): PeerWorkload {
  const operation = (): Operation<PeerOperations> => {
    const text = payloadText(size);
    if (way === 'down') return (peer) => peer.download(size);
    return way === 'up' ? (peer) => peer.upload(text) : (peer) => peer.echo(text);
  };
  return asking({ ...payloadRecipe(way, 'text', size), operation }, (answer) =>
    way === 'up' ? mismatch(answer, size) : mismatchOfData(answer, payloadText(size)),
  );
}

/** A workload that sends so many bytes and has them sent back. */
export function copying(recipe: Omit<Recipe<PeerOperations>, 'operation'>, size: number) {
  let bytes: Uint8Array | undefined;
  const made = () => (bytes ??= bytesOf(size));
  const operation = () => {
    const given = made();
    return (peer: PeerOperations) => peer.echo(given);
  };
  return asking({ ...recipe, operation }, (answer) => mismatchOfData(answer, made()));
}

/** So many bytes, each its place modulo 251: no power of two, so that a lost chunk shows. */
function bytesOf(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index += 1) bytes[index] = index % 251;
  return bytes;
}

/** Those that run unless others are asked for. */
const USUAL: readonly string[] = ['echo', 'burst-100', 'echo-text-102400'];

/** All that is asked of any other end. */
export const peerWorkloads: readonly PeerWorkload[] = [
  echo,
  ...[10, 100, 10_000].map(burst),
  batch,
  callbacks,
  ...(Object.keys(payloadWays) as PayloadWay[]).flatMap((way) =>
    (Object.keys(sizes).map(Number) as Size[]).map((size) => payload(way, size)),
  ),
  copying(payloadRecipe('echo', 'bytes', 102_400), 102_400),
].map((workload) => (USUAL.includes(workload.id) ? workload : { ...workload, optional: true }));
